import { CALL_WORDS } from '#core/calls/call-keys.ts';
import {
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { findText, foldKey, perName, pick, pickText, words } from '#core/base/json/pick.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { stamp, type Entry, type EntryReader } from './entry.ts';
import { isNoTool, kindOf } from './event-words.ts';
import { unreadOf } from './may-be-call.ts';
import { readMessage } from './read-message.ts';
import { aboutResult, callEntries, readResult, runByServer, say, textOf } from './read-part.ts';

const isCall = perName((type) => /^\w+_call$/.test(type) && !isNoTool(type));
const OUTPUT = /^\w+_output$|^\w+_call_result$/;

/** Keys of a hosted tool's call that are its arguments, best first. */
const HOSTED_INPUTS = ['action', 'arguments', 'operation', 'query'];

/** Words of a hosted tool's call that are no arguments. */
const ABOUT_CALL = new Set([
  ...CALL_WORDS.id,
  ...CALL_WORDS.output,
  ...words('type status container_id outputs results provider_data agent'),
]);

/** Whether a value is an item of a response: a message, a call, its output, a thought. */
export function isItem(value: JsonValue): boolean {
  const type = isJsonObject(value) ? value['type'] : undefined;
  if (typeof type !== 'string') return false;
  return isCall(type) || (OUTPUT.test(type) && type !== 'model_output') || type === 'reasoning';
}

/**
 * Reads an item of a response or of an interaction.
 * @returns what happened; nothing for thoughts
 */
export function readItem(item: JsonObject, out: EntryReader): readonly Entry[] {
  const type = pickText(item, 'type') ?? '';
  if (type === 'model_output') return say(textOf(pick(item, 'content')), 'agent');
  if (type === 'user_input') return say(textOf(pick(item, 'content')), 'user');
  const record = readStepRecord(item);
  if (OUTPUT.test(type)) return stamp([readResult(item, out)], { atMs: record.startMs });
  if (!isCall(type)) return unreadOf(item, type);
  const name = pickText(item, 'name');
  const id = findText(item, CALL_WORDS.id);
  // free text by design, even where it looks like JSON
  if (type === 'custom_tool_call' && name !== undefined)
    return [{ kind: 'call', call: { name, input: pick(item, 'input') ?? '', id, record } }];
  // a function has a name
  if (name !== undefined || type === 'function_call') return callEntries([item], out);
  // what any tool is called by is no name; other types are named after their tool
  if (kindOf(type) === 'call') {
    const said = readMessage(item, out);
    return said.length > 0 ? said : [{ kind: 'unread', type, value: item }];
  }
  const output = pick(item, 'outputs', 'output', 'results', 'result');
  const { error } = aboutResult(item, output, out);
  const tool = type.slice(0, -'_call'.length);
  const call = { name: tool, input: hostedInput(item), id, output, error, record };
  return [{ kind: 'call', call }, ...runByServer(id)];
}

function hostedInput(item: JsonObject): JsonValue {
  const input = pick(item, ...HOSTED_INPUTS);
  if (isJsonObject(input)) return input;
  const rest = Object.keys(item).filter((key) => !ABOUT_CALL.has(foldKey(key)));
  return Object.fromEntries(rest.map((key) => [key, ownValue(item, key) ?? null]));
}
