import { aType } from '#core/base/json/json-value.ts';
import type { CellConversion, JoinFacts } from '#core/read/choices/reading-choices.ts';
import type { Tolerance, ToleranceKind } from '#core/base/literals/tolerance.ts';
import { listFirst } from '#core/base/text/list-first.ts';
import { countOf } from '#core/base/text/sentence.ts';
import type { CallForm, TrajectoryProblem } from '#core/calls/trajectory.ts';
import { ROLE_TITLES } from '#core/read/names/column-roles.ts';
import { ADAPTER_NOTES } from '#core/read/framework/adapter-notes.ts';
import { CONVERSIONS, MARKS, UNKNOWN_SHAPES, type Parts } from './codes.ts';
import { type ConversionFacts, type Issue, type IssueCode, type Severity } from './issue.ts';

/** A sentence in two parts: where and what happened, then why. */
export interface Sentence {
  readonly title: string;
  readonly detail: string;
}

/** Words with facts in them, see {@link fill}; or what makes them of an issue. */
type Words<I> = string | ((issue: I, at: string) => string);

interface Entry<I> {
  readonly severity: Severity;
  /** What issues of the kind have in common. */
  readonly heading: string;
  /** The sentence of one. */
  readonly title: Words<I>;
  readonly detail: Words<I>;
}

const kind =
  (severity: Severity) =>
  <I>(heading: string, title: Words<I>, detail: Words<I> = ''): Entry<I> => ({
    severity,
    heading,
    title,
    detail,
  });

const fatal = kind('fatal');
const skipped = kind('skipped');
const warning = kind('warning');
const note = kind('note');

const NEEDS_A_ROW = 'Paste or open a dataset with at least one row.';
const ROW_SKIPPED = '{at} skipped.';

