import type { Reading } from '#core/adapters/reading.ts';
import type { FoundCall } from '#core/calls/found-call.ts';
import { isCallLike } from '#core/calls/locate-call.ts';
import { readCall, readCallList } from '#core/calls/read-call.ts';
import { PREDICTED_NAMES, REFERENCE_NAMES } from '#core/dataset/column-names.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { pick, pickText, unwrapEncoded, type Maybe } from '#core/json/pick.ts';
import type { Entry } from './entry.ts';
import { conversationOf } from './find-conversations.ts';
import { readMessage } from './read-message.ts';
import { findCalls, holdsCalls, readCalls } from './record-cells.ts';
import { joinTurns, splitTurns } from './write-turns.ts';

const NAMES = [...PREDICTED_NAMES, ...REFERENCE_NAMES];

/**
 * Reads the calls that a program gave as its output, or that were expected of it: a list of calls, of
 * names or of messages, one of them, an object that holds such a list, or text with blocks of them.
 * @param output any value, also as JSON text
 * @param reading where leniency is noted
 * @param path where it stands
 * @returns the calls; undefined when it does not show whether there were any
 */
export function readOutputCalls(
  output: Maybe,
  reading: Reading,
  path: string,
): readonly FoundCall[] | undefined {
  const value = unwrapEncoded(output);
  if (typeof value === 'string') return blocksIn(value, reading, path);
  if (isJsonList(value))
    return holdsCalls(value, 'calls') || holdsNames(value)
      ? readCalls(value, reading, path)
      : undefined;
  if (!isJsonObject(value)) return undefined;
  const said = entriesIn(value, reading);
  if (said) return said.flatMap((entry) => (entry.kind === 'call' ? [entry.call] : []));
  const key = findCalls(value, NAMES)?.key;
  if (key !== undefined) return readCalls(pick(value, key), reading, `${path}.${key}`);
  return isCallLike(value) ? readCall(value, reading) : undefined;
}

/** Words are tools' names only where each could be one. */
function holdsNames(list: readonly JsonValue[]): boolean {
  return list.every((item) => typeof item === 'string' && /^[\w.:/-]{1,100}$/.test(item));
}

/** Anthropic's blocks in a text: each as JSON, with blank lines around it. */
function blocksIn(text: string, reading: Reading, path: string): readonly FoundCall[] | undefined {
  if (!text.includes('"tool_use"')) return undefined;
  const blocks = text
    .split('\n\n')
    .filter((part) => part.trimStart().startsWith('{'))
    .map((part) => unwrapEncoded(part) ?? '')
    .filter((part) => pickText(part, 'type') === 'tool_use');
  return blocks.length === 0 ? undefined : readCallList(blocks, reading, path);
}

/** What the messages of an object say; a single message may come without its author. */
function entriesIn(value: JsonObject, reading: Reading): readonly Entry[] | undefined {
  const isBare = pickText(value, 'role') === undefined && pick(value, 'tool_calls') !== undefined;
  const messages = conversationOf(isBare ? { role: 'assistant', ...value } : value)?.messages;
  return messages?.flatMap((message) => readMessage(message, reading));
}

const TEXTS = ['text', 'content', 'answer', 'response', 'output', 'final_output', 'finalOutput'];

/**
 * Reads the answer that a program gave as its output.
 * @param output any value, also as JSON text
 * @param reading where leniency is noted
 * @returns the text; the last one of messages; undefined when there is none
 */
export function readOutputText(output: Maybe, reading: Reading): string | undefined {
  const value = unwrapEncoded(output);
  if (typeof value === 'string') return value;
  const plain = pickText(value, ...TEXTS);
  return plain ?? turnIn(value, reading)?.response;
}

const QUESTIONS = ['input', 'question', 'query', 'prompt', 'user_input', 'text', 'content'];

/**
 * Reads the question that a program was given as its input.
 * @param input any value, also as JSON text
 * @param reading where leniency is noted
 * @returns the text; what the user said in messages; undefined when there is none
 */
export function readInputText(input: Maybe, reading: Reading): string | undefined {
  const value = unwrapEncoded(input);
  if (typeof value === 'string') return value;
  return turnIn(value, reading)?.prompt ?? pickText(value, ...QUESTIONS);
}

/**
 * Reads a value as a conversation, joined to one turn.
 * @param value messages, or a record that holds them
 * @param reading where leniency is noted
 * @returns what was asked and answered; undefined where there are no messages
 */
export function turnIn(
  value: Maybe,
  reading: Reading,
): { readonly prompt: string | undefined; readonly response: string | undefined } | undefined {
  const messages = value === undefined ? undefined : conversationOf(value)?.messages;
  if (!messages) return undefined;
  return joinTurns(splitTurns(messages.flatMap((message) => readMessage(message, reading))));
}
