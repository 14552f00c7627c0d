import { CALL_WORDS } from '#core/calls/call-keys.ts';
import { isCallLike, noteUnitsTo, type FoundCall } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  hasWord,
  keysOf,
  type Maybe,
  oneOf,
  perKeys,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import {
  type Author,
  together,
  withRecord,
  type Entry,
  type EntryReader,
  type Said,
} from './entry.ts';
import { authorNamed, namesCalls } from './event-words.ts';
import { mapFlat } from '#core/base/lists/lists.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';
import { callEntries, KINDS, heldAs, readPart, readResult, resultsIn } from './read-part.ts';
import { mayBeCall, unreadIn, unreadOf } from './may-be-call.ts';
import { isTranscript } from '#core/calls/transcript.ts';
import { inUsualForm, shapedMessage } from './message-shape.ts';

/** AutoGen's events that say nothing that another event does not. */
const SILENT_EVENTS =
  /^(toolcallsummarymessage|thoughtevent|handoffmessage|memoryqueryevent|\w+chunkevent)$/i;

/**
 * Looks through the wrappers that frameworks put around a message.
 * @returns the message with its author in `role`; undefined when it is no message
 */
export function messageOf(value: JsonValue): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const message = unwrapMessage(value);
  return shapedMessage(value, authorOf(message) !== undefined) ?? message;
}

/** Keys of what may be put around a message, or of a message under other words. */
const WRAPPING = ['lc', 'kwargs', 'data', 'message', 'parts', 'kind', CLASS_KEY];
const mayWrap = perKeys(oneOf(...WRAPPING));

function unwrapMessage(value: JsonObject): JsonObject {
  const { role: own = null } = value;
  const isPlain = typeof own === 'string' && own !== '' && !isJsonObject(value['content']);
  if (isPlain && !mayWrap(keysOf(value))) return value;
  const { lc = null, kwargs, data, message: inner, parts, kind, content } = value;
  if (lc !== null && isJsonObject(kwargs)) {
    const role = pickList(value, 'id')?.at(-1);
    return withRole(kwargs, typeof role === 'string' ? role : undefined);
  }
  if (hasKey(data, 'content')) return withRole(data, pickText(value, 'type', 'kind'));
  // beside the messages that it answers it is no wrapper
  if (hasKey(inner, 'role', 'content') && !pickList(value, 'messages'))
    return hasKey(inner, 'role') ? inner : withRole(inner, pickText(value, 'role', 'type'));
  if (parts !== undefined && kind !== undefined) return withRole(value, pickText(value, 'kind'));
  if (hasKey(content, 'parts')) return withRole(content, eventRole(value, content));
  return withRole(
    value,
    pickText(value, 'role') ?? pickText(value, CLASS_KEY) ?? roleOfType(value),
  );
}

function eventRole(event: JsonObject, content: JsonObject): string {
  if (pickText(event, 'author') === 'user') return 'user';
  // results come under a user's role from an agent's event
  return hasKey(event, 'author')
    ? 'model'
    : (pickText(content, 'role') ?? pickText(event, 'role') ?? 'model');
}

function roleOfType(value: JsonObject): string | undefined {
  const type = hasKey(value, 'content') ? pickText(value, 'type') : undefined;
  if (type === undefined || !hasKey(value, 'source')) return type;
  if (SILENT_EVENTS.test(type)) return 'silent';
  const isText = /^(text|multimodal|stop)message$/i.test(type);
  if (!isText) return type;
  return pickText(value, 'source') === 'user' ? 'user' : 'assistant';
}

/** Whether a value is a message of a known author. */
export function isMessage(value: JsonValue): boolean {
  const message = messageOf(value);
  return message !== undefined && authorOf(message) !== undefined;
}

/**
 * Names the author of a message.
 * @param message a message from {@link messageOf}
 * @returns who wrote it, or undefined when it does not say so in known words
 */
function authorOf(message: JsonObject): Author | undefined {
  return authorNamed(pickText(message, 'role') ?? '');
}

/** What is read of what is no message. */
export const NO_MESSAGE: readonly Entry[] = [];

/**
 * Reads a message of any framework. Calls that it repeats in several places are read once.
 * @returns what happened, in order: text before calls unless the parts say otherwise
 */
