import type { AdapterNoteCode } from '#core/adapters/adapter.ts';
import type { CellConversion, JoinFacts } from '#core/dataset/reading-choices.ts';
import { countOf } from '#core/summary/format-count.ts';
import type { CallForm } from '#core/trajectory/trajectory.ts';
import type { Conversion, ConversionFacts, UnreadShape } from './issue.ts';
import { leniencyInWords } from './leniency-words.ts';

/** What a file was converted from. */
export const CONVERSION_WORDS: Readonly<Record<Conversion, string>> = {
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

/** What a text is that cannot be read, and what to do. */
export const SHAPE_WORDS: Readonly<Record<UnreadShape, readonly [title: string, detail: string]>> =
  {
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

/** How calls were written. */
export const FORM_WORDS: Readonly<Record<CallForm, string>> = {
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
export const ADAPTER_WORDS: Readonly<Record<AdapterNoteCode, string>> = {
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

/**
 * Puts into words what is known of a conversion.
 * @param facts any of them
 * @returns short sentences, or an empty text
 */
export function factsInWords(facts: ConversionFacts): string {
  const { fromLine, ignoredLines = 0, name, rowCount, bytes, leniencies = [] } = facts;
  const words: string[] = [];
  if (name !== undefined) words.push(`Found under “${name}”.`);
  if (fromLine !== undefined) words.push(`The data starts at line ${fromLine}.`);
  if (ignoredLines > 0) words.push(`${countOf(ignoredLines, 'line')} around it not read.`);
  if (rowCount !== undefined) words.push(`${rowCount} ${rowCount === 1 ? 'row' : 'rows'}.`);
  if (bytes !== undefined) words.push(`${bytes} bytes of text.`);
  if (leniencies.length > 0) words.push(`Accepted: ${leniencyInWords(leniencies)}.`);
  return words.join(' ');
}

/**
 * Says what a converted column became.
 * @param conversion the column and how it is read
 * @returns a sentence
 */
export function conversionInWords(conversion: CellConversion): string {
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

/**
 * Says which rows of two files have no partner.
 * @param facts how the rows were put together
 * @returns short sentences
 */
export function joinInWords(facts: JoinFacts): string {
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