const CATALOGUE: { readonly [Code in IssueCode]: Entry<Extract<Issue, { code: Code }>> } = {
  file_empty: fatal(
    'Empty file',
    ({ isBlank }) => (isBlank ? 'There are only blank lines.' : 'The file is empty.'),
    NEEDS_A_ROW,
  ),
  file_without_rows: fatal('No rows', 'No rows found.', NEEDS_A_ROW),
  file_binary: fatal(
    'Not a text file',
    'The format was not recognised.',
    'It is {kind}. Expected JSONL, JSON, CSV or TSV text, or Parquet.',
  ),
  shape_unknown: fatal(
    'Unknown format',
    (issue) => describeUnknown(issue)[0],
    (issue) => describeUnknown(issue)[1],
  ),
  lines_marked: fatal(
    'Marks in the text',
    ({ mark }) => MARKS[mark][0],
    ({ mark, line }) => `First: line ${line}. ${MARKS[mark][1]}`,
  ),
  file_not_json: fatal(
    'Incomplete JSON',
    'The JSON is incomplete.',
    'Line {line}, column {column}: {reason}.',
  ),
  file_too_large: fatal(
    'File too large',
    'This file is too large to read as one JSON value.',
    'It has {bytes MB}; the limit is {limitBytes MB}. Save it as JSONL, one row per line: that has no limit.',
  ),
  row_too_long: fatal(
    'Unterminated row',
    'Reading stopped: this is no longer a list of rows.',
    'The row that starts at {at lower} does not end within {limit} characters.',
  ),
  names_too_large: fatal(
    'Names that expand too far',
    'Reading stopped: names inside names expand too far.',
    'With the one at line {line}, they expand to more than {limit} values. Save the rows as JSONL.',
  ),
  records_broken: fatal(
    'Broken records',
    'Reading stopped: this is no longer a dataset.',
    '{count} consecutive records cannot be read, up to {at lower}.',
  ),
  file_broken: fatal(
    'Damaged file',
    'This {kind} is damaged or incomplete.',
    ({ reason }) => `${reason.replace(/\.$/, '')}.`,
  ),
  file_newer: fatal(
    'File of a newer version',
    'This {kind} was written by a newer version of the playground.',
    'Update this page (reload it while you are online) and open it again.',
  ),
  file_unpacks_too_large: fatal(
    'Too large unpacked',
    'This file unpacks to more than can be read.',
    'The limit is {limitBytes MB}, or {ratio} times its size. Open a part of it.',
  ),
  files_unread: fatal(
    'No file readable',
    'None of {count file} could be read.',
    ({ first, why }) => `${first}: ${textOf(why)}`,
  ),
  no_rows: fatal('No rows', 'No row could be read.', 'The receipt lists what was skipped and why.'),
  read_failed: fatal(
    'File not readable',
    'The file could not be read.',
    '{reason} It may have been moved or changed; open it again.',
  ),
  scoring_failed: fatal('Scoring stopped', 'Scoring could not continue.', '{reason}'),
  scoring_held: fatal(
    'Not scored again',
    'This text was not scored again.',
    'Last time, the worker that read it crashed or stopped responding. The text in the editor is unchanged.',
  ),
  row_not_json: skipped('Skipped: not JSON', ROW_SKIPPED, '{reason} (column {column}).'),
  row_not_object: skipped(
    'Skipped: not an object',
    ROW_SKIPPED,
    'A row is a JSON object; this is {found type}.',
  ),
  row_too_deep: skipped(
    'Skipped: nested too deep',
    ROW_SKIPPED,
    'Nested deeper than {limit} levels.',
  ),
  row_not_csv: skipped(
    'Skipped: a quote is never closed',
    ROW_SKIPPED,
    'A quote is opened and never closed.',
  ),
  row_too_large: skipped(
    'Skipped: row too large',
    ROW_SKIPPED,
    'It has {bytes MB}; the limit of one row is {limitBytes MB}.',
  ),
  row_field_count: skipped(
    'Skipped: more fields than columns',
    ROW_SKIPPED,
    '{found} fields; the header has {expected}.',
  ),
  trajectory_unreadable: warning(
    'Calls that cannot be read',
    '{at} left out.',
    ({ column, problem }) =>
      `${column} ${say(PROBLEMS[problem.code] as Words<TrajectoryProblem>, problem)}`,
  ),
  number_unreadable: warning(
    'Numbers that cannot be read',
    '{at}:',
    '{column} is not a usable number: {found}.',
  ),
  number_converted: note(
    'Numbers converted',
    '{at}: {column} read as {value}.',
    'The cell holds {found}.',
  ),
  cell_lenient: note(
    'Cells that are not strict JSON',
    ({ column, leniencies }, at) => `${at}: ${column} is ${describeStrictness(leniencies)}.`,
    ({ leniencies }) => describeTolerances(leniencies),
  ),
  calls_converted: note(
    'Calls read from other forms',
    '{at}, {column}:',
    ({ forms }) => `${forms.map((form) => FORMS[form]).join('; ')}.`,
  ),
  arguments_not_json: warning(
    'Arguments compared as strings',
    '{at}: arguments are not valid JSON.',
    '{column}, call {call}: {reason lower}. They are compared as strings.',
  ),
  arguments_found: note(
    'Arguments found under other keys',
    ({ keys }, at) =>
      `${at}: arguments were read from ${keys.map((key) => `“${key}”`).join(', ')}.`,
    '{column}, call {call} has none under a usual key, such as tool_input.',
  ),
  arguments_elsewhere: warning(
    'Calls whose arguments may be under another key',
    '{at}: a call has no arguments, but an object under “{key}”.',
    '{column}, call {call}: its arguments were read as {}.',
  ),
  side_unsure: warning(
    'Columns that may hold the missing calls',
    ({ names, examples = [] }) => {
      const named = names.map((name, at) => `“${name}”${examples[at] ? ` (${examples[at]})` : ''}`);
      return named.length > 1
        ? `${named.join(' and ')} hold calls.`
        : `${named.join('')} was taken as called.`;
    },
    ({ names, side }) =>
      names.length > 1
        ? `Their names do not show which calls were ${side === 'predicted' ? 'made' : 'expected'}.`
        : 'Nothing tells whether its calls were expected instead.',
  ),
  columns_disagree: warning(
    'Columns that contradict each other',
    ({ column, others }) => `${listFirst([column, ...others], SHOWN)} do not say the same.`,
    ({ role, column }) => `${column} was taken as ${ROLE_TITLES[role]}.`,
  ),
  names_only: note(
    'Calls compared by name only',
    '{at}: calls compared by name only.',
    '{column} has tool names without arguments.',
  ),
  header_duplicate: warning(
    'Duplicate columns',
    'Column “{name}” occurs twice.',
    'The second is shown as “{renamed}”.',
  ),
  columns_uneven: warning(
    'Columns of different lengths',
    'Column “{name}” has {found} values.',
    'The longest column has {expected}; the rest count as not recorded.',
  ),
  list_unread: warning(
    'Lists that were not read',
    '“{name}” was not read: line {line} of the code.',
    '{reason}. Paste the list with its values.',
  ),
  fields_missing: warning(
    'Rows with fewer fields',
    '{at}:',
    '{found} of {expected} fields; the rest count as not recorded.',
  ),
  fields_extra: warning(
    'Rows with more fields',
    '{at}:',
    '{found} fields, but the header has {expected}. The extra ones are kept in “{name}”; if they belong to an earlier cell, put that cell in quotes.',
  ),
  arguments_uneven: warning(
    'Different numbers of tools and arguments',
    '{at}: calls compared by name only.',
    '{column} names {names tool}, but has arguments for {found call}.',
  ),
  file_unread: skipped(
    'Files that were not read',
    ({ rows }) => (rows > 0 ? `read as far as row ${rows}.` : 'not read.'),
    ({ why }) => textOf(why),
  ),
  files_left_out: note('Hidden files left out', '{count file} left out.', ({ names, count }) =>
    listFirst(names, SHOWN, count),
  ),
  files_without_runs: note(
    'Files without runs left out',
    '{count file} left out: no run of an agent and no expected calls.',
    ({ names, count }) => listFirst(names, SHOWN, count),
  ),
  sessions_repeated: note(
    'Sessions that repeat another',
    'Records of {count session} counted once: another one has them, too.',
    ({ names, count }) => listFirst(names, SHOWN, count),
  ),
  prompts_several: note(
    'Sessions with several prompts',
    ({ count }) => `${countOf(count, 'session')} ${count === 1 ? 'has' : 'have'} several prompts.`,
    'Each prompt is a row; “Columns” offers one row for a whole conversation.',
  ),
  lines_blank: note('Blank lines', '{count blank line} ignored.'),
  lines_ignored: note(
    'Lines around the data',
    '{count line} around the data ignored.',
    'The first is line {line}.',
  ),
  file_converted: note(
    'Converted before reading',
    ({ from }) => CONVERSIONS[from],
    ({ facts = {} }) => describeFacts(facts),
  ),
  row_lenient: note(
    'Rows that are not strict JSON',
    ({ leniencies }, at) => `${at} is ${describeStrictness(leniencies)}.`,
    ({ leniencies }) => describeTolerances(leniencies),
  ),
  characters_replaced: warning(
    'Bytes that are not text',
    '{at} has bytes that are not UTF-8 text.',
    'They are shown as “\ufffd”. Calls that hold one are left out.',
  ),
  column_reserved: note(
    'Columns with a special name',
    '{at}: column “{name}” is not used.',
    'The name is special in JavaScript; the column is shown, but nothing is read from it.',
  ),
  column_dropped: note(
    'Columns left out',
    'Column {place} left out.',
    'It has no name and only row numbers or blanks.',
  ),
  schema_nulls_dropped: note(
    'Nulls left out',
    '{count null} in “{name}” left out.',
    'A Parquet schema gives every call the arguments of all tools; those a call does not have are null.',
  ),
  column_converted: note(
    'Columns converted',
    ({ conversion }) => `Column “${conversion.column}” converted.`,
    ({ conversion }) => describeConversion(conversion),
  ),
  calls_grouped: note(
    'Rows joined into runs',
    '{calls row} with one call each became {runs row}.',
    'Rows with the same “{id}” are one run; “{tool}” names the tool.',
  ),
  calls_left_out: note('Calls left out', '{count call} of {name} left out.', 'By your choice.'),
  tool_renamed: note('Tools renamed', '{count call} of {name} renamed.', 'Now {to}.'),
  rows_joined: note(
    'Two files combined',
    ({ facts: { paired, added, by, column = '' } }) => {
      const named = column === '' || column === by ? '' : ` (${column})`;
      return `${countOf(paired, 'row')} paired with “${added}” by ${by}${named}.`;
    },
    ({ facts }) => describeJoin(facts),
  ),
  rows_unpaired: warning(
    'Expected calls that belong to no row',
    'No row is paired with “{added}”.',
    ({ columns, ofSession }) => whyUnpaired(columns, ofSession),
  ),
  reading_remembered: note(
    'Choices reused',
    'Read like the last file with these columns.',
    'Your choices for it are applied again.',
  ),
  units_by_size: note(
    'Units of times',
    ({ units }) => `${listFirst(units, SHOWN)}: the size of the numbers tells the unit.`,
    'A name that says it, such as latency_ms, leaves no doubt.',
  ),
  column_named: note(
    'Columns renamed',
    '{own} was read as {name}.',
    'Filters and written files use that name.',
  ),
  keys_unused: note(
    'Keys in no row',
    ({ adapter, count }) =>
      `${adapter}: ${countOf(count, 'key')} of the file ${count === 1 ? 'is' : 'are'} in no row.`,
    ({ paths, count }) => `${listFirst(paths, SHOWN, count)}.`,
  ),
  adapter_note: note(
    'Format conversions',
    ({ adapter, kind: noted }) => `${adapter}: ${ADAPTER_NOTES[noted]}.`,
    ({ count, detail, line, path }, at) => {
      const place = [line === undefined ? '' : lowerFirst(at), path].filter((part) => part !== '');
      const first = place.length > 0 ? `; first at ${place.join(', ')}` : '';
      return `${count}×${detail && `: ${detail}`}${first}.`;
    },
  ),
};

