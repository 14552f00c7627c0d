import type { CellConversion, JoinFacts } from '#core/read/choices/reading-choices.ts';
import type { Tolerance } from '#core/base/literals/tolerance.ts';
import type { CallForm, TrajectoryProblem } from '#core/calls/trajectory.ts';
import type { ColumnRole } from '#core/read/names/column-roles.ts';
import type { AdapterNoteCode } from '#core/read/framework/adapter-notes.ts';
import type { Conversion, LineMark, UnreadShape } from './codes.ts';

/** A 1-based physical line. */
interface OfLine {
  line: number;
}

interface OfCell extends OfLine {
  /** The column’s name. */
  column: string;
}

interface OfCall extends OfCell {
  /** The call’s place in its cell, from 1. */
  call: number;
}

/** Where an issue is, in a dataset of several files. */
interface OfFile {
  /** The file’s name in its folder. */
  readonly file?: string;
  /** What its lines are; absent: lines. */
  readonly unit?: 'Row';
}

/** An issue for each code, with what is known of it. */
type Coded<T> = {
  readonly [C in keyof T]: { readonly code: C } & Readonly<T[C]> & OfFile;
}[keyof T];

/** A problem with a whole file: nothing of it could be read. */
export type FileIssue = Coded<{
  /** `isBlank`: it has text, and all of it is white space. */
  file_empty: { isBlank?: true };
  file_without_rows: unknown;
  file_binary: { kind: string };
  /** `fetched`: public datasets that a program fetches. */
  shape_unknown: { shape?: UnreadShape; fetched?: readonly string[] };
  lines_marked: OfLine & { mark: LineMark };
  file_not_json: OfLine & { column: number; reason: string };
  file_too_large: { bytes: number; limitBytes: number };
  row_too_long: OfLine & { limit: number };
  names_too_large: OfLine & { limit: number };
  records_broken: OfLine & { count: number };
  file_broken: { kind: string; reason: string };
  file_newer: { kind: string };
  file_unpacks_too_large: { limitBytes: number; ratio: number };
  files_unread: { count: number; first: string; why: FileIssue };
  no_rows: unknown;
  read_failed: { reason: string };
  scoring_failed: {
    reason: string;
    /** Whether workers crashed or hung over it. */
    hasLostWorkers?: boolean;
  };
  scoring_held: unknown;
}>;

/** A record that is no row; it is skipped and kept for download. */
export type SkipIssue = Coded<{
  row_not_json: OfLine & { column: number; reason: string };
  row_not_object: OfLine & { found: string };
  row_too_deep: OfLine & { limit: number };
  row_not_csv: OfLine;
  row_too_large: OfLine & { bytes: number; limitBytes: number };
  // of runs stored by earlier versions: such a row is kept now, see fields_extra
  row_field_count: OfLine & { expected: number; found: number };
}>;

/** A row that is kept although one of its cells cannot be used. */
export type CellIssue = Coded<{
  trajectory_unreadable: OfCell & { problem: TrajectoryProblem };
  number_unreadable: OfCell & { found: string };
  number_converted: OfCell & { found: string; value: number };
  cell_lenient: OfCell & { leniencies: readonly Tolerance[] };
  calls_converted: OfCell & { forms: readonly CallForm[] };
  arguments_not_json: OfCall & { reason: string };
  /** `keys`: what the arguments were read from. */
  arguments_found: OfCall & { keys: readonly string[] };
  // of runs stored by earlier versions, which read such arguments as {}
  arguments_elsewhere: OfCall & { key: string };
  names_only: OfCell;
}>;

