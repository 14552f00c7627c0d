import { aType } from '#core/base/json/json-value.ts';
import type { AdapterNoteCode } from '#core/read/framework/adapter.ts';
import type { CellConversion, JoinFacts } from '#core/read/choices/reading-choices.ts';
import type { Leniency, LeniencyKind } from '#core/base/literals/leniency.ts';
import { countOf } from '#core/base/text/format-count.ts';
import type { CallForm, TrajectoryProblem } from '#core/calls/trajectory.ts';
import {
  severityOf,
  type Conversion,
  type ConversionFacts,
  type Issue,
  type IssueCode,
  type Severity,
  type UnreadShape,
} from './issue.ts';

/** A sentence in two parts: where and what happened, then why. */
export interface Sentence {
  readonly title: string;
  readonly detail: string;
}

type Parts = readonly [title: string, detail: string];

/** What issues of one kind have in common, as a heading; and the sentence of one at a line. */
type Entry<I> = readonly [heading: string, partsOf: (issue: I, at: string) => Parts];

const CATALOGUE: { readonly [Code in IssueCode]: Entry<Extract<Issue, { code: Code }>> } = {
  file_empty: [
    'Empty file',
    () => ['This file has no rows.', 'Paste or open a dataset with at least one row.'],
  ],
  file_binary: [
    'Not a text file',
    (issue) => [
      'This is not a dataset we can read.',
      `It is ${issue.kind}. Expected JSONL, JSON, CSV or TSV text, or Parquet.`,
    ],
  ],
  shape_unknown: [
    'Unknown shape',
    (issue) =>
      issue.shape
        ? SHAPES[issue.shape]
        : [
            'This is not a dataset we can read.',
            'Expected JSON objects one per line (JSONL), a JSON list of rows, a JSON object of columns, or CSV or TSV with a header line.',
          ],
  ],
  file_not_json: [
    'JSON that breaks off',
    (issue) => [
      'The JSON breaks off.',
      `Line ${issue.line}, column ${issue.column}: ${issue.reason}.`,
    ],
  ],
  file_too_large: [
    'File too large',
    (issue) => [
      'This file is too large to read as one JSON value.',
      `It has ${megabytes(issue.bytes)}; the limit is ${megabytes(issue.limitBytes)}. Save it as JSONL, one row per line: that has no limit.`,
    ],
  ],
  row_too_long: [
    'Row without an end',
    (issue, at) => [
      'Reading stopped: this is not a list of rows any more.',
      `The row that starts at ${at.toLowerCase()} has no end within ${issue.limit} characters.`,
    ],
  ],
  names_too_large: [
    'Names that stand for too much',
    (issue) => [
      'Reading stopped: names inside names stand for too much.',
      `With the one at line ${issue.line}, they stand for more than ${issue.limit} values. Write the rows out, as JSON lines.`,
    ],
  ],
  records_broken: [
    'Broken records',
    (issue, at) => [
      'Reading stopped: this is not a dataset any more.',
      `${issue.count} records in a row cannot be read, up to ${at.toLowerCase()}.`,
    ],
  ],
  file_broken: [
    'Broken file',
    (issue) => [`This ${issue.kind} is broken or cut off.`, `${issue.reason.replace(/\.$/, '')}.`],
  ],
  file_newer: [
    'File of a newer version',
    (issue) => [
      `This ${issue.kind} was written by a newer version of the playground.`,
      'Update this page (reload it while you are online) and open it again.',
    ],
  ],
  file_unpacks_too_large: [
    'Archive too large',
    (issue) => [
      'This archive unpacks to more than can be read.',
      `The limit is ${megabytes(issue.limitBytes)}, or ${issue.ratio} times its size. Unpack it and open a part of it.`,
    ],
  ],
  no_rows: [
    'No rows',
    () => ['No row could be read.', 'The receipt lists what was skipped and why.'],
  ],
  read_failed: [
    'File not readable',
    (issue) => [
      'The file could not be read.',
      `${issue.reason} It may have been moved or changed; open it again.`,
    ],
  ],
  scoring_failed: ['Scoring broke off', (issue) => ['Scoring could not go on.', issue.reason]],
  scoring_held: [
    'Not scored again',
    () => [
      'This text was not scored again.',
      'When it was scored last, the worker that read it crashed or stopped answering. It is in the editor as it was.',
    ],
  ],
  row_not_json: [
    'Skipped: not JSON',
    (issue, at) => [`${at} skipped.`, `${issue.reason} (column ${issue.column}).`],
  ],
  row_not_object: [
    'Skipped: not an object',
    (issue, at) => [`${at} skipped.`, `A row is a JSON object; this is ${aType(issue.found)}.`],
  ],
  row_too_deep: [
    'Skipped: nested too deep',
    (issue, at) => [`${at} skipped.`, `Nested deeper than ${issue.limit} levels.`],
  ],
  row_not_csv: [
    'Skipped: a quote is never closed',
    (_, at) => [`${at} skipped.`, 'A quote is opened and never closed.'],
  ],
  row_too_large: [
    'Skipped: row too large',
    (issue, at) => [
      `${at} skipped.`,
      `It has ${megabytes(issue.bytes)}; the limit of one row is ${megabytes(issue.limitBytes)}.`,
    ],
  ],
  row_field_count: [
    'Skipped: more fields than columns',
    (issue, at) => [`${at} skipped.`, `${issue.found} fields; the header has ${issue.expected}.`],
  ],
  trajectory_unreadable: [
    'Trajectories that cannot be read',
    (issue, at) => [`${at} not scored.`, `${issue.column} ${describeProblem(issue.problem)}`],
  ],
  number_unreadable: [
    'Numbers that cannot be read',
    (issue, at) => [`${at}:`, `${issue.column} is not a number: ${issue.found}.`],
  ],
  number_converted: [
    'Numbers read otherwise',
    (issue, at) => [
      `${at}: ${issue.column} read as ${issue.value}.`,
      `The cell holds ${issue.found}.`,
    ],
  ],
  cell_lenient: [
    'Cells that are not strict JSON',
    (issue, at) => [
      `${at}: ${issue.column} is ${describeStrictness(issue.leniencies)}.`,
      `Accepted: ${describeLeniencies(issue.leniencies)}.`,
    ],
  ],
  calls_converted: [
    'Calls written otherwise',
    (issue, at) => [
      `${at}: calls of ${issue.column} converted.`,
      `${sentenceCase(issue.forms.map((form) => FORMS[form]).join('; '))}.`,
    ],
  ],
  arguments_not_json: [
    'Arguments compared as text',
    (issue, at) => [
      `${at}: arguments are not valid JSON.`,
      `${issue.column}, call ${issue.call}: ${lowerFirst(issue.reason)}. They are compared as text.`,
    ],
  ],
  arguments_elsewhere: [
    'Calls whose arguments may stand elsewhere',
    (issue, at) => [
      `${at}: a call has no arguments, but an object under “${issue.key}”.`,
      `${issue.column}, call ${issue.call}: its arguments were taken as {}.`,
    ],
  ],
  side_unsure: [
    'Columns that may be the missing side',
    (issue) => [
      `${issue.names.map((name) => `“${name}”`).join(' and ')} hold calls.`,
      `Which of them is the ${issue.side} trajectory is not clear from their names.`,
    ],
  ],
  names_only: [
    'Calls compared by name only',
    (issue, at) => [
      `${at}: calls compared by name only.`,
      `${issue.column} has names of tools without arguments.`,
    ],
  ],
  header_duplicate: [
    'Columns that occur twice',
    (issue) => [
      `Column “${issue.name}” occurs twice.`,
      `The second is shown as “${issue.renamed}”.`,
    ],
  ],
  columns_uneven: [
    'Columns of different lengths',
    (issue) => [
      `Column “${issue.name}” has ${issue.found} values.`,
      `The longest column has ${issue.expected}; the rest are taken as not recorded.`,
    ],
  ],
  fields_missing: [
    'Rows with fewer fields',
    (issue, at) => [
      `${at}:`,
      `${issue.found} of ${issue.expected} fields; the rest are taken as not recorded.`,
    ],
  ],
  fields_extra: [
    'Rows with more fields',
    (issue, at) => [
      `${at}:`,
      `${issue.found} fields, but the header has ${issue.expected}. The further ones are kept in “${issue.name}”; if they belong to a cell before, it needs quotes around it.`,
    ],
  ],
  arguments_uneven: [
    'Tools and arguments that are not as many',
    (issue, at) => [
      `${at}: calls compared by name only.`,
      `${issue.column} names ${issue.names} ${issue.names === 1 ? 'tool' : 'tools'}; beside it ${issue.found === 1 ? 'are the arguments of 1 call' : `are the arguments of ${issue.found} calls`}.`,
    ],
  ],
  lines_blank: [
    'Blank lines',
    (issue) => [`${issue.count} blank ${issue.count === 1 ? 'line' : 'lines'} passed over.`, ''],
  ],
  lines_ignored: [
    'Lines around the data',
    (issue) => [
      `${issue.count} ${issue.count === 1 ? 'line' : 'lines'} around the data not read.`,
      `The first is line ${issue.line}.`,
    ],
  ],
  file_converted: [
    'Converted before reading',
    (issue) => [CONVERSIONS[issue.from], describeFacts(issue.facts ?? {})],
  ],
  row_lenient: [
    'Rows that are not strict JSON',
    (issue, at) => [
      `${at} is ${describeStrictness(issue.leniencies)}.`,
      `Accepted: ${describeLeniencies(issue.leniencies)}.`,
    ],
  ],
  characters_replaced: [
    'Bytes that are no text',
    (_, at) => [
      `${at} has bytes that are no UTF-8 text.`,
      'They are shown and compared as “\ufffd”.',
    ],
  ],
  column_reserved: [
    'Columns with a special name',
    (issue, at) => [
      `${at}: column “${issue.name}” plays no role.`,
      'The name is special in JavaScript; the column is kept and shown, and nothing is read from it.',
    ],
  ],
  column_dropped: [
    'Columns left out',
    (issue) => [
      `Column ${issue.place} left out.`,
      'It has no name and holds nothing but row numbers or blanks.',
    ],
  ],
  schema_nulls_dropped: [
    'Nulls left out',
    (issue) => [
      `${issue.count} null values of “${issue.name}” left out.`,
      'A Parquet schema gives every call the arguments of all tools; those a call does not have are null.',
    ],
  ],
  column_converted: [
    'Columns converted',
    (issue) => [
      `Column “${issue.conversion.column}” converted.`,
      describeConversion(issue.conversion),
    ],
  ],
  calls_grouped: [
    'Rows joined to runs',
    (issue) => [
      `${issue.calls} rows with one call each became ${issue.runs} ${issue.runs === 1 ? 'row' : 'rows'}.`,
      `Rows with the same “${issue.id}” are one run; “${issue.tool}” is the tool.`,
    ],
  ],
  calls_left_out: [
    'Calls left out',
    (issue) => [`${countCalls(issue.count)} of ${issue.name} left out.`, 'You chose so.'],
  ],
  tool_renamed: [
    'Tools renamed',
    (issue) => [`${countCalls(issue.count)} of ${issue.name} renamed.`, `Now ${issue.to}.`],
  ],
  rows_joined: [
    'Two files put together',
    (issue) => [
      `${issue.facts.paired} rows paired with “${issue.facts.added}” by ${issue.facts.by}.`,
      describeJoin(issue.facts),
    ],
  ],
  reading_remembered: [
    'Choices taken again',
    () => [
      'Read like the last file with these columns.',
      'The choices you made then are taken again.',
    ],
  ],
  keys_unused: [
    'Keys that are not used',
    (issue) => [
      `${issue.adapter}: ${issue.count === 1 ? '1 key of the records is' : `${issue.count} keys of the records are`} not used.`,
      `In no row: ${listed(issue.paths, issue.count)}.`,
    ],
  ],
  adapter_note: [
    'What the format needed',
    (issue) => [
      `${issue.adapter}: ${ADAPTER_NOTES[issue.kind]}.`,
      `${issue.count}×${issue.detail === '' ? '' : `: ${issue.detail}`}${
        issue.path === '' ? '' : `; first at ${issue.path}`
      }.`,
    ],
  ],
};