/** Every issue code there is. */
export const ISSUE_CODES = Object.keys(CATALOGUE) as readonly IssueCode[];

/** How grave an issue is. */
export function severityOf(code: IssueCode): Severity {
  return CATALOGUE[code].severity;
}

/** What issues of a kind are called together. */
export function headingOf(code: IssueCode): string {
  return CATALOGUE[code].heading;
}

/**
 * The sentence of an issue. The only place where issues become text.
 * @param unit what the issue's `line` counts
 */
export function sentenceOf(issue: Issue, unit: 'Line' | 'Row' = 'Line'): Sentence {
  const { title, detail } = CATALOGUE[issue.code] as Entry<Issue>;
  const { file, unit: own = 'Line' } = issue;
  const lines = file === undefined ? unit : own;
  const at = 'line' in issue ? `${lines} ${issue.line}` : '';
  const sentence = say(title, issue, at);
  return {
    title: file === undefined ? sentence : `${file}: ${sentence}`,
    detail: say(detail, issue, at),
  };
}

function say<I extends object>(words: Words<I>, of: I, at = ''): string {
  return typeof words === 'string' ? fill(words, { ...of, at }) : words(of, at);
}

/**
 * Puts facts into words: `{column}` as it is, `{count row}` as “3 rows”, `{bytes MB}` as “2 MB”,
 * `{found type}` as “a list”, `{at lower}` as “line 3”.
 */
