import type { AdapterNoteCode } from '#core/adapters/adapter.ts';
import type { CellConversion, JoinFacts } from '#core/dataset/reading-choices.ts';
import type { Leniency } from '#core/literals/leniency.ts';
import type { CallForm, TrajectoryProblem } from '#core/trajectory/trajectory.ts';

/** The roles a column can play in scoring. */
export type ColumnRole =
  | 'id'
  | 'prompt'
  | 'response'
  | 'reference'
  | 'predicted_trajectory'
  | 'reference_trajectory'
  | 'reference_trajectories'
  | 'latency_in_seconds'
  | 'failure';

/** What a text looks like that no format takes. */
export type UnreadShape = 'yaml' | 'markup' | 'printed_table' | 'curly_quotes' | 'no_header';

/** A problem with a whole file: nothing of it could be read. */
export type FileIssue =
  | { readonly code: 'file_empty' }
  | { readonly code: 'file_binary'; readonly kind: string }
  | { readonly code: 'shape_unknown'; readonly shape?: UnreadShape }
  | {
      readonly code: 'file_not_json';
      readonly line: number;
      readonly column: number;
      readonly reason: string;
    }
  | { readonly code: 'file_too_large'; readonly bytes: number; readonly limitBytes: number }
  | { readonly code: 'row_too_long'; readonly line: number; readonly limit: number }
  | { readonly code: 'names_too_large'; readonly line: number; readonly limit: number }
  | { readonly code: 'records_broken'; readonly line: number; readonly count: number }
  | { readonly code: 'file_broken'; readonly kind: string; readonly reason: string }
  | { readonly code: 'file_newer'; readonly kind: string }
  | { readonly code: 'file_unpacks_too_large'; readonly limitBytes: number; readonly ratio: number }
  | { readonly code: 'no_rows' }
  | { readonly code: 'read_failed'; readonly reason: string }
  | {
      readonly code: 'scoring_failed';
      readonly reason: string;
      /** Whether workers crashed or hung over it. */
      readonly hasLostWorkers?: boolean;
    }
  | { readonly code: 'scoring_held' };

/** A record that is no row; it is skipped and kept for download. */
export type SkipIssue =
  | {
      readonly code: 'row_not_json';
      readonly line: number;
      readonly column: number;
      readonly reason: string;
    }
  | { readonly code: 'row_not_object'; readonly line: number; readonly found: string }
  | { readonly code: 'row_too_deep'; readonly line: number; readonly limit: number }
  | { readonly code: 'row_not_csv'; readonly line: number }
  | {
      readonly code: 'row_too_large';
      readonly line: number;
      readonly bytes: number;
      readonly limitBytes: number;
    }
  // of runs stored by earlier versions: such a row is kept now, see fields_extra
  | {
      readonly code: 'row_field_count';
      readonly line: number;
      readonly expected: number;
      readonly found: number;
    };

/** A row that is kept although one of its cells cannot be used. */
export type CellIssue =
  | {
      readonly code: 'trajectory_unreadable';
      readonly line: number;
      readonly column: string;
      readonly problem: TrajectoryProblem;
    }
  | {
      readonly code: 'number_unreadable';
      readonly line: number;
      readonly column: string;
      readonly found: string;
    }
  | {
      readonly code: 'number_converted';
      readonly line: number;
      readonly column: string;
      readonly found: string;
      readonly value: number;
    }
  | {
      readonly code: 'cell_lenient';
      readonly line: number;
      readonly column: string;
      readonly leniencies: readonly Leniency[];
    }
  | {
      readonly code: 'calls_converted';
      readonly line: number;
      readonly column: string;
      readonly forms: readonly CallForm[];
    }
  | {
      readonly code: 'arguments_not_json';
      readonly line: number;
      readonly column: string;
      readonly call: number;
      readonly reason: string;
    }
  | {
      readonly code: 'arguments_elsewhere';
      readonly line: number;
      readonly column: string;
      readonly call: number;
      /** The key of the object that may be the arguments. */
      readonly key: string;
    }
  | { readonly code: 'names_only'; readonly line: number; readonly column: string };