/**
 * The sentence of an issue. The only place where issues become text.
 * @param unit what the issue's `line` counts
 */
export function sentenceOf(issue: Issue, unit: 'Line' | 'Row' = 'Line'): Sentence {
  const [, partsOf] = CATALOGUE[issue.code] as Entry<Issue>;
  const [title, detail] = partsOf(issue, 'line' in issue ? `${unit} ${issue.line}` : '');
  return { title, detail };
}

/** What a text is that cannot be read, and what to do. */
const SHAPES: Readonly<Record<UnreadShape, Parts>> = {
  yaml: [
    'This is YAML, which cannot be read here.',
    'Save it as JSON: “yq -o json”, or json.dumps(yaml.safe_load(text)) in Python.',
  ],
  markup: [
    'This is HTML or XML, which cannot be read here.',
    'Copy the data itself: JSON, JSONL, CSV or a Markdown table.',
  ],
  printed_table: [
    'This is a table as pandas prints it, with no sign of where a cell ends.',
    'Paste what df.to_json(orient="records", lines=True) gives.',
  ],
  curly_quotes: [
    'The quotes of this JSON are curly.',
    'Word processors and chats do that. Copy it from where it was written, or replace “ and ” with straight quotes.',
  ],
  no_header: [
    'The first line does not name the columns.',
    'Put a line above it, such as id,prompt,predicted_trajectory,reference_trajectory, with the same delimiter.',
  ],
};

