import { AgentNote } from '#core/agents/agent-config.ts';
import * as v from 'valibot';
import { count, integers, type Shape } from '#core/base/json/json-shape.ts';
import { ReferenceEdit } from '#core/explain/reference-edits/reference-edit.ts';
import type { KeptDigest } from '#core/explain/summary/digest.ts';
import { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { ReadingChoices } from '#core/read/choices/reading-shape.ts';
import { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { TaskSet } from '#core/score/columns/task-set.ts';
import { Reviews, RowRating } from '#core/score/review/review.ts';
import { MetricSettings } from '#core/score/metric/settings.ts';

const blob = v.instance(Blob);

/** Whether a digest can be read is looked at when it is needed; it can be computed again. */
const anyDigest = v.custom<KeptDigest>((value) => value !== null);

/** The schema of a run. */
export const RunRecord = v.object({
  id: v.string(),
  name: v.string(),
  /** The dataset it came from: a sample's title, a file's name, or "Pasted dataset". */
  datasetName: v.string(),
  /** Milliseconds since 1970, when scoring began. */
  createdAtMs: v.number(),
  /**
   * `running` while chunks are still being written, `complete` when all are there, `interrupted`
   * when the page went away before. A `summary` has means but no rows.
   */
  state: v.picklist(['running', 'complete', 'interrupted', 'summary']),
  rowCount: count,
  skippedCount: count,
  chunkCount: count,
  settings: MetricSettings,
  roles: ColumnRoles,
  /** How the file was read where there is a choice; absent in runs stored before there was one. */
  reading: v.optional(ReadingChoices),
  /** What files that are read alike share; absent in runs stored before. */
  header: v.optional(v.string()),
  formatId: v.string(),
  /** The format's name as people know it. */
  formatTitle: v.string(),
  /** What line numbers of its issues count. */
  lineUnit: v.picklist(['Line', 'Row']),
  summary: v.array(MetricSummary),
  /** What else describes it as a whole; absent for few rows and in runs stored before. */
  digest: v.optional(anyDigest),
  /** Key in `sources`; empty for a run without rows. */
  sourceId: v.string(),
  /** What its rows were asked; absent where that was not recorded, and in runs stored before. */
  taskSet: v.optional(TaskSet),
  /** Whether a reserved key of patterns stands in its rows; absent where nobody has looked. */
  mentionsPatterns: v.optional(v.boolean()),
  /** Hash and size of the opened data: runs of the same data share it. Empty while running. */
  fingerprint: v.string(),
  sourceBytes: count,
  /** Id of the shipped sample it came from, or an empty text. */
  sampleId: v.string(),
  /** The agent that made the rows; absent where they came from elsewhere. */
  agent: v.optional(AgentNote),
  /** Who made the report that it came with; absent where nobody is named. */
  author: v.optional(v.string()),
  /** What was taken out before it was shared; absent where it is no redacted copy. */
  redaction: v.optional(
    v.object({
      counts: v.array(v.object({ label: v.string(), values: count, places: count })),
      columns: v.array(
        v.object({ name: v.string(), treatment: v.picklist(['replace', 'remove']) }),
      ),
    }),
  ),
  /** Ratings from 1 to 5, given before there were reviews. */
  ratings: v.optional(v.array(RowRating)),
  /** The reviews of its rows; absent where nobody has read them. */
  errorAnalysis: v.optional(Reviews),
  /** What was accepted into the references of its rows; absent where nothing was. */
  references: v.optional(
    v.object({
      from: v.string(),
      edits: v.array(ReferenceEdit),
      rows: integers,
      before: blob,
    }),
  ),
});

/** What Runs lists of a run; its rows are in the chunks, its text in the source. */
export type RunRecord = Shape<typeof RunRecord>;

/** The schema of a source. */
export const SourceRecord = v.object({
  id: v.string(),
  /** What rows are read from at the offsets of its run’s columns: JSON, one row a line or in a list, or a table. */
  rows: blob,
  /** How a record of the table is read; absent where rows are JSON. */
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
  /** What was opened, where rows are not read from it. */
  original: v.nullable(blob),
  /** The text of records that were skipped, one per line. */
  skipped: blob,
});

/** The bytes of a dataset. */
export type SourceRecord = Shape<typeof SourceRecord>;

/** Rows scored together. */
export interface ChunkRecord {
  readonly runId: string;
  readonly index: number;
  readonly columns: ScoredColumns;
  /** Absent where the run cannot be gone on with. */
  readonly end?: PartEnd | undefined;
}