/** Something about the whole dataset that a person should know. */
export type DatasetIssue =
  | { readonly code: 'header_duplicate'; readonly name: string; readonly renamed: string }
  | {
      readonly code: 'columns_uneven';
      readonly name: string;
      readonly found: number;
      readonly expected: number;
    }
  | {
      readonly code: 'fields_missing';
      readonly line: number;
      readonly expected: number;
      readonly found: number;
    }
  | {
      readonly code: 'fields_extra';
      readonly line: number;
      readonly expected: number;
      readonly found: number;
      /** The column that the further cells are kept in. */
      readonly name: string;
    }
  | {
      readonly code: 'arguments_uneven';
      readonly line: number;
      /** The column with the names of the tools. */
      readonly column: string;
      readonly names: number;
      readonly found: number;
    }
  | {
      readonly code: 'side_unsure';
      readonly side: 'predicted' | 'reference';
      /** Columns that hold calls and play no role, the likeliest first. */
      readonly names: readonly string[];
    }
  | { readonly code: 'lines_blank'; readonly count: number }
  | { readonly code: 'lines_ignored'; readonly line: number; readonly count: number }
  | { readonly code: 'file_converted'; readonly from: Conversion; readonly facts?: ConversionFacts }
  | {
      readonly code: 'row_lenient';
      readonly line: number;
      readonly leniencies: readonly Leniency[];
    }
  | { readonly code: 'characters_replaced'; readonly line: number }
  | { readonly code: 'column_reserved'; readonly line: number; readonly name: string }
  | { readonly code: 'column_dropped'; readonly place: number }
  | { readonly code: 'schema_nulls_dropped'; readonly name: string; readonly count: number }
  | { readonly code: 'column_converted'; readonly conversion: CellConversion }
  | {
      readonly code: 'calls_grouped';
      readonly id: string;
      readonly tool: string;
      readonly calls: number;
      readonly runs: number;
    }
  | { readonly code: 'calls_left_out'; readonly name: string; readonly count: number }
  | {
      readonly code: 'tool_renamed';
      readonly name: string;
      readonly to: string;
      readonly count: number;
    }
  | { readonly code: 'rows_joined'; readonly facts: JoinFacts }
  | { readonly code: 'reading_remembered' }
  | {
      readonly code: 'adapter_note';
      readonly adapter: string;
      readonly kind: AdapterNoteCode;
      readonly count: number;
      readonly detail: string;
      readonly path: string;
      /** 1-based physical line of what was read when it happened first; not kept by older runs. */
      readonly line?: number;
    };

/** What is known of a conversion. */
export interface ConversionFacts {
  /** 1-based physical line the data starts at. */
  readonly fromLine?: number;
  /** Lines around the data that are not blank. */
  readonly ignoredLines?: number;
  /** The name or the key it stood under. */
  readonly name?: string;
  readonly rowCount?: number;
  readonly bytes?: number;
  readonly leniencies?: readonly Leniency[];
}

/** What a file was before rows could be read from it. */
export type Conversion =
  | 'gzip'
  | 'utf_16'
  | 'parquet'
  | 'double_encoded'
  | 'fence'
  | 'event_stream'
  | 'other_text'
  | 'wrapper'
  | 'pandas_split'
  | 'pandas_table'
  | 'pandas_index'
  | 'value_lists'
  | 'notebook'
  | 'python'
  | 'backslash_escapes'
  | 'separator_line';

/** Anything worth telling about a dataset. Sentences are in sentences.ts. */
export type Issue = FileIssue | SkipIssue | CellIssue | DatasetIssue;

/** The stable code of an issue. */
export type IssueCode = Issue['code'];

/** `skipped`: no row came of it. `warning`: a row is kept in part. `note`: for information. */
export type Severity = 'fatal' | 'skipped' | 'warning' | 'note';

const SEVERITIES: Readonly<Record<IssueCode, Severity>> = {
  file_empty: 'fatal',
  file_binary: 'fatal',
  shape_unknown: 'fatal',
  file_not_json: 'fatal',
  file_too_large: 'fatal',
  row_too_long: 'fatal',
  names_too_large: 'fatal',
  records_broken: 'fatal',
  file_broken: 'fatal',
  file_newer: 'fatal',
  file_unpacks_too_large: 'fatal',
  no_rows: 'fatal',
  read_failed: 'fatal',
  scoring_failed: 'fatal',
  scoring_held: 'fatal',
  row_not_json: 'skipped',
  row_not_object: 'skipped',
  row_too_deep: 'skipped',
  row_not_csv: 'skipped',
  row_too_large: 'skipped',
  row_field_count: 'skipped',
  trajectory_unreadable: 'warning',
  number_unreadable: 'warning',
  number_converted: 'note',
  cell_lenient: 'note',
  calls_converted: 'note',
  arguments_not_json: 'warning',
  arguments_elsewhere: 'warning',
  side_unsure: 'warning',
  names_only: 'note',
  header_duplicate: 'warning',
  columns_uneven: 'warning',
  fields_missing: 'warning',
  fields_extra: 'warning',
  arguments_uneven: 'warning',
  lines_blank: 'note',
  lines_ignored: 'note',
  file_converted: 'note',
  row_lenient: 'note',
  characters_replaced: 'warning',
  column_reserved: 'note',
  column_dropped: 'note',
  schema_nulls_dropped: 'note',
  column_converted: 'note',
  calls_grouped: 'note',
  calls_left_out: 'note',
  tool_renamed: 'note',
  rows_joined: 'note',
  reading_remembered: 'note',
  adapter_note: 'note',
};

/** Every issue code there is. */
export const ISSUE_CODES = Object.keys(SEVERITIES) as readonly IssueCode[];

/**
 * Tells how grave an issue is.
 * @param code the issue's code
 * @returns its severity
 */
export function severityOf(code: IssueCode): Severity {
  return SEVERITIES[code];
}

/**
 * The physical line an issue points at.
 * @param issue any issue
 * @returns the 1-based line, or undefined when it is about the whole file
 */
export function lineOf(issue: Issue): number | undefined {
  return 'line' in issue ? issue.line : undefined;
}