/** What a file was converted from. */
const CONVERSIONS: Readonly<Record<Conversion, string>> = {
  gzip: 'The file was unpacked from gzip.',
  utf_16: 'The text was converted from UTF-16.',
  parquet: 'The rows were read from Parquet.',
  double_encoded: 'The file was JSON text inside JSON text.',
  fence: 'The rows were taken from a Markdown code block.',
  event_stream: 'The values were taken from the events that a server sent.',
  other_text: 'The rows stood among other text, which was left out.',
  wrapper: 'The rows stood inside another object.',
  pandas_split: 'Read as a pandas table split into columns and data.',
  pandas_table: 'Read as a pandas table with its schema.',
  pandas_index: 'Read as a pandas table, row by row label.',
  value_lists: 'Read as a list of lists.',
  notebook: 'The data was taken from the cells of a notebook.',
  python: 'The data was taken from Python assignments; nothing was run.',
  backslash_escapes: 'The table escapes its delimiters and quotes with a backslash.',
  separator_line: 'The first line names the delimiter; it is not a header.',
};

/** How calls were written. */
const FORMS: Readonly<Record<CallForm, string>> = {
  double_encoded: 'the list was JSON text inside JSON text',
  single_call: 'one call stood without a list around it',
  other_keys: 'name and arguments stood under other keys',
  arguments_json: 'arguments were JSON text',
  arguments_lenient: 'arguments were text that is not strict JSON',
  arguments_absent: 'absent, null and empty arguments were taken as {}',
  expressions: 'calls were written as expressions',
  some_names: 'some are names without arguments, and compared by name',
  accepted_values: 'compared with the first of several accepted values',
  conversation: 'calls were taken from a conversation',
  empty_word: 'a word for “no calls” was taken as an empty list',
};

