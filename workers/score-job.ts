import type { FileHead } from '#core/read/containers/head-values.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { DatasetIssue } from '#core/read/issues/issue.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { PassedColumns } from '#core/score/columns/pack-columns.ts';
import type { PartEnd } from '#core/score/columns/scored-columns.ts';

/** What to read and how to score it. */
export interface ScoreJob {
  readonly blob: Blob;
  readonly head: FileHead;
  readonly formatId: string;
  readonly roles: ColumnRoles;
  readonly settings: MetricSettings;
  /** Ids of the score columns wanted, where all else about the rows is known already. */
  readonly only?: readonly string[] | undefined;
  /** What converting the file has needed; passed on with its first part. */
  readonly notes: readonly DatasetIssue[];
  /** How the file is read, where there is a choice. */
  readonly choices?: ReadingChoices;
  /** Whether custom metrics want the rows. */
  readonly hasCustom?: boolean;
}

/** Rows as custom metrics see them. */
export interface Instances {
  /** Batches of rows as JSON, one a line, one batch after the other. */
  readonly json: Blob;
  /** How many rows and bytes each batch has. */
  readonly batches: readonly { readonly rowCount: number; readonly bytes: number }[];
}

/** A part of a dataset, scored. */
export interface ScoredPart extends PartEnd {
  readonly columns: PassedColumns;
  /** Text of the records that were skipped; null where none was: making a Blob takes a while. */
  readonly skipped: Blob | null;
  /** The rows as JSONL, where they are not read back from the file itself. */
  readonly rows: Blob | null;
  /** The rows for custom metrics, where those want them. */
  readonly instances?: Instances;
  /** Whether a reserved key of patterns is in what was read; absent where that is not known. */
  readonly mentionsPatterns?: boolean;
}

/** A range of a file. */
export interface SliceToScore {
  readonly job: ScoreJob;
  /** The first byte of the range. */
  readonly start: number;
  /** The byte after the range. */
  readonly end: number;
}
