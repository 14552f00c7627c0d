import { readCall } from '#core/calls/read-call.ts';
import {
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pick, pickText } from '#core/base/json/pick.ts';
import type { Entry, EntryReader } from './entry.ts';
import { readMessage } from './read-message.ts';
import { aboutResult, runByServer, say, textOf, unreadOf } from './read-part.ts';

const CALL = /^\w+_call$/;
const OUTPUT = /^\w+_output$|^\w+_call_result$/;

/** Keys of a hosted tool's call that are its arguments, best first. */
const HOSTED_INPUTS = ['action', 'arguments', 'operation', 'query'];

/** Keys of a hosted tool's call that are no arguments. */
const ABOUT_CALL = new Set([
  'id',
  'type',
  'status',
  'call_id',
  'callId',
  'container_id',
  'outputs',
  'output',
  'results',
  'result',
  'providerData',
  'agent',
]);

/** Whether a value is an item of a response: a message, a call, its output, a thought. */
export function isItem(value: JsonValue): boolean {
  const type = isJsonObject(value) ? value['type'] : undefined;
  if (typeof type !== 'string') return false;
  return CALL.test(type) || (OUTPUT.test(type) && type !== 'model_output') || type === 'reasoning';
}

/**
 * Reads an item of a response or of an interaction.
 * @returns what happened; nothing for thoughts
 */
export function readItem(item: JsonValue, out: EntryReader): readonly Entry[] {
  if (!isJsonObject(item)) return [];
  const type = pickText(item, 'type') ?? '';
  if (type === 'message' || type === '') return readMessage({ ...item, type: '' }, out);
  if (type === 'model_output') return say(textOf(pick(item, 'content')), 'agent');
  if (type === 'user_input') return say(textOf(pick(item, 'content')), 'user');
  if (OUTPUT.test(type) || type === 'function_result') {
    const output = pick(item, 'output', 'result');
    return [{ kind: 'result', of: idOf(item), output, ...aboutResult(item, output, out) }];
  }
  return CALL.test(type) ? readItemCall(item, type, out) : unreadOf(item, type);
}

function readItemCall(item: JsonObject, type: string, out: EntryReader): readonly Entry[] {
  const name = pickText(item, 'name');
  if (type === 'custom_tool_call' && name !== undefined) {
    // free text by design, even where it looks like JSON
    const input = pick(item, 'input') ?? '';
    return [{ kind: 'call', call: { name, input, id: idOf(item) } }];
  }
  if (name !== undefined) {
    return readCall(item, out).map((call) => ({
      kind: 'call',
      call: { ...call, input: call.input ?? {}, id: idOf(item) },
    }));
  }
  // a function has a name; other types are named after their tool
  if (type === 'function_call') return [{ kind: 'unread', type, value: item }];
  const tool = type.slice(0, -'_call'.length);
  const output = pick(item, 'outputs', 'output', 'results', 'result');
  const { error } = aboutResult(item, output, out);
  const id = idOf(item);
  const call = { name: tool, input: hostedInput(item), id, output, error };
  return [{ kind: 'call', call }, ...runByServer(id)];
}

function hostedInput(item: JsonObject): JsonValue {
  const input = pick(item, ...HOSTED_INPUTS);
  if (isJsonObject(input)) return input;
  const rest = Object.keys(item).filter((key) => !ABOUT_CALL.has(key));
  return Object.fromEntries(rest.map((key) => [key, ownValue(item, key) ?? null]));
}

function idOf(item: JsonObject): string | undefined {
  return pickText(item, 'call_id', 'callId', 'id');
}
