import { isAgentNote } from '#core/agents/agent-config.ts';
import * as is from '#core/base/json/json-shape.ts';
import { isEdit, type ReferenceEdits } from '#core/explain/reference-edits/reference-edit.ts';
import type { KeptDigest } from '#core/explain/summary/digest.ts';
import { isMetricSummary } from '#core/explain/summary/metric-summary.ts';
import { isReading } from '#core/read/choices/reading-shape.ts';
import type { Nameless, RowTable } from '#core/read/containers/format.ts';
import { COLUMN_ROLES } from '#core/read/names/column-roles.ts';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { isTaskSet } from '#core/score/columns/task-set.ts';
import { isRating, isReviews } from '#core/score/review/review.ts';
import { isSettings } from '#core/score/metric/settings.ts';
import type { RedactionNote } from '#core/share/redaction/redaction.ts';

const isBlob = is.instanceOf<Blob>(Blob);

/** Checks whether a stored value maps roles to columns. */
export const isRoles = is.mapOf(COLUMN_ROLES, is.text);

/** Whether a digest can be read is looked at when it is needed; it can be computed again. */
const isAny: is.Guard<KeptDigest | undefined> = (value): value is KeptDigest | undefined =>
  value !== null;

/** Checks whether a stored value is the record of a run. */
export const isRun = is.record({
  id: is.text,
  name: is.text,
  /** The dataset it came from: a sample's title, a file's name, or "Pasted dataset". */
  datasetName: is.text,
  /** Milliseconds since 1970, when scoring began. */
  createdAtMs: is.number,
  /**
   * `running` while chunks are still being written, `complete` when all are there, `interrupted`
   * when the page went away before. A `summary` has means but no rows.
   */
  state: is.oneOf(['running', 'complete', 'interrupted', 'summary']),
  rowCount: is.count,
  skippedCount: is.count,
  chunkCount: is.count,
  settings: isSettings,
  roles: isRoles,
  /** How the file was read where there is a choice; absent in runs stored before there was one. */
  reading: is.optional(isReading),
  /** What files that are read alike share; absent in runs stored before. */
  header: is.optional(is.text),
  formatId: is.text,
  /** The format's name as people know it. */
  formatTitle: is.text,
  /** What line numbers of its issues count. */
  lineUnit: is.oneOf(['Line', 'Row']),
  summary: is.listOf(isMetricSummary),
  /** What else describes it as a whole; absent for few rows and in runs stored before. */
  digest: isAny,
  /** Key in `sources`; empty for a run without rows. */
  sourceId: is.text,
  /** What its rows were asked; absent where that was not recorded, and in runs stored before. */
  taskSet: is.optional(isTaskSet),
  /** Whether a reserved key of patterns stands in its rows; absent where nobody has looked. */
  mentionsPatterns: is.optional(is.flag),
  /** Hash and size of the opened data: runs of the same data share it. Empty while running. */
  fingerprint: is.text,
  sourceBytes: is.count,
  /** Id of the shipped sample it came from, or an empty text. */
  sampleId: is.text,
  /** The agent that made the rows; absent where they came from elsewhere. */
  agent: is.optional(isAgentNote),
  /** Who made the report that it came with; absent where nobody is named. */
  author: is.optional(is.text),
  /** What was taken out before it was shared; absent where it is no redacted copy. */
  redaction: is.optional(
    is.shape<RedactionNote>({
      counts: is.listOf(is.record({ label: is.text, values: is.count, places: is.count })),
      columns: is.listOf(is.record({ name: is.text, treatment: is.oneOf(['replace', 'remove']) })),
    }),
  ),
  /** Ratings from 1 to 5, given before there were reviews. */
  ratings: is.optional(is.listOf(isRating)),
  /** The reviews of its rows; absent where nobody has read them. */
  errorAnalysis: is.optional(isReviews),
  /** What was accepted into the references of its rows; absent where nothing was. */
  references: is.optional(
    is.shape<ReferenceEdits>({
      from: is.text,
      edits: is.listOf(isEdit),
      rows: is.instanceOf<Uint32Array>(Uint32Array),
      before: isBlob,
    }),
  ),
});

/** What Runs lists of a run; its rows are in the chunks, its text in the source. */
export type RunRecord = is.Shape<typeof isRun>;

/** Checks whether a stored value is the record of a source. */
export const isSource = is.record({
  id: is.text,
  /** What rows are read from at the offsets of its run’s columns: JSON, one row a line or in a list, or a table. */
  rows: isBlob,
  /** How a record of the table is read; absent where rows are JSON. */
  table: is.optional(
    is.shape<RowTable>({
      names: is.listOf(is.text),
      nameless: is.listOf(
        is.shape<Nameless>({ place: is.count, name: is.text, isLeftOut: is.optional(is.flag) }),
      ),
      isGuarded: is.flag,
      delimiter: is.text,
      bytes: is.count,
    }),
  ),
  /** What was opened, where rows are not read from it. */
  original: is.nullOr(isBlob),
  /** The text of records that were skipped, one per line. */
  skipped: isBlob,
});

/** The bytes of a dataset. */
export type SourceRecord = is.Shape<typeof isSource>;

/** Rows scored together. */
export interface ChunkRecord {
  readonly runId: string;
  readonly index: number;
  readonly columns: ScoredColumns;
  /** Absent where the run cannot be gone on with. */
  readonly end?: PartEnd | undefined;
}
