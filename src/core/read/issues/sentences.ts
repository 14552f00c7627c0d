import { aType } from '#core/base/json/json-value.ts';
import type { AdapterNoteCode } from '#core/read/framework/adapter.ts';
import type { CellConversion, JoinFacts } from '#core/read/choices/reading-choices.ts';
import type { Leniency, LeniencyKind } from '#core/base/literals/leniency.ts';
import { countOf } from '#core/base/text/format-count.ts';
import type { CallForm, TrajectoryProblem } from '#core/calls/trajectory.ts';
import {
  type Conversion,
  type ConversionFacts,
  type Issue,
  type IssueCode,
  type LineMark,
} from './issue.ts';
import { describeUnknown } from './unknown-format.ts';

/** A sentence in two parts: where and what happened, then why. */
export interface Sentence {
  readonly title: string;
  readonly detail: string;
}

type Parts = readonly [title: string, detail: string];

/** What issues of one kind have in common, as a heading; and the sentence of one at a line. */
type Entry<I> = readonly [heading: string, partsOf: (issue: I, at: string) => Parts];

const NEEDS_A_ROW = 'Paste or open a dataset with at least one row.';

const CATALOGUE: { readonly [Code in IssueCode]: Entry<Extract<Issue, { code: Code }>> } = {
  file_empty: [
    'Empty file',
    ({ isBlank }) => [isBlank ? 'There are only blank lines.' : 'The file is empty.', NEEDS_A_ROW],
  ],
  file_without_rows: ['No rows', () => ['No rows found.', NEEDS_A_ROW]],
  file_binary: [
    'Not a text file',
    (issue) => [
      'The format was not recognised.',
      `It is ${issue.kind}. Expected JSONL, JSON, CSV or TSV text, or Parquet.`,
    ],
  ],
  shape_unknown: ['Unknown format', describeUnknown],
  lines_marked: [
    'Marks in the text',
    (issue) => [MARKS[issue.mark][0], `First: line ${issue.line}. ${MARKS[issue.mark][1]}`],
  ],
  file_not_json: [
    'Incomplete JSON',
    (issue) => [
      'The JSON is incomplete.',
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
    'Unterminated row',
    (issue, at) => [
      'Reading stopped: this is no longer a list of rows.',
      `The row that starts at ${at.toLowerCase()} does not end within ${issue.limit} characters.`,
    ],
  ],
  names_too_large: [
    'Names that expand too far',
    (issue) => [
      'Reading stopped: names inside names expand too far.',
      `With the one at line ${issue.line}, they expand to more than ${issue.limit} values. Save the rows as JSONL.`,
    ],
  ],
  records_broken: [
    'Broken records',
    (issue, at) => [
      'Reading stopped: this is no longer a dataset.',
      `${issue.count} consecutive records cannot be read, up to ${at.toLowerCase()}.`,
    ],
  ],
  file_broken: [
    'Damaged file',
    (issue) => [
      `This ${issue.kind} is damaged or incomplete.`,
      `${issue.reason.replace(/\.$/, '')}.`,
    ],
  ],
  file_newer: [
    'File of a newer version',
    (issue) => [
      `This ${issue.kind} was written by a newer version of the playground.`,
      'Update this page (reload it while you are online) and open it again.',
    ],
  ],
  file_unpacks_too_large: [
    'Too large unpacked',
    (issue) => [
      'This file unpacks to more than can be read.',
      `The limit is ${megabytes(issue.limitBytes)}, or ${issue.ratio} times its size. Open a part of it.`,
    ],
  ],
  files_unread: [
    'No file readable',
    ({ count, first, why }) => [
      `None of ${countOf(count, 'file')} could be read.`,
      `${first}: ${textOf(why)}`,
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
  scoring_failed: ['Scoring stopped', (issue) => ['Scoring could not continue.', issue.reason]],
  scoring_held: [
    'Not scored again',
    () => [
      'This text was not scored again.',
      'Last time, the worker that read it crashed or stopped responding. The text in the editor is unchanged.',
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
    'Numbers converted',
    (issue, at) => [
      `${at}: ${issue.column} read as ${issue.value}.`,
      `The cell holds ${issue.found}.`,
    ],
  ],
  cell_lenient: [
    'Cells that are not strict JSON',
    (issue, at) => [
      `${at}: ${issue.column} is ${describeStrictness(issue.leniencies)}.`,
      describeLeniencies(issue.leniencies),
    ],
  ],
  calls_converted: [
    'Calls normalised',
    (issue, at) => [
      `${at}: calls in ${issue.column} normalised.`,
      `${sentenceCase(issue.forms.map((form) => FORMS[form]).join('; '))}.`,
    ],
  ],
  arguments_not_json: [
    'Arguments compared as strings',
    (issue, at) => [
      `${at}: arguments are not valid JSON.`,
      `${issue.column}, call ${issue.call}: ${lowerFirst(issue.reason)}. They are compared as strings.`,
    ],
  ],
  arguments_found: [
    'Arguments found under other keys',
    (issue, at) => [
      `${at}: arguments were read from ${issue.keys.map((key) => `“${key}”`).join(', ')}.`,
      `${issue.column}, call ${issue.call} has none under a usual key, such as tool_input.`,
    ],
  ],
  arguments_elsewhere: [
    'Calls whose arguments may be under another key',
    (issue, at) => [
      `${at}: a call has no arguments, but an object under “${issue.key}”.`,
      `${issue.column}, call ${issue.call}: its arguments were read as {}.`,
    ],
  ],
  side_unsure: [
    'Columns that may be the missing trajectory',
    ({ names, examples = [], side }) => {
      const [only = '', ...more] = names.map(
        (name, at) => `“${name}”${examples[at] ? ` (${examples[at]})` : ''}`,
      );
      return more.length === 0
        ? [`${only} was taken as called.`, 'Nothing tells whether its calls were expected instead.']
        : [
            `${[only, ...more].join(' and ')} hold calls.`,
            `Their names do not show which is the ${side} trajectory.`,
          ];
    },
  ],
  names_only: [
    'Calls compared by name only',
    (issue, at) => [
      `${at}: calls compared by name only.`,
      `${issue.column} has tool names without arguments.`,
    ],
  ],
  header_duplicate: [
    'Duplicate columns',
    (issue) => [
      `Column “${issue.name}” occurs twice.`,
      `The second is shown as “${issue.renamed}”.`,
    ],
  ],
  columns_uneven: [
    'Columns of different lengths',
    (issue) => [
      `Column “${issue.name}” has ${issue.found} values.`,
      `The longest column has ${issue.expected}; the rest count as not recorded.`,
    ],
  ],
  list_unread: [
    'Lists that were not read',
    (issue) => [
      `“${issue.name}” was not read: line ${issue.line} of the code.`,
      `${issue.reason}. Paste the list with its values.`,
    ],
  ],
  fields_missing: [
    'Rows with fewer fields',
    (issue, at) => [
      `${at}:`,
      `${issue.found} of ${issue.expected} fields; the rest count as not recorded.`,
    ],
  ],
  fields_extra: [
    'Rows with more fields',
    (issue, at) => [
      `${at}:`,
      `${issue.found} fields, but the header has ${issue.expected}. The extra ones are kept in “${issue.name}”; if they belong to an earlier cell, put that cell in quotes.`,
    ],
  ],
  arguments_uneven: [
    'Different numbers of tools and arguments',
    (issue, at) => [
      `${at}: calls compared by name only.`,
      `${issue.column} names ${countOf(issue.names, 'tool')}, but has arguments for ${countOf(issue.found, 'call')}.`,
    ],
  ],
  file_unread: [
    'Files that were not read',
    ({ why, rows }) => [rows > 0 ? `read as far as row ${rows}.` : 'not read.', textOf(why)],
  ],
  files_left_out: [
    'Hidden files left out',
    (issue) => [`${countOf(issue.count, 'file')} left out.`, listed(issue.names, issue.count)],
  ],
  lines_blank: ['Blank lines', (issue) => [`${countOf(issue.count, 'blank line')} ignored.`, '']],
  lines_ignored: [
    'Lines around the data',
    (issue) => [
      `${countOf(issue.count, 'line')} around the data ignored.`,
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
      describeLeniencies(issue.leniencies),
    ],
  ],
  characters_replaced: [
    'Bytes that are not text',
    (_, at) => [
      `${at} has bytes that are not UTF-8 text.`,
      'They are shown and compared as “\ufffd”.',
    ],
  ],
  column_reserved: [
    'Columns with a special name',
    (issue, at) => [
      `${at}: column “${issue.name}” is not used.`,
      'The name is special in JavaScript; the column is shown, but nothing is read from it.',
    ],
  ],
  column_dropped: [
    'Columns left out',
    (issue) => [
      `Column ${issue.place} left out.`,
      'It has no name and only row numbers or blanks.',
    ],
  ],
  schema_nulls_dropped: [
    'Nulls left out',
    (issue) => [
      `${countOf(issue.count, 'null')} in “${issue.name}” left out.`,
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
    'Rows joined into runs',
    (issue) => [
      `${countOf(issue.calls, 'row')} with one call each became ${countOf(issue.runs, 'row')}.`,
      `Rows with the same “${issue.id}” are one run; “${issue.tool}” names the tool.`,
    ],
  ],
  calls_left_out: [
    'Calls left out',
    (issue) => [`${countOf(issue.count, 'call')} of ${issue.name} left out.`, 'By your choice.'],
  ],
  tool_renamed: [
    'Tools renamed',
    (issue) => [`${countOf(issue.count, 'call')} of ${issue.name} renamed.`, `Now ${issue.to}.`],
  ],
  rows_joined: [
    'Two files combined',
    (issue) => [
      `${countOf(issue.facts.paired, 'row')} paired with “${issue.facts.added}” by ${issue.facts.by}.`,
      describeJoin(issue.facts),
    ],
  ],
  reading_remembered: [
    'Choices reused',
    () => ['Read like the last file with these columns.', 'Your choices for it are applied again.'],
  ],
  units_by_size: [
    'Units of times',
    (issue) => [
      `${listed(issue.units, issue.units.length)}: the size of the numbers tells the unit.`,
      'A name that says it, such as latency_ms, leaves no doubt.',
    ],
  ],
  column_named: [
    'Columns renamed',
    (issue) => [`${issue.own} was read as ${issue.name}.`, 'Filters and downloads call it that.'],
  ],
  keys_unused: [
    'Keys in no row',
    (issue) => [
      `${issue.adapter}: ${countOf(issue.count, 'key')} of the file ${issue.count === 1 ? 'is' : 'are'} in no row.`,
      `${listed(issue.paths, issue.count)}.`,
    ],
  ],
  adapter_note: [
    'Format conversions',
    (issue, at) => {
      const place = [issue.line === undefined ? '' : lowerFirst(at), issue.path]
        .filter((part) => part !== '')
        .join(', ');
      return [
        `${issue.adapter}: ${ADAPTER_NOTES[issue.kind]}.`,
        `${issue.count}×${issue.detail && `: ${issue.detail}`}${place && `; first at ${place}`}.`,
      ];
    },
  ],
};

/**
 * The sentence of an issue. The only place where issues become text.
 * @param unit what the issue's `line` counts
 */
export function sentenceOf(issue: Issue, unit: 'Line' | 'Row' = 'Line'): Sentence {
  const [, partsOf] = CATALOGUE[issue.code] as Entry<Issue>;
  const { file, unit: own = 'Line' } = issue;
  const lines = file === undefined ? unit : own;
  const [title, detail] = partsOf(issue, 'line' in issue ? `${lines} ${issue.line}` : '');
  return { title: file === undefined ? title : `${file}: ${title}`, detail };
}

/** Both parts of an issue’s sentence. */
export function textOf(issue: Issue, unit?: 'Line' | 'Row'): string {
  const { title, detail } = sentenceOf(issue, unit);
  return `${title} ${detail}`.trim();
}

/** What is before or in the lines of a text, and what to do. */
const MARKS: Readonly<Record<LineMark, Parts>> = {
  numbers: ['Lines begin with line numbers.', 'Paste the text without them.'],
  quotes: [
    'Lines begin with “>”, as in a quoted mail.',
    'Paste the original text, without the marks.',
  ],
  backslashes: [
    'Quotes or delimiters of this table are escaped with a backslash.',
    'Save it with quotes doubled, as spreadsheets do (in pandas: to_csv without escapechar), or as JSONL.',
  ],
};

/** What a file was converted from. */
const CONVERSIONS: Readonly<Record<Conversion, string>> = {
  gzip: 'The file was unpacked from gzip.',
  utf_16: 'The text was converted from UTF-16.',
  parquet: 'The rows were read from Parquet.',
  double_encoded: 'The file was JSON text inside JSON text.',
  fence: 'The rows were read from a Markdown code block.',
  event_stream: 'The values were read from server-sent events.',
  other_text: 'The rows were surrounded by other text, which was ignored.',
  wrapper: 'The rows were inside another object.',
  pandas_split: 'Read as a pandas table split into columns and data.',
  bigquery: 'Read as an answer of BigQuery, by its schema.',
  bigquery_page:
    'Read as one page of an answer of BigQuery, by its schema: further rows are on its other pages.',
  pandas_table: 'Read as a pandas table with its schema.',
  pandas_index: 'Read as a pandas table, row by row label.',
  value_lists: 'Read as a list of lists.',
  notebook: 'The data was read from the cells of a notebook.',
  python: 'The data was read from Python assignments; nothing was run.',
  backslash_escapes: 'The table escapes its delimiters and quotes with a backslash.',
  separator_line: 'The first line names the delimiter; it is not a header.',
};

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

/** What an adapter has noted. */
const ADAPTER_NOTES: Readonly<Record<AdapterNoteCode, string>> = {
  arguments_text: 'arguments that are neither JSON nor Python were kept as text',
  arguments_literal: 'arguments were Python literals',
  arguments_empty: 'empty arguments were read as {}',
  arguments_all_count: 'the task compares only some arguments of a call; here all of them count',
  names_only: 'calls without arguments are compared by name',
  arguments_found: 'arguments under no usual key were read from others',
  arguments_unclear: 'nothing tells which keys of a call hold its arguments: it is not scored',
  // of runs stored by earlier versions
  arguments_elsewhere: 'calls without arguments have an object under another key: it was not used',
  call_unreadable: 'an item in a list of calls is not a call',
  call_invalid: 'a call that the framework could not read counts as called and matches nothing',
  call_repeated: 'a call recorded twice was counted once',
  calls_expanded: 'parallel calls were unwrapped',
  calls_dropped: 'calls on the drop list were left out',
  pseudo_tool: 'a hand-over or final answer recorded as a call was kept',
  sub_agent_calls: 'calls of a sub-agent were kept',
  sub_agent_calls_dropped: 'calls of a sub-agent were left out',
  positional_arguments: 'arguments without names were numbered',
  turns_joined: 'turns were joined into one row',
  answers_joined: 'model answers up to the first without calls were joined into one run',
  side_assumed: 'calls of which nothing tells whether they were expected were taken as called',
  record_unread: 'a record has no data for a row',
  answer_unreadable:
    'an answer that is not only calls counts as one without any, as its checker has it',
  calls_unrecorded: 'a run does not record its calls: its prediction is missing, not empty',
  calls_unread:
    'a part of a run was not understood: it may have called more than its prediction has',
  record_other: 'a record that this framework did not write is kept as a row with its own columns',
  choices_unread: 'answers after the first were not read',
  unit_by_size: 'the unit of a time was taken from the size of its number',
  results_by_order: 'results that do not say which call they answer were paired by order',
  scores_kept: 'scores of another program were kept as columns',
};

/** What was lenient about a text. */
const LENIENCIES: Readonly<Record<Exclude<LeniencyKind, 'python_objects'>, string>> = {
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

/** What was lenient about a text, with Python's types named. */
function describeLeniencies(leniencies: readonly Leniency[]): string {
  const words = leniencies.flatMap(({ kind }) =>
    kind === 'python_objects' ? [] : LENIENCIES[kind],
  );
  const types = leniencies.flatMap(({ name }) => (name === '' ? [] : name)).slice(0, 8);
  if (types.length > 0) words.push(`Python objects (${types.join(', ')})`);
  return `Accepted: ${words.join(', ')}.`;
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
  if (ignoredLines > 0) words.push(`${countOf(ignoredLines, 'line')} around it ignored.`);
  if (rowCount !== undefined) words.push(`${countOf(rowCount, 'row')}.`);
  if (bytes !== undefined) words.push(`${countOf(bytes, 'byte')} of text.`);
  if (leniencies.length > 0) words.push(describeLeniencies(leniencies));
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
    ? 'Its milliseconds are the latency, in seconds.'
    : 'Its seconds are the latency.';
}

/** Which rows of two files have no partner. */
function describeJoin(facts: JoinFacts): string {
  const { alonePredictions, aloneReferences, repeated, skipped = 0 } = facts;
  const words = [
    alonePredictions > 0 && `${alonePredictions} without a reference.`,
    aloneReferences > 0 && `${aloneReferences} without a prediction.`,
    alonePredictions + aloneReferences > 0 && 'They are kept and not scored.',
    repeated > 0 && `${repeated} share their key with an earlier row and were paired in order.`,
    skipped > 0 && `${countOf(skipped, 'record')} of the two files could not be read.`,
  ].filter((sentence) => sentence !== false);
  return words.join(' ') || 'Every row is paired.';
}

/** Paths shown; the others are counted. */
const SHOWN = 4;

function listed(paths: readonly string[], count: number): string {
  const shown = paths.slice(0, SHOWN);
  const more = count - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function describeProblem(problem: TrajectoryProblem): string {
  switch (problem.code) {
    case 'trajectory_not_json':
      return (
        `is text that is not JSON: ${lowerFirst(problem.reason)} (column ${problem.column}).` +
        (problem.cutBy === undefined
          ? ''
          : ` It is cut off: a cell in ${problem.cutBy} holds no more.`)
      );
    case 'trajectory_not_list':
      return `is ${aType(problem.found)}; expected a list of calls.`;
    case 'call_not_object':
      return `call ${problem.call} is ${aType(problem.found)}; expected an object with tool_name and tool_input.`;
    case 'call_without_tool_name':
      return `call ${problem.call} has no tool_name; ${problem.found === '' ? 'it is an empty object' : `found: ${problem.found}`}.`;
    case 'call_is_definition':
      return `call ${problem.call} describes a tool; it is not a call.`;
    case 'arguments_unclear':
      return `call ${problem.call}: nothing tells which of its keys hold the arguments: ${listed(problem.keys, problem.keys.length)}.`;
    case 'trajectory_too_deep':
      return `is nested deeper than ${problem.limit} levels.`;
    case 'pattern_malformed': {
      const { path, reason, nearest } = problem;
      const form = nearest === undefined ? '' : ` Nearest right form: ${nearest}`;
      return `has a pattern that cannot be used, at ${path || 'its list of steps'}: ${reason}${form}`;
    }
    case 'patterns_off':
      return 'has groups of steps; turn on patterns in references to read them.';
  }
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** What issues of a kind are called together. */
export function headingOf(code: IssueCode): string {
  return CATALOGUE[code][0];
}
