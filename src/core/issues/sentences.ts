import type { TrajectoryProblem } from '#core/trajectory/trajectory.ts';
import type { Issue } from './issue.ts';
import { leniencyInWords, strictnessInWords } from './leniency-words.ts';
import {
  ADAPTER_WORDS,
  CONVERSION_WORDS,
  FORM_WORDS,
  SHAPE_WORDS,
  conversionInWords,
  factsInWords,
  joinInWords,
} from './reading-words.ts';

/** A sentence in two parts: where and what happened, then why. */
export interface Sentence {
  readonly title: string;
  readonly detail: string;
}

/**
 * Puts an issue into words. The only place where issues become text.
 * @param issue any issue
 * @param unit what the issue's `line` counts
 * @returns a short title and its detail
 */
export function sentenceOf(issue: Issue, unit: 'Line' | 'Row' = 'Line'): Sentence {
  switch (issue.code) {
    case 'file_empty':
      return say('This file has no rows.', 'Paste or open a dataset with at least one row.');
    case 'file_binary':
      return say(
        'This is not a dataset we can read.',
        `It is ${issue.kind}. Expected JSONL, JSON, CSV or TSV text, or Parquet.`,
      );
    case 'shape_unknown':
      if (issue.shape) return say(...SHAPE_WORDS[issue.shape]);
      return say(
        'This is not a dataset we can read.',
        'Expected JSON objects one per line (JSONL), a JSON list of rows, a JSON object of columns, or CSV or TSV with a header line.',
      );
    case 'file_not_json':
      return say(
        'The JSON breaks off.',
        `Line ${issue.line}, column ${issue.column}: ${issue.reason}.`,
      );
    case 'file_too_large':
      return say(
        'This file is too large to read as one JSON value.',
        `It has ${megabytes(issue.bytes)}; the limit is ${megabytes(issue.limitBytes)}. Save it as JSONL, one row per line: that has no limit.`,
      );
    case 'row_too_long':
      return say(
        'Reading stopped: this is not a list of rows any more.',
        `The row that starts at ${unit.toLowerCase()} ${issue.line} has no end within ${issue.limit} characters.`,
      );
    case 'names_too_large':
      return say(
        'Reading stopped: names inside names stand for too much.',
        `With the one at line ${issue.line}, they stand for more than ${issue.limit} values. Write the rows out, as JSON lines.`,
      );
    case 'records_broken':
      return say(
        'Reading stopped: this is not a dataset any more.',
        `${issue.count} records in a row cannot be read, up to ${unit.toLowerCase()} ${issue.line}.`,
      );
    case 'file_broken':
      return say(`This ${issue.kind} is broken or cut off.`, `${issue.reason.replace(/\.$/, '')}.`);
    case 'file_newer':
      return say(
        `This ${issue.kind} was written by a newer version of the playground.`,
        'Update this page (reload it while you are online) and open it again.',
      );
    case 'file_unpacks_too_large':
      return say(
        'This archive unpacks to more than can be read.',
        `The limit is ${megabytes(issue.limitBytes)}, or ${issue.ratio} times its size. Unpack it and open a part of it.`,
      );
    case 'no_rows':
      return say('No row could be read.', 'The receipt lists what was skipped and why.');
    case 'scoring_failed':
      return say('Scoring could not go on.', issue.reason);
    case 'scoring_held':
      return say(
        'This text was not scored again.',
        'When it was scored last, the worker that read it crashed or stopped answering. It is in the editor as it was.',
      );
    case 'read_failed':
      return say(
        'The file could not be read.',
        `${issue.reason} It may have been moved or changed; open it again.`,
      );
    case 'row_not_json':
      return say(`${unit} ${issue.line} skipped.`, `${issue.reason} (column ${issue.column}).`);
    case 'row_not_object':
      return say(
        `${unit} ${issue.line} skipped.`,
        `A row is a JSON object; this is ${withArticle(issue.found)}.`,
      );
    case 'row_too_deep':
      return say(`${unit} ${issue.line} skipped.`, `Nested deeper than ${issue.limit} levels.`);
    case 'row_not_csv':
      return say(`${unit} ${issue.line} skipped.`, 'A quote is opened and never closed.');
    case 'row_too_large':
      return say(
        `${unit} ${issue.line} skipped.`,
        `It has ${megabytes(issue.bytes)}; the limit of one row is ${megabytes(issue.limitBytes)}.`,
      );
    case 'row_field_count':
      return say(
        `${unit} ${issue.line} skipped.`,
        `${issue.found} fields; the header has ${issue.expected}.`,
      );
    case 'trajectory_unreadable':
      return say(
        `${unit} ${issue.line} not scored.`,
        `${issue.column} ${problemInWords(issue.problem)}`,
      );
    case 'number_unreadable':
      return say(`${unit} ${issue.line}:`, `${issue.column} is not a number: ${issue.found}.`);
    case 'number_converted':
      return say(
        `${unit} ${issue.line}: ${issue.column} read as ${issue.value}.`,
        `The cell holds ${issue.found}.`,
      );
    case 'cell_lenient':
      return say(
        `${unit} ${issue.line}: ${issue.column} is ${strictnessInWords(issue.leniencies)}.`,
        `Accepted: ${leniencyInWords(issue.leniencies)}.`,
      );
    case 'calls_converted':
      return say(
        `${unit} ${issue.line}: calls of ${issue.column} converted.`,
        `${sentenceCase(issue.forms.map((form) => FORM_WORDS[form]).join('; '))}.`,
      );
    case 'arguments_not_json':
      return say(
        `${unit} ${issue.line}: arguments are not valid JSON.`,
        `${issue.column}, call ${issue.call}: ${lowerFirst(issue.reason)}. They are compared as text.`,
      );
    case 'arguments_elsewhere':
      return say(
        `${unit} ${issue.line}: a call has no arguments, but an object under “${issue.key}”.`,
        `${issue.column}, call ${issue.call}: its arguments were taken as {}.`,
      );
    case 'side_unsure':
      return say(
        `${issue.names.map((name) => `“${name}”`).join(' and ')} hold calls.`,
        `Which of them is the ${issue.side} trajectory is not clear from their names.`,
      );
    case 'names_only':
      return say(
        `${unit} ${issue.line}: calls compared by name only.`,
        `${issue.column} has names of tools without arguments.`,
      );
    case 'header_duplicate':
      return say(
        `Column “${issue.name}” occurs twice.`,
        `The second is shown as “${issue.renamed}”.`,
      );
    case 'columns_uneven':
      return say(
        `Column “${issue.name}” has ${issue.found} values.`,
        `The longest column has ${issue.expected}; the rest are taken as not recorded.`,
      );
    case 'fields_missing':
      return say(
        `${unit} ${issue.line}:`,
        `${issue.found} of ${issue.expected} fields; the rest are taken as not recorded.`,
      );
    case 'fields_extra':
      return say(
        `${unit} ${issue.line}:`,
        `${issue.found} fields, but the header has ${issue.expected}. The further ones are kept in “${issue.name}”; if they belong to a cell before, it needs quotes around it.`,
      );
    case 'arguments_uneven':
      return say(
        `${unit} ${issue.line}: calls compared by name only.`,
        `${issue.column} names ${issue.names} ${issue.names === 1 ? 'tool' : 'tools'}; beside it ${issue.found === 1 ? 'are the arguments of 1 call' : `are the arguments of ${issue.found} calls`}.`,
      );
    case 'lines_blank':
      return say(`${issue.count} blank ${issue.count === 1 ? 'line' : 'lines'} passed over.`, '');
    case 'lines_ignored':
      return say(
        `${issue.count} ${issue.count === 1 ? 'line' : 'lines'} around the data not read.`,
        `The first is line ${issue.line}.`,
      );
    case 'file_converted':
      return say(CONVERSION_WORDS[issue.from], factsInWords(issue.facts ?? {}));
    case 'row_lenient':
      return say(
        `${unit} ${issue.line} is ${strictnessInWords(issue.leniencies)}.`,
        `Accepted: ${leniencyInWords(issue.leniencies)}.`,
      );
    case 'characters_replaced':
      return say(
        `${unit} ${issue.line} has bytes that are no UTF-8 text.`,
        'They are shown and compared as “\ufffd”.',
      );
    case 'column_reserved':
      return say(
        `${unit} ${issue.line}: column “${issue.name}” plays no role.`,
        'The name is special in JavaScript; the column is kept and shown, and nothing is read from it.',
      );
    case 'column_dropped':
      return say(
        `Column ${issue.place} left out.`,
        'It has no name and holds nothing but row numbers or blanks.',
      );
    case 'schema_nulls_dropped':
      return say(
        `${issue.count} null values of “${issue.name}” left out.`,
        'A Parquet schema gives every call the arguments of all tools; those a call does not have are null.',
      );
    case 'column_converted':
      return say(
        `Column “${issue.conversion.column}” converted.`,
        conversionInWords(issue.conversion),
      );
    case 'calls_grouped':
      return say(
        `${issue.calls} rows with one call each became ${issue.runs} ${issue.runs === 1 ? 'row' : 'rows'}.`,
        `Rows with the same “${issue.id}” are one run; “${issue.tool}” is the tool.`,
      );
    case 'calls_left_out':
      return say(`${countCalls(issue.count)} of ${issue.name} left out.`, 'You chose so.');
    case 'tool_renamed':
      return say(`${countCalls(issue.count)} of ${issue.name} renamed.`, `Now ${issue.to}.`);
    case 'rows_joined':
      return say(
        `${issue.facts.paired} rows paired with “${issue.facts.added}” by ${issue.facts.by}.`,
        joinInWords(issue.facts),
      );
    case 'reading_remembered':
      return say(
        'Read like the last file with these columns.',
        'The choices you made then are taken again.',
      );
    case 'adapter_note':
      return say(
        `${issue.adapter}: ${ADAPTER_WORDS[issue.kind]}.`,
        `${issue.count}×${issue.detail === '' ? '' : `: ${issue.detail}`}${
          issue.path === '' ? '' : `; first at ${issue.path}`
        }.`,
      );
  }
}

function say(title: string, detail: string): Sentence {
  return { title, detail };
}

function withArticle(type: string): string {
  if (type === 'null' || type === 'text') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function countCalls(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function problemInWords(problem: TrajectoryProblem): string {
  switch (problem.code) {
    case 'trajectory_not_json':
      return `is text that is not JSON: ${lowerFirst(problem.reason)} (column ${problem.column}).${
        problem.cutBy === undefined
          ? ''
          : ` It is as long as a cell of ${problem.cutBy} can be: it was cut there.`
      }`;
    case 'trajectory_not_list':
      return `is ${withArticle(problem.found)}; expected a list of calls.`;
    case 'call_not_object':
      return `call ${problem.call} is ${withArticle(problem.found)}; expected an object with tool_name and tool_input.`;
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