function fill(words: string, facts: Readonly<Record<string, unknown>>): string {
  return words.replace(/\{(\w+)(?: ([\w ]+))?\}/g, (_, name: string, form?: string) => {
    const fact = facts[name];
    const text = String(fact);
    if (form === undefined) return text;
    return FACT_FORMS[form]?.(text) ?? countOf(Number(fact), form);
  });
}

const FACT_FORMS: Readonly<Record<string, (fact: string) => string>> = {
  MB: (bytes) => `${(Number(bytes) / 1e6).toFixed(0)} MB`,
  type: aType,
  lower: lowerFirst,
};

/** Both parts of an issue’s sentence. */
export function textOf(issue: Issue, unit?: 'Line' | 'Row'): string {
  const { title, detail } = sentenceOf(issue, unit);
  return `${title} ${detail}`.trim();
}

/** Says of a text that cannot be read what it is, and what to do. */
function describeUnknown({ shape, fetched }: Extract<Issue, { code: 'shape_unknown' }>): Parts {
  return fetched ? describeFetched(fetched) : UNKNOWN_SHAPES[shape ?? 'other'];
}

function describeFetched(names: readonly string[]): Parts {
  const list = new Intl.ListFormat('en');
  return [
    `This code fetches ${list.format(names.map((name) => `“${name}”`))}; pasted code is not run, and there are no rows in it.`,
    `Under Samples the page has its own on the same subject: ${list.format(names.map((name) => `#/?sample=${name}`))}. For the original, run the code and open eval_dataset.json.`,
  ];
}

