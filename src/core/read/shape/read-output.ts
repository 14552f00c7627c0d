import { Collector } from '#core/read/framework/adapter.ts';
import { isCallLike, readCall, readCallList, type FoundCall } from '#core/calls/read-call.ts';
import { PREDICTED_NAMES, REFERENCE_NAMES } from '#core/read/names/column-names.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickText, unwrapEncoded, type Maybe } from '#core/base/json/pick.ts';
import { readEntries } from './walk.ts';
import { recordedCalls } from '#core/read/transcripts/entry.ts';
import { findCalls, holdsCalls, readCalls } from '#core/read/transcripts/record-cells.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';

const NAMES = [...PREDICTED_NAMES, ...REFERENCE_NAMES];

/**
 * Reads the calls that a program returned as its output, or that were expected of it: a list of calls,
 * of names or of messages, one of them, an object that holds such a list, or text with blocks of
 * them.
 * @param output any value, also as JSON text
 * @returns the calls; undefined when it does not show whether there were any
 */
export function readOutputCalls(
  output: Maybe,
  out: Collector,
  path: string,
): readonly FoundCall[] | undefined {
  const value = unwrapEncoded(output);
  if (typeof value === 'string') return blocksIn(value, out, path);
  if (isJsonList(value))
    return holdsCalls(value, 'calls') || holdsNames(value)
      ? readCalls(value, out, path)
      : undefined;
  if (!isJsonObject(value)) return undefined;
  const said = readEntries([value], out);
  if (said.some(({ kind }) => kind !== 'user' && kind !== 'system')) return recordedCalls(said);
  const key = findCalls(value, NAMES)?.key;
  if (key !== undefined) return readCalls(pick(value, key), out, `${path}.${key}`);
  return isCallLike(value) ? readCall(value, out) : undefined;
}

/** Words are tools' names only where each could be one. */
function holdsNames(list: readonly JsonValue[]): boolean {
  return list.every((item) => typeof item === 'string' && /^[\w.:/-]{1,100}$/.test(item));
}

/** Anthropic's blocks in a text: each as JSON, with blank lines around it. */
function blocksIn(text: string, out: Collector, path: string): readonly FoundCall[] | undefined {
  if (!text.includes('"tool_use"')) return undefined;
  const blocks = text
    .split('\n\n')
    .filter((part) => part.trimStart().startsWith('{'))
    .map((part) => unwrapEncoded(part) ?? '')
    .filter((part) => pickText(part, 'type') === 'tool_use');
  return blocks.length === 0 ? undefined : readCallList(blocks, out, path);
}

const TEXTS = ['text', 'content', 'answer', 'response', 'output', 'final_output', 'finalOutput'];

/**
 * Reads the answer that a program returned as its output.
 * @param output any value, also as JSON text
 * @returns the text; the last one of messages; undefined when there is none
 */
export function readOutputText(output: Maybe, out: Collector): string | undefined {
  const value = unwrapEncoded(output);
  if (typeof value === 'string') return value;
  const plain = pickText(value, ...TEXTS);
  return plain ?? turnIn(value, out).response;
}

const QUESTIONS = ['input', 'question', 'query', 'prompt', 'user_input', 'text', 'content'];

/**
 * Reads the question that a program was given as its input.
 * @param input any value, also as JSON text
 * @returns the text; what the user said in messages; undefined when there is none
 */
export function readInputText(input: Maybe, out: Collector): string | undefined {
  const value = unwrapEncoded(input);
  if (typeof value === 'string') return value;
  return turnIn(value, out).prompt ?? pickText(value, ...QUESTIONS);
}

/** What was asked and answered in a value, joined to one turn. */
function turnIn(
  value: Maybe,
  out: Collector,
): { readonly prompt: string | undefined; readonly response: string | undefined } {
  // what is to be noted is noted where its calls are read
  const silent = new Collector(out.options);
  return readWhole(value === undefined ? [] : readEntries([value], silent), silent);
}
