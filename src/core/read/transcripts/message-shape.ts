import { CALL_IDS, ID_KEYS } from '#core/calls/call-keys.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  among,
  fold,
  hasKey,
  keysOf,
  type Maybe,
  perName,
  pick,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import type { Author } from './entry.ts';
import { authorNamed, KIND_KEYS, kindOf, listsCalls } from './event-words.ts';
import { mayBeCall } from './may-be-call.ts';

/** Keys under which an event says what it is, or who speaks. */
const kindKeys = among(...KIND_KEYS, 'role', 'from');
const speakerKeys = among(
  'role',
  'from',
  'message_type',
  'messageType',
  'speaker',
  'sender',
  'author',
  'source',
  'type',
  'event',
);
const BODIES =
  'content contents parts chunks value text message utterance message_text finalText'.split(' ');
const OUTPUTS = [...BODIES, 'output', 'result', 'tool_return', 'return', 'response', 'observation'];

/**
 * Reads an event as a message by its shape, where no usual key says who speaks.
 * @param isKnown whether one says who speaks: then only a type that says that it is a call counts
 * @returns the message with its author in `role`, its calls in `tool_calls`; undefined for no message
 */
export function shapedMessage(value: JsonObject, isKnown: boolean): JsonObject | undefined {
  // what an agent says and does comes in parts
  const part = isKnown ? undefined : pickObject(value, 'part');
  if (hasKey(part, 'type')) return { ...value, role: 'assistant', content: [part] };
  if (says(value, 'type', 'call')) return callMessage(value);
  if (isKnown) return undefined;
  const kinds = kindKeys(keysOf(value));
  if (kinds.some((key) => says(value, key, 'call'))) return callMessage(value);
  if (kinds.some((key) => says(value, key, 'result'))) return resultMessage(value);
  const info = pickObject(value, 'info', 'meta', 'metadata') ?? {};
  const role = speakerOf(value) ?? speakerOf(info);
  const type = pickText(value, 'type') ?? '';
  const isSaid = /message$/i.test(type);
  // what tools of the source did is no answer of it
  const isDone = role === 'agent' && hasKey(value, 'source') && mayBeCall(type);
  if (role === undefined || isDone) return undefined;
  const body = pickObject(value, 'data') ?? {};
  const content = pick(value, ...BODIES, ...(isSaid ? ['output'] : [])) ?? pick(body, ...BODIES);
  // thoughts are under keys of their own
  const isSilent = role === 'silent';
  if (content === undefined && !isSilent && ![value, body].some(listsCalls)) return undefined;
  return { ...info, ...body, ...value, role, content: content ?? null };
}

/** Whether an event says under a key what it is. */
function says(value: JsonObject, key: string, kind: 'call' | 'result'): boolean {
  const word = pickText(value, key);
  return word !== undefined && (kindOf(word) ?? kindOf(lastOf(word))) === kind;
}

/** Who speaks in an event, under whatever key. */
export function speakerOf(value: JsonObject): Author | undefined {
  for (const key of speakerKeys(keysOf(value))) {
    const given = pickText(value, key) ?? pickText(pickObject(value, key), 'value', 'role', 'type');
    const author = given === undefined ? undefined : speakerNamed(given);
    if (author !== undefined) return author;
  }
  return undefined;
}

/** Who speaks and how, in one word: `UserInputStep`, `planner_response`. */
const SPEECH =
  /^(?:(user|human|customer)|assistant|ai|agent|bot|model|planner)(?:input|query|utterance|response|reply|answer|turn)$/;

/** Tells who speaks, also by the type of a step, as `chatkit.user_message` and `UserInputStep`. */
export const speakerNamed = perName((word): Author | undefined => {
  const name = fold(lastOf(word)).replace(/step$/, '');
  const [said, user] = SPEECH.exec(name) ?? [];
  const speaker = said === undefined ? undefined : user === undefined ? 'agent' : 'user';
  return authorNamed(word) ?? authorNamed(name) ?? speaker;
});

/** A word without what the types of one program begin with. */
const lastOf = (word: string): string => word.slice(word.lastIndexOf('.') + 1);

function callMessage(value: JsonObject): JsonObject | undefined {
  // an agent's calls may be in a list beside its text
  if (listsCalls(value)) return { ...value, role: 'assistant' };
  // a row may have a role, too, and is no call
  const { role: _role, ...bare } = value;
  const bodies = BODIES.map((key) => unwrapEncoded(pick(value, key), parseTolerant));
  const held = [bare, ...bodies, pick(value, 'tools', 'functions')];
  const found = held.find((one) => one !== undefined && areCalls(one)) ?? namedCall(value, bodies);
  if (found === undefined) return undefined;
  const id = pickText(value, ...ID_KEYS);
  const calls = isJsonList(found)
    ? found
    : [found === bare && id !== undefined ? { ...bare, id } : found];
  // the name is the tool's, not the agent's
  const { name: _, ...about } = value;
  return { ...about, role: 'assistant', content: [], tool_calls: calls };
}

/** A call that names its tool beside what it says, which are the arguments. */
function namedCall(value: JsonObject, bodies: readonly Maybe[]): JsonObject | undefined {
  const name = pickText(value, 'tool_name', 'toolName', 'tool');
  const input = bodies.find((one) => isJsonObject(one ?? null));
  return name === undefined || input === undefined ? undefined : { name, arguments: input };
}

function areCalls(value: JsonValue): boolean {
  return isJsonList(value) ? value.length > 0 && value.every(isCallLike) : isCallLike(value);
}

function resultMessage(value: JsonObject): JsonObject | undefined {
  const call = pickObject(value, 'tool', 'tool_call', 'toolCall');
  const id = pickText(call, ...CALL_IDS) ?? pickText(value, ...CALL_IDS, 'name', 'tool_name', 'id');
  const content = pick(call, 'result', 'output') ?? pick(value, ...OUTPUTS);
  if (id === undefined && content === undefined) return undefined;
  return { ...value, role: 'tool', tool_call_id: id ?? '', content: content ?? null };
}