/** How calls were written. */
const FORMS: Readonly<Record<CallForm, string>> = {
  double_encoded: 'the list was JSON text inside JSON text',
  single_call: 'a single call was not in a list',
  other_keys: 'name and arguments were read from other keys',
  arguments_json: 'arguments were JSON text',
  arguments_lenient: 'arguments were text that is not strict JSON',
  arguments_absent: 'absent, null and empty arguments were read as {}',
  expressions: 'calls were written as expressions',
  some_names: 'some are names without arguments, and compared by name',
  conversation: 'calls were read from a conversation',
  empty_word: 'a word for “no calls” was read as an empty list',
};

/** The tolerances that a text needed. */
const LENIENCIES: Readonly<Record<Exclude<ToleranceKind, 'python_objects'>, string>> = {
  comments: 'comments',
  trailing_commas: 'trailing commas',
  single_quotes: 'single quotes',
  bare_keys: 'keys without quotes',
  backtick_texts: 'strings in backticks',
  console_forms: 'values as printed by the Node console',
  undefined_words: 'undefined, left out of objects and null elsewhere',
  end_marks: 'a % or a semicolon after the value',
  python_words: 'Python’s True, False and None',
  non_finite: 'NaN and Infinity; NaN equals NaN',
  control_characters: 'control characters inside strings',
  duplicate_keys: 'a key twice in one object; the last one counts',
  beyond_range: 'numbers beyond ±1.8e308, read as infinity',
  keys_not_text: 'keys that are not strings',
  tuples: 'tuples as lists',
  sets: 'sets as lists',
  bytes: 'bytes as strings',
  number_forms: 'number syntax of Python',
  python_texts: 'string syntax of Python',
  numpy_arrays: 'numpy arrays without commas',
};

/** The tolerances that a text needed, with Python's types named. */
function describeTolerances(leniencies: readonly Tolerance[]): string {
  const words = leniencies.flatMap(({ kind }) =>
    kind === 'python_objects' ? [] : LENIENCIES[kind],
  );
  const types = leniencies.flatMap(({ name }) => (name === '' ? [] : name)).slice(0, 8);
  if (types.length > 0) words.push(`Python objects (${types.join(', ')})`);
  return `Accepted: ${words.join(', ')}.`;
}

/** What strict JSON allows, though no value can hold it. */
const STRICT: readonly ToleranceKind[] = ['duplicate_keys', 'beyond_range'];

function describeStrictness(leniencies: readonly Tolerance[]): string {
  const isStrict = leniencies.every(({ kind }) => STRICT.includes(kind));
  return isStrict ? 'unusual JSON' : 'not strict JSON';
}

function describeFacts(facts: ConversionFacts): string {
  const { fromLine, ignoredLines = 0, name, rowCount, bytes, leniencies = [] } = facts;
  const words: string[] = [];
  if (name !== undefined) words.push(`Found under “${name}”.`);
  if (fromLine !== undefined) words.push(`The data starts at line ${fromLine}.`);
  if (ignoredLines > 0) words.push(`${countOf(ignoredLines, 'line')} around it ignored.`);
  if (rowCount !== undefined) words.push(`${countOf(rowCount, 'row')}.`);
  if (bytes !== undefined) words.push(`${countOf(bytes, 'byte')} of text.`);
  if (leniencies.length > 0) words.push(describeTolerances(leniencies));
  return words.join(' ');
}

