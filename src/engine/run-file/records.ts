import type { AgentNote } from '#core/agents/agent-config.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { RowTable } from '#core/read/containers/format.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { GivenByPerson } from '#core/score/ratings/given.ts';
import type { RedactionNote } from '#core/share/redaction/redaction.ts';
import type { ReferenceEdits } from '#core/explain/reference-edits/reference-edit.ts';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { KeptDigest } from '#core/explain/summary/digest.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';

/**
 * `running` while chunks are still being written, `complete` when all are there, `interrupted`
 * when the page went away before. A `summary` has means but no rows.
 */
type RunState = 'running' | 'complete' | 'interrupted' | 'summary';

/** What Runs lists of a run; its rows are in the chunks, its text in the source. */
export interface RunRecord extends GivenByPerson {
  readonly id: string;
  readonly name: string;
  /** The dataset it came from: a sample's title, a file's name, or "Pasted dataset". */
  readonly datasetName: string;
  /** Milliseconds since 1970, when scoring began. */
  readonly createdAtMs: number;
  readonly state: RunState;
  readonly rowCount: number;
  readonly skippedCount: number;
  readonly chunkCount: number;
  readonly settings: MetricSettings;
  readonly roles: ColumnRoles;
  /** How the file was read where there is a choice; absent in runs stored before there was one. */
  readonly reading?: ReadingChoices | undefined;
  /** What files that are read alike share; absent in runs stored before. */
  readonly header?: string | undefined;
  readonly formatId: string;
  /** The format's name as people know it. */
  readonly formatTitle: string;
  /** What line numbers of its issues count. */
  readonly lineUnit: 'Line' | 'Row';
  readonly summary: readonly MetricSummary[];
  /** What else describes it as a whole; absent for few rows and in runs stored before. */
  readonly digest?: KeptDigest | undefined;
  /** Key in `sources`; empty for a run without rows. */
  readonly sourceId: string;
  /** What its rows were asked; absent where that was not recorded, and in runs stored before. */
  readonly taskSet?: TaskSet | undefined;
  /** Whether a reserved key of patterns stands in its rows; absent where nobody has looked. */
  readonly mentionsPatterns?: boolean | undefined;
  /** Hash and size of the opened data: runs of the same data share it. Empty while running. */
  readonly fingerprint: string;
  readonly sourceBytes: number;
  /** Id of the shipped sample it came from, or an empty text. */
  readonly sampleId: string;
  /** The agent that made the rows; absent where they came from elsewhere. */
  readonly agent?: AgentNote | undefined;
  /** Who made the report that it came with; absent where nobody is named. */
  readonly author?: string | undefined;
  /** What was taken out before it was shared; absent where it is no redacted copy. */
  readonly redaction?: RedactionNote | undefined;
  /** What was accepted into the references of its rows; absent where nothing was. */
  readonly references?: ReferenceEdits | undefined;
}

/** The bytes of a dataset. */
export interface SourceRecord {
  readonly id: string;
  /** What rows are read from at the offsets of its run’s columns: JSON, one row a line or in a list, or a table. */
  readonly rows: Blob;
  /** How a record of the table is read; absent where rows are JSON. */
  readonly table?: RowTable | undefined;
  /** What was opened, where rows are not read from it. */
  readonly original: Blob | null;
  /** The text of records that were skipped, one per line. */
  readonly skipped: Blob;
}

/** Rows scored together. */
export interface ChunkRecord {
  readonly runId: string;
  readonly index: number;
  readonly columns: ScoredColumns;
  /** Absent where the run cannot be gone on with. */
  readonly end?: PartEnd | undefined;
}