/** Something about the whole dataset that a person should know. */
export type DatasetIssue = Coded<{
  header_duplicate: { name: string; renamed: string };
  columns_uneven: { name: string; found: number; expected: number };
  /** A list of a program that is known only when it is run. */
  list_unread: OfLine & { name: string; reason: string };
  fields_missing: OfLine & { expected: number; found: number };
  /** `name`: the column that the further cells are kept in. */
  fields_extra: OfLine & { expected: number; found: number; name: string };
  /** `column`: the one with the names of the tools. */
  arguments_uneven: OfCell & { names: number; found: number };
  /** `names`: columns that hold calls; a single one was taken as called. */
  side_unsure: {
    side: 'predicted' | 'reference';
    names: readonly string[];
    /** The first call of each; not kept by older runs. */
    examples?: readonly string[];
  };
  /** `others`: columns that say something else of a role than the one that was taken. */
  columns_disagree: { role: ColumnRole; column: string; others: readonly string[] };
  lines_blank: { count: number };
  /** One of several files; `rows`: those that were read before it broke off. */
  file_unread: { why: FileIssue; rows: number };
  /** `names`: the first of the files that a system adds, and of hidden ones. */
  files_left_out: { names: readonly string[]; count: number };
  files_without_runs: { names: readonly string[]; count: number };
  /** `names`: the first of the sessions that begin with the records of another one. */
  sessions_repeated: { names: readonly string[]; count: number };
  /** `count`: the conversations. */
  prompts_several: { count: number };
  lines_ignored: OfLine & { count: number };
  file_converted: { from: Conversion; facts?: ConversionFacts };
  row_lenient: OfLine & { leniencies: readonly Tolerance[] };
  characters_replaced: OfLine;
  column_reserved: OfLine & { name: string };
  column_dropped: { place: number };
  schema_nulls_dropped: { name: string; count: number };
  column_converted: { conversion: CellConversion };
  calls_grouped: { id: string; tool: string; calls: number; runs: number };
  calls_left_out: { name: string; count: number };
  tool_renamed: { name: string; to: string; count: number };
  rows_joined: { facts: JoinFacts };
  /** Expected calls that no row of the other files is paired with; `columns`: those that were tried. */
  rows_unpaired: { added: string; columns: readonly string[]; ofSession: number };
  reading_remembered: unknown;
  /** `units`: keys of steps with their units, `latency in ms`. */
  units_by_size: { units: readonly string[] };
  /** `own`: the column's name in the file. */
  column_named: { name: string; own: string };
  /**
   * In runs that earlier versions stored; now a column has what is around rows.
   * `paths`: the first of the keys, with what they hold: `settings.model: "m"`.
   */
  keys_unused: { adapter: string; paths: readonly string[]; count: number };
  adapter_note: {
    adapter: string;
    kind: AdapterNoteCode;
    count: number;
    detail: string;
    path: string;
    /** Of what was read when it happened first; not kept by older runs. */
    line?: number;
  };
}>;

/** What is known of a conversion. */
export interface ConversionFacts {
  /** 1-based physical line the data starts at. */
  readonly fromLine?: number;
  /** Lines around the data that are not blank. */
  readonly ignoredLines?: number;
  /** Its name or key. */
  readonly name?: string;
  readonly rowCount?: number;
  readonly bytes?: number;
  readonly leniencies?: readonly Tolerance[];
}

/** Anything worth reporting about a dataset. Sentences are in sentences.ts. */
export type Issue = FileIssue | SkipIssue | CellIssue | DatasetIssue;

/** The stable code of an issue. */
export type IssueCode = Issue['code'];

/** `skipped`: no row came of it. `warning`: a row is kept in part. `note`: for information. */
export type Severity = 'fatal' | 'skipped' | 'warning' | 'note';

/**
 * The physical line an issue points at.
 * @returns the 1-based line, or undefined when it is about a whole file, or a line of one of several
 */
export function lineOf(issue: Issue): number | undefined {
  return 'line' in issue && issue.file === undefined ? issue.line : undefined;
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
 * Locates an issue.
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
  if ('path' in issue) return issue.path;
  if ('conversion' in issue) return issue.conversion.column;
  if ('column' in issue && typeof issue.column === 'string') {
    const call = 'problem' in issue && 'call' in issue.problem ? issue.problem.call : undefined;
    const at = 'call' in issue ? issue.call : call;
    return at === undefined ? issue.column : `${issue.column}[${at - 1}]`;
  }
  const isOfTool = issue.code === 'calls_left_out' || issue.code === 'tool_renamed';
  return 'name' in issue && !isOfTool ? issue.name : '';
}
