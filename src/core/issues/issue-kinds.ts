import { severityOf, type Issue, type IssueCode, type Severity } from './issue.ts';

/** What issues of one kind have in common, as a heading. */
export const KIND_TITLES: Readonly<Record<IssueCode, string>> = {
  file_empty: 'Empty file',
  file_binary: 'Not a text file',
  shape_unknown: 'Unknown shape',
  file_not_json: 'JSON that breaks off',
  file_too_large: 'File too large',
  row_too_long: 'Row without an end',
  names_too_large: 'Names that stand for too much',
  records_broken: 'Broken records',
  file_broken: 'Broken file',
  file_newer: 'File of a newer version',
  file_unpacks_too_large: 'Archive too large',
  no_rows: 'No rows',
  read_failed: 'File not readable',
  scoring_failed: 'Scoring broke off',
  scoring_held: 'Not scored again',
  row_not_json: 'Skipped: not JSON',
  row_not_object: 'Skipped: not an object',
  row_too_deep: 'Skipped: nested too deep',
  row_not_csv: 'Skipped: a quote is never closed',
  row_too_large: 'Skipped: row too large',
  row_field_count: 'Skipped: more fields than columns',
  trajectory_unreadable: 'Trajectories that cannot be read',
  number_unreadable: 'Numbers that cannot be read',
  number_converted: 'Numbers read otherwise',
  cell_lenient: 'Cells that are not strict JSON',
  calls_converted: 'Calls written otherwise',
  arguments_not_json: 'Arguments compared as text',
  arguments_elsewhere: 'Calls whose arguments may stand elsewhere',
  side_unsure: 'Columns that may be the missing side',
  names_only: 'Calls compared by name only',
  header_duplicate: 'Columns that occur twice',
  columns_uneven: 'Columns of different lengths',
  fields_missing: 'Rows with fewer fields',
  fields_extra: 'Rows with more fields',
  arguments_uneven: 'Tools and arguments that are not as many',
  lines_blank: 'Blank lines',
  lines_ignored: 'Lines around the data',
  file_converted: 'Converted before reading',
  row_lenient: 'Rows that are not strict JSON',
  characters_replaced: 'Bytes that are no text',
  column_reserved: 'Columns with a special name',
  column_dropped: 'Columns left out',
  schema_nulls_dropped: 'Nulls left out',
  column_converted: 'Columns converted',
  calls_grouped: 'Rows joined to runs',
  calls_left_out: 'Calls left out',
  tool_renamed: 'Tools renamed',
  rows_joined: 'Two files put together',
  reading_remembered: 'Choices taken again',
  adapter_note: 'What the format needed',
};

/** Issues of one kind. */
export interface IssueGroup {
  readonly code: IssueCode;
  readonly severity: Severity;
  readonly title: string;
  /** How many there are; not all are kept. */
  readonly total: number;
  /** The first of them, in the order of the file. */
  readonly issues: readonly Issue[];
}

const GRAVEST_FIRST: readonly Severity[] = ['fatal', 'skipped', 'warning', 'note'];

/**
 * Groups issues by kind.
 * @param issues the issues that were kept, in the order of the file
 * @param counts how many there are of each kind
 * @returns one group for each kind, the gravest first, then as they come in the file
 */
export function groupIssues(
  issues: readonly Issue[],
  counts: Readonly<Partial<Record<IssueCode, number>>>,
): readonly IssueGroup[] {
  const byCode = new Map<IssueCode, Issue[]>();
  for (const issue of issues) {
    const known = byCode.get(issue.code);
    if (known) known.push(issue);
    else byCode.set(issue.code, [issue]);
  }
  const groups = [...byCode].map(([code, kept]) => ({
    code,
    severity: severityOf(code),
    title: KIND_TITLES[code],
    total: Math.max(kept.length, counts[code] ?? 0),
    issues: kept,
  }));
  const rank = ({ severity }: IssueGroup): number => GRAVEST_FIRST.indexOf(severity);
  return groups.sort((a, b) => rank(a) - rank(b));
}

/** Where an issue is. */
export interface IssuePlace {
  /** 1-based physical line. */
  readonly line?: number;
  /** 1-based column of a character in that line. */
  readonly column?: number;
  /** The cell or the value in it: `predicted_trajectory[2]`. */
  readonly path?: string;
}

/**
 * Tells where an issue is.
 * @param issue any issue
 * @returns what is known of its place; nothing for an issue of the whole file
 */
export function placeOf(issue: Issue): IssuePlace {
  const path = pathOf(issue);
  return {
    ...('line' in issue && { line: issue.line }),
    ...('column' in issue && typeof issue.column === 'number' && { column: issue.column }),
    ...(path !== '' && { path }),
  };
}

function pathOf(issue: Issue): string {
  switch (issue.code) {
    case 'trajectory_unreadable': {
      const { problem, column } = issue;
      return 'call' in problem ? `${column}[${problem.call - 1}]` : column;
    }
    case 'arguments_not_json':
    case 'arguments_elsewhere':
      return `${issue.column}[${issue.call - 1}]`;
    case 'number_unreadable':
    case 'number_converted':
    case 'cell_lenient':
    case 'calls_converted':
    case 'names_only':
    case 'arguments_uneven':
      return issue.column;
    case 'adapter_note':
      return issue.path;
    case 'column_reserved':
    case 'columns_uneven':
    case 'fields_extra':
    case 'header_duplicate':
    case 'schema_nulls_dropped':
      return issue.name;
    case 'column_converted':
      return issue.conversion.column;
    default:
      return '';
  }
}