/** What an adapter has noted. */
const ADAPTER_NOTES: Readonly<Record<AdapterNoteCode, string>> = {
  arguments_text: 'arguments that are neither JSON nor Python were kept as text',
  arguments_literal: 'arguments were written as Python prints values',
  arguments_empty: 'empty arguments were taken as {}',
  arguments_all_count: 'the task compares some arguments of a call only; here all of them count',
  names_only: 'calls without arguments are compared by name',
  arguments_elsewhere: 'calls without arguments have an object under another key: it was not used',
  call_unreadable: 'an item of a list of calls is none',
  call_invalid: 'a call that the framework could not read counts as made, and matches none',
  call_repeated: 'a call recorded twice was counted once',
  calls_expanded: 'parallel calls were taken out of their wrapper',
  calls_dropped: 'calls on the drop list were left out',
  pseudo_tool: 'a hand-over or final answer in the shape of a call was kept',
  sub_agent_calls: 'calls of a sub-agent were kept',
  sub_agent_calls_dropped: 'calls of a sub-agent were left out',
  alternatives: 'of several accepted values of an argument only the first is compared with',
  positional_arguments: 'arguments without names were numbered',
  turns_joined: 'turns were joined to one row',
  answers_joined: 'answers of a model up to one that calls nothing were joined to one run',
  side_assumed: 'calls were taken for the prediction',
  record_unread: 'a record holds nothing for a row',
  calls_unrecorded: 'a run holds no record of its calls: its prediction is missing, not empty',
  record_other: 'a record that this framework did not write is kept as a row with its own columns',
  choices_unread: 'answers after the first were not read',
  scores_kept: 'scores of another program were kept as columns',
};

/** What was lenient about a text. */
const LENIENCIES: Readonly<Record<LeniencyKind, string>> = {
  comments: 'comments',
  trailing_commas: 'trailing commas',
  single_quotes: 'single quotes',
  bare_keys: 'keys without quotes',
  backtick_texts: 'text in backticks',
  console_forms: 'values as the console of Node prints them',
  undefined_words: 'undefined, left out of objects and null elsewhere',
  end_marks: 'a % or a semicolon after the value',
  python_words: 'Python’s True, False and None',
  non_finite: 'NaN and Infinity; NaN is taken as equal to NaN',
  control_characters: 'control characters inside text',
  duplicate_keys: 'a key twice in one object; the last one counts',
  beyond_range: 'numbers beyond ±1.8e308, read as infinity',
  keys_not_text: 'keys that are no text',
  tuples: 'tuples as lists',
  sets: 'sets as lists',
  bytes: 'bytes as text',
  number_forms: 'numbers written as only Python does',
  python_texts: 'texts written as only Python does',
  numpy_arrays: 'numpy arrays without commas',
  python_objects: 'Python objects',
};

