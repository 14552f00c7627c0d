import { AgentNote } from '#core/agents/agent-config.ts';
import * as v from 'valibot';
import { count, integers, type Shape } from '#core/base/json/json-shape.ts';
import { ReferenceEdit } from '#core/explain/reference-edits/reference-edit.ts';
import { keepDigest, type KeptDigest, type RunDigest } from '#core/explain/summary/digest.ts';
import { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { ReadingChoices } from '#core/read/choices/reading-shape.ts';
import { ColumnRoles } from '#core/read/names/column-roles.ts';
import { cutColumns } from '#core/score/columns/pack-columns.ts';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { TaskSet } from '#core/score/columns/task-set.ts';
import { Reviews, RowRating } from '#core/score/review/review.ts';
import { MetricSettings } from '#core/score/metric/settings.ts';

const blob = v.instance(Blob);

/** The digest is only checked when it is needed, because it can be computed again. */
const anyDigest = v.custom<KeptDigest>((value) => value !== null);

/** The schema of a run. */
export const RunRecord = v.object({
  id: v.string(),
  name: v.string(),
  /** The title of its dataset: a sample's title, a file's name, or "Pasted dataset". */
  datasetName: v.string(),
  /** Milliseconds since 1970, when scoring began. */
  createdAtMs: v.number(),
  /**
   * `running` while chunks are written, `complete` once all are there, `interrupted` when the page
   * was closed before. A `summary` has means but no rows.
   */
  state: v.picklist(['running', 'complete', 'interrupted', 'summary']),
  rowCount: count,
  skippedCount: count,
  chunkCount: count,
  settings: MetricSettings,
  roles: ColumnRoles,
  /** The choices for reading the file; absent in older runs. */
  reading: v.optional(ReadingChoices),
  /** Equal for files that are read alike; absent in older runs. */
  header: v.optional(v.string()),
  formatId: v.string(),
  /** The format's name in the user interface. */
  formatTitle: v.string(),
  /** The unit of the line numbers in its issues. */
  lineUnit: v.picklist(['Line', 'Row']),
  summary: v.array(MetricSummary),
  /** Its other figures; absent for few rows and in older runs. */
  digest: v.optional(anyDigest),
  /** Key in `sources`; empty for a run without rows. */
  sourceId: v.string(),
  /** Its tasks; absent where not recorded, and in older runs. */
  taskSet: v.optional(TaskSet),
  /** Whether its rows contain a reserved key of patterns; absent where unknown. */
  mentionsPatterns: v.optional(v.boolean()),
  /** Hash and size of the opened data, shared by runs of the same data. Empty while running. */
  fingerprint: v.string(),
  sourceBytes: count,
  /** The id of its sample; empty for other data. */
  sampleId: v.string(),
  /** The agent that made the rows; absent where they came from elsewhere. */
  agent: v.optional(AgentNote),
  /** The author of its report; absent where not named. */
  author: v.optional(v.string()),
  /** The redaction; absent for other runs. */
  redaction: v.optional(
    v.object({
      counts: v.array(v.object({ label: v.string(), values: count, places: count })),
      columns: v.array(
        v.object({ name: v.string(), treatment: v.picklist(['replace', 'remove']) }),
      ),
    }),
  ),
  /** Ratings from 1 to 5, from before there were reviews. */
  ratings: v.optional(v.array(RowRating)),
  /** The reviews of its rows; absent without any. */
  errorAnalysis: v.optional(Reviews),
  /** The edits of its references; absent without any. */
  references: v.optional(
    v.object({
      from: v.string(),
      edits: v.array(ReferenceEdit),
      rows: integers,
      before: blob,
    }),
  ),
});

/** A run as Runs lists it; its rows are in chunks, its text in the source. */
export type RunRecord = Shape<typeof RunRecord>;

/** The schema of a source. */
export const SourceRecord = v.object({
  id: v.string(),
  /**
   * The data that the offsets of its columns refer to: JSON, one row a line or in a list, or a
   * table.
   */
  rows: blob,
  /** The form of a table's records; absent where rows are JSON. */
  table: v.optional(
    v.object({
      names: v.array(v.string()),
      nameless: v.array(
        v.object({ place: count, name: v.string(), isLeftOut: v.optional(v.boolean()) }),
      ),
      isGuarded: v.boolean(),
      delimiter: v.string(),
      bytes: count,
    }),
  ),
  /** The opened data, where rows are not read from it. */
  original: v.nullable(blob),
  /** The text of skipped records, one per line. */
  skipped: blob,
});

/** The data of a run. */
export type SourceRecord = Shape<typeof SourceRecord>;

/** Rows scored together. */
export interface ChunkRecord {
  readonly runId: string;
  readonly index: number;
  readonly columns: ScoredColumns;
  /** Absent where the run cannot be continued. */
  readonly end?: PartEnd | undefined;
}

/** What the rows of a run tell of it, and how it is stored. */
type OfRows = 'state' | 'chunkCount' | 'rowCount' | 'skippedCount' | 'summary' | 'digest';

/** Converts a whole run to the form it is stored and sent in. */
export function storedForm(
  record: Omit<RunRecord, OfRows>,
  digest: RunDigest,
  {
    columns,
    rows,
    table,
    original,
    skipped,
  }: Omit<SourceRecord, 'id'> & { readonly columns: ScoredColumns },
) {
  const { rowCount, skippedCount } = columns;
  const chunks: readonly ChunkRecord[] = cutColumns(columns).map((piece, index) => ({
    runId: record.id,
    index,
    columns: piece,
  }));
  const run: RunRecord = {
    ...record,
    state: 'complete',
    chunkCount: chunks.length,
    rowCount,
    skippedCount,
    ...keepDigest(digest, rowCount),
  };
  const source = { id: record.sourceId, rows, ...(table && { table }), original, skipped };
  return { run, source, chunks };
}
