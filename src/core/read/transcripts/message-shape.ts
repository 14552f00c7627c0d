import { CALL_WORDS } from '#core/calls/call-keys.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  find,
  findText,
  fold,
  hasKey,
  hasWord,
  type Keys,
  keysOf,
  type Maybe,
  perName,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  words,
} from '#core/base/json/pick.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import type { Author } from './entry.ts';
import { authorNamed, KIND_WORDS, kindOf, listsCalls } from './event-words.ts';
import { mayBeCall } from './may-be-call.ts';
import { textOf } from './read-part.ts';

/** Words under which an event says what it is, or who speaks. */
const KIND_OR_SPEAKER = [...KIND_WORDS, 'role', 'from'];
const SPEAKER = words('role from message_type speaker sender author source type event');
const BODY = words(
  'content contents parts chunks value text message utterance message_text final_text',
);
const OUTPUTS = [...BODY, ...words('output result tool_return return response observation')];

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
  const kinds = keysOf(value).under(KIND_OR_SPEAKER);
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
  const output = isSaid ? pick(value, 'output') : undefined;
  const content = find(value, BODY) ?? output ?? find(body, BODY);
  // thoughts are under keys of their own
  const isSilent = role === 'silent';
  if (content === undefined && !isSilent && ![value, body].some(listsCalls)) return undefined;
  return { ...info, ...body, ...value, role, content: content ?? null };
}

const RESULT_IDS = [...CALL_WORDS.callId, ...words('name tool_name id')];

/** Whether an event says under a key what it is. */
function says(value: JsonObject, key: string, kind: 'call' | 'result'): boolean {
  const word = pickText(value, key);
  return word !== undefined && (kindOf(word) ?? kindOf(lastOf(word))) === kind;
}

/** Who speaks in an event, under whatever key. */
export function speakerOf(value: JsonObject): Author | undefined {
  for (const key of keysOf(value).under(SPEAKER)) {
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
  const bodies = keysOf(value)
    .under(BODY)
    .map((key) => unwrapEncoded(pick(value, key), parseTolerant));
  const held = [bare, ...bodies, pick(value, 'tools', 'functions')];
  const found = held.find((one) => one !== undefined && areCalls(one)) ?? namedCall(value, bodies);
  if (found === undefined) return undefined;
  const id = findText(value, CALL_WORDS.id);
  const calls = isJsonList(found)
    ? found
    : [found === bare && id !== undefined ? { ...bare, id } : found];
  // the name is the tool's, not the agent's
  const { name: _, ...about } = value;
  return { ...about, role: 'assistant', content: [], tool_calls: calls };
}

/** A call that names its tool beside what it says, which are the arguments. */
function namedCall(value: JsonObject, bodies: readonly Maybe[]): JsonObject | undefined {
  const name = findText(value, ['toolname', 'tool']);
  const input = bodies.find((one) => isJsonObject(one ?? null));
  return name === undefined || input === undefined ? undefined : { name, arguments: input };
}

function areCalls(value: JsonValue): boolean {
  return isJsonList(value) ? value.length > 0 && value.every(isCallLike) : isCallLike(value);
}

function resultMessage(value: JsonObject): JsonObject | undefined {
  const call = pickObject(value, 'tool', 'tool_call', 'toolCall');
  const id = findText(call, CALL_WORDS.callId) ?? findText(value, RESULT_IDS);
  const content = pick(call, 'result', 'output') ?? find(value, OUTPUTS);
  if (id === undefined && content === undefined) return undefined;
  return { ...value, role: 'tool', tool_call_id: id ?? '', content: content ?? null };
}

/** How Cline, Roo and SWE-agent begin the user's message that holds what a call returned. */
const RESULT_HEAD = /^(?:\[\w{1,100}(?: for [^\n]{0,1000})?\] Result|OBSERVATION|Observation):/;

/**
 * Tells a message as most do: its parts with their types in them where these stand around them, and
 * what a call returned in a tool's name.
 */
export function inUsualForm(message: JsonObject): JsonObject {
  const { message: inner = null, role = null, content = message['parts'] ?? null } = message;
  // what a message called may stand beside it
  if (isJsonObject(inner) && hasKey(inner, 'role') && listsCalls(message))
    return { ...message, message: null, ...inner };
  const isBare = typeof role === 'string' && kindOf(role) === 'result' && content === null;
  if (isBare && hasWord(message, CALL_WORDS.output))
    return {
      ...message,
      name: pick(message, 'name', 'tool') ?? null,
      content: find(message, CALL_WORDS.output) ?? null,
    };
  if (isJsonList(content) && content.some(isTagged))
    return inUsualForm({ ...message, parts: null, content: content.map(untagged) });
  const data = pickObject(message, 'data');
  if (data && pickList(data, 'content')?.some(isTagged))
    return { ...message, data: inUsualForm(data) };
  if (message['role'] !== 'user') return message;
  const said = pickList(message, 'content') ?? [pickText(message, 'content') ?? ''];
  const head = textOf(said.slice(0, 1));
  if (!RESULT_HEAD.test(head)) return message;
  const texts = [head.replace(RESULT_HEAD, ''), textOf(said.slice(1))];
  return { ...message, role: 'tool', content: texts.join('\n').trim() };
}

/** Whether an object is a part whose type stands around it, as Rust writes its enumerations. */
const isTagged = (part: JsonValue): boolean => isJsonObject(part) && untagged(part) !== part;

/** The keys of a part that has its type beside all that it says. */
const TAGGED = /^(?:kind|type),data$/;

const isTag = perName((tag) => kindOf(tag) !== undefined || fold(tag) === 'text');

/** Tells a part with its type in it: `{ ToolUse: {…} }`, or `{ kind: 'text', data: '…' }`. */
function untagged(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  const key = Object.keys(part).join();
  const tag = TAGGED.test(key) ? (pickText(part, 'kind', 'type') ?? '') : key;
  if (!isTag(tag)) return part;
  const body = part[tag === key ? key : 'data'] ?? null;
  return isJsonObject(body) ? { type: fold(tag), ...body } : { type: fold(tag), text: body };
}

/** Tells a message with its author in it that stands under the word for it: `{ Assistant: {…} }`. */
export function namedMessage(object: JsonObject, keys: Keys): JsonObject {
  const [key = ''] = keys.names;
  const body = pickObject(object, key);
  if (!body || pick(body, 'role', 'type') !== undefined) return object;
  if (keys.names.some((name) => name !== key && isJsonObject(object[name] ?? null))) return object;
  const isCalling = kindOf(key) === 'call' && listsCalls(body);
  const speaker = speakerNamed(key);
  if (!isCalling && speaker === undefined) return object;
  const content = pick(body, 'content', 'parts', 'text', 'prompt');
  if (content === undefined && !listsCalls(body)) return object;
  return { ...body, role: isCalling ? 'assistant' : (speaker ?? key), content: content ?? null };
}

/** What a model replied, as its message: it may not say who speaks. */
export function asReply(value: JsonValue): JsonValue {
  const said = pick(value, 'content', 'message', 'text');
  const isSaid = typeof said === 'string' || isJsonList(said ?? null);
  if (!isJsonObject(value) || !isSaid || speakerOf(value) !== undefined) return value;
  return { ...value, role: 'assistant', content: said ?? '' };
}