/** What was lenient about a text, with Python's types named. */
function describeLeniencies(leniencies: readonly Leniency[]): string {
  const types = leniencies.filter(({ kind }) => kind === 'python_objects').map(({ name }) => name);
  const kinds = leniencies.filter(({ kind }) => kind !== 'python_objects');
  const words = kinds.map(({ kind }) => LENIENCIES[kind]);
  if (types.length > 0)
    words.push(`${LENIENCIES.python_objects} (${types.slice(0, 8).join(', ')})`);
  return words.join(', ');
}

/** What strict JSON allows, though no value can hold it. */
const STRICT: readonly LeniencyKind[] = ['duplicate_keys', 'beyond_range'];

function describeStrictness(leniencies: readonly Leniency[]): string {
  const isStrict = leniencies.every(({ kind }) => STRICT.includes(kind));
  return isStrict ? 'unusual JSON' : 'not strict JSON';
}

function describeFacts(facts: ConversionFacts): string {
  const { fromLine, ignoredLines = 0, name, rowCount, bytes, leniencies = [] } = facts;
  const words: string[] = [];
  if (name !== undefined) words.push(`Found under “${name}”.`);
  if (fromLine !== undefined) words.push(`The data starts at line ${fromLine}.`);
  if (ignoredLines > 0) words.push(`${countOf(ignoredLines, 'line')} around it not read.`);
  if (rowCount !== undefined) words.push(`${rowCount} ${rowCount === 1 ? 'row' : 'rows'}.`);
  if (bytes !== undefined) words.push(`${bytes} bytes of text.`);
  if (leniencies.length > 0) words.push(`Accepted: ${describeLeniencies(leniencies)}.`);
  return words.join(' ');
}

/** What a converted column became. */
function describeConversion(conversion: CellConversion): string {
  if (conversion.role === 'failure')
    return conversion.isInverted
      ? 'It says that a run succeeded: failure is the contrary.'
      : 'Any text that tells of no success is a failure.';
  if (conversion.role !== 'latency_in_seconds')
    return `Its tools were called with the arguments of “${conversion.argumentsColumn}”; both columns are kept.`;
  return conversion.unit === 'milliseconds'
    ? 'Its milliseconds are the latency, in seconds.'
    : 'Its seconds are the latency.';
}

/** Which rows of two files have no partner. */
function describeJoin(facts: JoinFacts): string {
  const { alonePredictions, aloneReferences, repeated, skipped = 0 } = facts;
  const words = [
    alonePredictions > 0 && `${alonePredictions} without a reference.`,
    aloneReferences > 0 && `${aloneReferences} without a prediction.`,
    alonePredictions + aloneReferences > 0 && 'They are kept and not evaluated.',
    repeated > 0 && `${repeated} share their key with an earlier row and were paired in order.`,
    skipped > 0 && `${skipped} records of the two files could not be read.`,
  ].filter((sentence) => sentence !== false);
  return words.join(' ') || 'No row is left over.';
}

/** Paths shown; the others are counted. */
const SHOWN = 4;

function listed(paths: readonly string[], count: number): string {
  const shown = paths.slice(0, SHOWN);
  const more = count - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function countCalls(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function describeProblem(problem: TrajectoryProblem): string {
  switch (problem.code) {
    case 'trajectory_not_json':
      return `is text that is not JSON: ${lowerFirst(problem.reason)} (column ${problem.column}).${
        problem.cutBy === undefined
          ? ''
          : ` It is as long as a cell of ${problem.cutBy} can be: it was cut there.`
      }`;
    case 'trajectory_not_list':
      return `is ${aType(problem.found)}; expected a list of calls.`;
    case 'call_not_object':
      return `call ${problem.call} is ${aType(problem.found)}; expected an object with tool_name and tool_input.`;
    case 'call_without_tool_name':
      return problem.found === ''
        ? `call ${problem.call} has no tool_name; it is an empty object.`
        : `call ${problem.call} has no tool_name; found: ${problem.found}.`;
    case 'call_is_definition':
      return `call ${problem.call} describes a tool; it is not a call.`;
    case 'trajectory_too_deep':
      return `is nested deeper than ${problem.limit} levels.`;
  }
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

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
    title: CATALOGUE[code][0],
    total: Math.max(kept.length, counts[code] ?? 0),
    issues: kept,
  }));
  const rank = ({ severity }: IssueGroup): number => GRAVEST_FIRST.indexOf(severity);
  return groups.sort((a, b) => rank(a) - rank(b));
}