/** What a converted column became. */
function describeConversion(conversion: CellConversion): string {
  if (conversion.role === 'failure')
    return conversion.isInverted
      ? 'It says whether a run succeeded: failure is the opposite.'
      : 'Any text that does not say success is a failure.';
  if (conversion.role !== 'latency_in_seconds')
    return `The arguments of its tools are in “${conversion.argumentsColumn}”; both columns are kept.`;
  return conversion.unit === 'milliseconds'
    ? 'It is the time. Its milliseconds became seconds.'
    : 'It is the time, in seconds.';
}

/**
 * Says why nothing tells which rows of two files belong together, and what to do about it.
 * @param columns the columns with expected calls that may name rows
 * @param ofSession how many rows with expected calls name a session of several turns
 */
export function whyUnpaired(columns: readonly string[], ofSession: number): string {
  if (ofSession > 0) return ofSessionInWords(ofSession);
  const why =
    columns.length === 0
      ? 'It has no column with ids, files or prompts, and another number of rows.'
      : `None of its columns (${listFirst(columns, SHOWN)}) has the id, file or prompt of a row with calls.`;
  return `${why} Give the rows that belong together the same id.`;
}

/** Says that calls are expected of sessions of which each turn is a row. */
export function ofSessionInWords(count: number): string {
  const [rows, are] = count === 1 ? ['row', 'is'] : ['rows', 'are'];
  return `${count} expected ${rows} ${are} for a file or session of several rows: read one row per conversation, or name each row.`;
}

/** Which rows of two files have no partner. */
function describeJoin(facts: JoinFacts): string {
  const { alonePredictions, aloneReferences, skipped = 0 } = facts;
  const { shared = 0, unclear = 0, ofSession = 0, repeated = 0 } = facts;
  const words = [
    facts.by === 'order' && 'By position alone: nothing names the rows.',
    alonePredictions > 0 && `${alonePredictions} without expected calls.`,
    aloneReferences > 0 && `${aloneReferences} without calls of the agent.`,
    alonePredictions + aloneReferences > 0 && 'They are kept, without a score.',
    shared > 0 && `${shared} with the expected calls of an earlier row of the same name.`,
    unclear > 0 &&
      `${unclear} expected under the same name as others, but otherwise: they are not paired.`,
    ofSession > 0 && ofSessionInWords(ofSession),
    repeated > 0 && `${repeated} share their key with an earlier row and were paired in order.`,
    skipped > 0 && `${countOf(skipped, 'record')} of the two files could not be read.`,
  ].filter((sentence) => sentence !== false);
  return words.join(' ') || 'Every row is paired.';
}

/** Paths shown; the others are counted. */
const SHOWN = 4;

/** Why a trajectory cannot be read, in words behind the name of its column. */
const PROBLEMS: {
  readonly [Code in TrajectoryProblem['code']]: Words<Extract<TrajectoryProblem, { code: Code }>>;
} = {
  trajectory_not_json: ({ reason, column, cutBy }) => {
    const cut = cutBy === undefined ? '' : ` It is cut off: a cell in ${cutBy} holds no more.`;
    return `is text that is not JSON: ${lowerFirst(reason)} (column ${column}).${cut}`;
  },
  trajectory_not_list: 'is {found type}; expected a list of calls.',
  call_not_object: 'call {call} is {found type}; expected an object with tool_name and tool_input.',
  call_without_tool_name: ({ call, found }) =>
    `call ${call} has no tool_name; ${found === '' ? 'it is an empty object' : `found: ${found}`}.`,
  call_is_definition: 'call {call} describes a tool; it is not a call.',
  arguments_unclear: ({ call, keys }) =>
    `call ${call}: nothing tells which of its keys hold the arguments: ${listFirst(keys, SHOWN)}.`,
  characters_lost:
    'call {call} has characters (\ufffd) that were lost before or are not UTF-8 text.',
  trajectory_too_deep: 'is nested deeper than {limit} levels.',
  pattern_malformed: ({ path, reason, nearest }) => {
    const form = nearest === undefined ? '' : ` Nearest right form: ${nearest}`;
    return `has a pattern that cannot be used, at ${path || 'its list of steps'}: ${reason}${form}`;
  },
  patterns_off: 'has groups of steps; turn on patterns in expected calls to read them.',
};

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