export function readMessage(given: JsonValue, out: EntryReader): readonly Entry[] {
  const value = isJsonObject(given) ? inUsualForm(given) : given;
  const message = messageOf(value);
  const author = message && authorOf(message);
  if (!message || !author) return NO_MESSAGE;
  const options = pickObject(message, 'options');
  const answered = options && pickObject(options, 'toolResult');
  if (answered) return [readResult(answered, out)];
  const output = author === 'tool' ? pickText(message, 'content') : undefined;
  const written = output?.trimStart().startsWith('<tool_response>') ? resultsIn(output) : undefined;
  if (written) return written;
  if (author === 'tool' && !hasKey(message, 'tool_call_id', ...CONTENTS)) return [];
  if (author === 'tool' && isOneResult(message)) return [readResult(message, out)];
  const read = readContent(message, author, out);
  if (author === 'agent' && read.length === 0 && !hasKey(message, ...CONTENTS))
    return [{ kind: 'unread', type: pickText(message, 'type', 'role') ?? '', value }];
  const isCalling = author !== 'agent' || read.some(({ kind }) => kind === 'call');
  const type = pickText(message, 'type') ?? '';
  const isCode = author === 'agent' && (type === 'code' || mayBeCall(type));
  const around = isJsonObject(value) && value !== message ? unreadIn(value, CONTENTS) : [];
  const entries = isCalling
    ? read
    : [...read, ...(isCode ? unreadOf(message, type) : unreadIn(message, CONTENTS)), ...around];
  return author === 'tool' || author === 'silent'
    ? entries
    : withRecord(entries, recordOf(value, message, author, out), KINDS[author]);
}

/** Keys of a message of which one is there, whatever it holds. */
const CONTENTS = ['content', 'parts', 'tool_calls', 'toolCalls', 'text', 'message', 'refusal'];

/** What is recorded of a message, also beside it in its wrapper. */
function recordOf(
  value: JsonValue,
  message: JsonObject,
  author: Author,
  out: EntryReader,
): StepRecord {
  const onUnit = noteUnitsTo(out);
  const own = readStepRecord(message, onUnit);
  const record = value === message ? own : { ...readStepRecord(value, onUnit), ...own };
  const agent = author === 'agent' ? (record.agent ?? speakerOf(message)) : undefined;
  if (agent === record.agent) return record;
  const { agent: _, ...others } = record;
  return agent === undefined ? others : { agent, ...others };
}

/** The agent that speaks; AutoGen names it as the source. */
function speakerOf(message: JsonObject): string | undefined {
  return (
    pickText(message, 'name') ?? (hasKey(message, 'type') ? pickText(message, 'source') : undefined)
  );
}

function readContent(message: JsonObject, author: Author, out: EntryReader): readonly Entry[] {
  const said = mapFlat(partsOf(message), (part) => readPart(part, author, out));
  if (author !== 'agent') return said;
  const listed = listedCalls(message, out);
  if (!listed || said.length === 0) return together(listed ?? said, out.parallelNumber);
  const inParts = said.filter(({ kind }) => kind === 'call').length;
  for (let repeated = 0; repeated < inParts; repeated++) out.note('call_repeated', 'content');
  const others = said.filter(({ kind }) => kind !== 'call' && kind !== 'unread');
  const calls = together(listed, out.parallelNumber);
  // what is written beside calls that have returned was written after them
  const isAfter = listed.every((entry) => entry.kind === 'call' && entry.call.output !== undefined);
  return isAfter ? [...calls, ...others] : [...others, ...calls];
}

/** The content of the messages of a conversation, in order. */
export function readMessages(messages: readonly JsonValue[], out: EntryReader): readonly Entry[] {
  return withResultsInText(messages.flatMap((message) => readMessage(message, out)));
}

/** Reads results of calls from a user message right after them. */
export function withResultsInText(entries: readonly Entry[]): readonly Entry[] {
  const isAfterCall = (entry: Entry, at: number): entry is Said =>
    entry.kind === 'user' && entries[at - 1]?.kind === 'call';
  if (!entries.some(isAfterCall)) return entries;
  return entries.flatMap(
    (entry, at) => (isAfterCall(entry, at) ? resultsIn(entry.text) : undefined) ?? [entry],
  );
}

function withRole(message: JsonObject, role: string | undefined): JsonObject {
  return message['role'] === role ? message : { ...message, role: role ?? '' };
}

/** A message that names its call is one result; parts that name theirs are one each. */
function isOneResult(message: JsonObject): boolean {
  if (hasKey(message, 'tool_call_id')) return true;
  const content = pick(message, 'content', 'parts');
  return !(
    isJsonList(content) &&
    content.some(
      (part) =>
        hasKey(part, 'call_id', 'tool_result', 'toolName') ||
        heldAs(part, 'result') ||
        /tool/.test(pickText(part, 'type', 'part_kind') ?? ''),
    )
  );
}

/** The user interface's messages of some frameworks repeat the parts as plain content. */
function partsOf(message: JsonObject): readonly JsonValue[] {
  const parts = pickList(message, 'parts');
  if (parts && parts.length > 0) return parts;
  const content =
    pick(message, 'content', 'segments', 'chunks') ??
    pickText(message, 'message', 'text', 'value', 'utterance', 'message_text');
  if (isJsonList(content)) return content;
  return content === undefined ? [] : [content];
}

const BESIDE = ['additional_kwargs', 'options', 'tools', 'actions', 'invalid_tool_calls'];
/** Whether an object with some keys may have calls beside its content. */
const mayListCalls = perKeys((names) =>
  names.some((name) => BESIDE.includes(name) || namesCalls(name)),
);

/** Calls beside the content: the first list that is not empty, because the others repeat it. */
function listedCalls(message: JsonObject, out: EntryReader): readonly Entry[] | undefined {
  const returned = listReturned(message);
  if (!returned && !mayListCalls(keysOf(message))) return undefined;
  // the parts repeat them
  const own = hasKey(message, 'parts') ? { ...message, toolInvocations: null } : message;
  const list =
    callsNamed(own) ??
    callsNamed(pickObject(message, 'additional_kwargs')) ??
    callsNamed(pickObject(message, 'options')) ??
    [pickList(message, 'tools'), pickList(message, 'actions')].find(areMade) ??
    returned ??
    [];
  const invalid = invalidCalls(message, out);
  if (list.length + invalid.length === 0) return undefined;
  const isInvalid = (call: JsonValue): boolean =>
    invalid.some(({ id }) => id !== undefined && id === pickText(call, 'id'));
  const valid = invalid.length === 0 ? list : list.filter((call) => !isInvalid(call));
  return [...callEntries(valid, out), ...invalid.map((call): Entry => ({ kind: 'call', call }))];
}

/** Whether a list that may be of declarations or of buttons is one of calls, which have ids. */
const areMade = (list: readonly JsonValue[] | undefined): boolean =>
  filled(list)?.every((item) => isCallLike(item) && hasWord(item, CALL_WORDS.id)) === true;

/** A list under any name whose items are calls with their results, read or not. */
function listReturned(message: JsonObject): readonly JsonValue[] | undefined {
  for (const key in message) {
    const list = CONTENTS.includes(key) ? undefined : pickList(message, key);
    if (filled(list)?.every(isReturned)) return list;
  }
  return undefined;
}

const isReturned = (item: JsonValue): boolean =>
  hasWord(item, CALL_WORDS.output) &&
  (isCallLike(item) ||
    keysOf(item)
      .under(CALL_WORDS.wrapper)
      .some((key) => isJsonObject(item[key] ?? null)));

const filled = (list: readonly JsonValue[] | undefined): readonly JsonValue[] | undefined =>
  list?.length ? list : undefined;

/** The first calls under a name for such. */
function callsNamed(holder: JsonObject = {}): readonly JsonValue[] | undefined {
  for (const key in holder) {
    const calls = namesCalls(key) ? filled(callsHeld(holder[key] ?? null)) : undefined;
    if (calls) return calls;
  }
  return undefined;
}

/** The calls under a name for such: in a list, one alone, or several by their ids. */
function callsHeld(value: JsonValue): readonly JsonValue[] {
  const held = unwrapEncoded(value);
  if (isJsonList(held)) return held;
  if (!isJsonObject(held) || Object.keys(held).length === 0) return [];
  return isCallLike(held) ? [held] : (listById(held) ?? [held]);
}

/** The objects that another one holds by their ids, as a list. */
export function listById(held: JsonObject): readonly JsonObject[] | undefined {
  const items = Object.entries(held);
  if (items.length === 0 || !items.every(([, item]) => isJsonObject(item))) return undefined;
  return items.map(([id, item]) => ({ id, ...(item as JsonObject) }));
}

/**
 * Calls whose arguments the framework could not parse: made all the same, and none that could have
 * been expected.
 */
function invalidCalls(message: JsonObject, out: EntryReader): readonly FoundCall[] {
  return (pickList(message, 'invalid_tool_calls') ?? []).map((call) => {
    const name = pickText(call, 'name');
    out.note('call_invalid', name ?? '');
    return {
      name: name ?? 'invalid_tool_call',
      input: { invalid_arguments: pick(call, 'args') ?? null },
      id: pickText(call, 'id'),
    };
  });
}

/** Keys under which records keep their messages, best first. */
export const MESSAGE_KEYS = [
  'messages',
  'contents',
  'events',
  'conversation',
  'conversations',
  'entries',
  'chat_history',
  'transcript',
  'history',
  'outputs',
  'output',
  'actual_trajectory',
  'predicted_trajectory',
] as const;

/** Whether a value is a list of messages and nothing else; calls alone are not. */
export function isConversation(value: Maybe): boolean {
  return (
    isJsonList(value) &&
    value.length > 0 &&
    value.every(isMessage) &&
    !value.every(isCallLike) &&
    !isTranscript(value)
  );
}
