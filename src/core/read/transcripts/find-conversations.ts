import { PREDICTED_NAMES, REFERENCE_NAMES, simplifyName } from '#core/read/names/column-names.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  unwrapEncoded,
  type Maybe,
} from '#core/base/json/pick.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { isTranscript } from '#core/calls/transcript.ts';
import { groupAnswers } from './group-answers.ts';
import { authorOf, isMessage, messageOf } from './read-message.ts';

/** A list of messages and the record it was found in. */
export interface Conversation {
  readonly messages: readonly JsonValue[];
  /** The record around the messages; undefined for a bare list. */
  readonly record: JsonObject | undefined;
  /** The answers of a model that were combined, where it is made of such. */
  readonly answers?: number;
  /** Keys of the record that hold the messages. */
  readonly taken: readonly string[];
}

/** A value of a file and what it holds, in order: conversations, and records beside them without. */
interface ValueTalk {
  readonly value: JsonValue;
  readonly found: readonly (Conversation | { readonly other: JsonValue })[];
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

/** Records of records are looked through this deep. */
const DEPTH = 4;

/** Whether a value is a list of messages and nothing else; calls alone are none. */
export function isConversation(value: Maybe): boolean {
  return (
    isJsonList(value) &&
    value.length > 0 &&
    value.every(isMessage) &&
    !value.every(isCallLike) &&
    !isTranscript(value)
  );
}

/**
 * Finds the conversations of a file: bare lists, records with messages, requests with responses.
 * @returns for each value, or for the first of messages, the conversations it holds, in order
 */
export function findConversations(values: readonly JsonValue[]): readonly ValueTalk[] {
  const parts = splitWhole(values);
  if (!parts) return values.map(talkOf);
  return [
    ...parts.whole.map((found) => ({ value: found.record ?? parts.first, found: [found] })),
    ...parts.others.map(talkOf),
  ];
}

interface WholeAndOthers {
  readonly whole: readonly Conversation[];
  readonly first: JsonValue;
  readonly others: readonly JsonValue[];
}

/**
 * Finds conversations that take several values to tell, message by message or answer by answer. A
 * record among them that says nothing does not end them.
 */
function splitWhole(values: readonly JsonValue[]): WholeAndOthers | undefined {
  // a list of messages is a separate conversation
  const told = values.filter(
    (value) => !isJsonList(value) && (isMessage(value) || conversationOf(value) !== undefined),
  );
  const [first = null] = told;
  const isTold = told.length > 1 && isConversation(told);
  const whole =
    conversationsOfAnswers(told) ?? (isTold ? [conversationOfMessages(told)] : undefined);
  if (!whole) return undefined;
  const known = new Set(told);
  return { whole, first, others: values.filter((value) => !known.has(value)) };
}

function talkOf(value: JsonValue): ValueTalk {
  const opened = unwrapEncoded(value);
  const found = collect(opened, DEPTH);
  if (found.length > 0) return { value, found };
  const others = (isJsonList(opened) ? opened : [opened]).filter(isJsonObject);
  return { value, found: others.map((other) => ({ other })) };
}

function conversationOfMessages(messages: readonly JsonValue[]): Conversation {
  return { messages, record: undefined, taken: [] };
}

function collect(value: JsonValue, depth: number): ValueTalk['found'] {
  const parts = isJsonList(value) ? splitWhole(value) : undefined;
  if (parts) {
    return [...parts.whole, ...parts.others.flatMap((other) => besideWhole(other, depth))];
  }
  const conversation = conversationOf(value);
  if (conversation) return [conversation];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  const items = isJsonList(value) ? value : unexpectedIn(value);
  const found = items.map((item) => collect(item, depth - 1));
  const isList = isJsonList(value) && found.some((inner) => inner.length > 0);
  return items.flatMap((item, index) => {
    const inner = found[index] ?? [];
    return isList && inner.length === 0 && item !== null ? [{ other: item }] : inner;
  });
}

function besideWhole(value: JsonValue, depth: number): ValueTalk['found'] {
  if (value === null) return [];
  const found = isJsonList(value) && depth > 0 ? collect(value, depth - 1) : [];
  return found.length > 0 ? found : [{ other: value }];
}

/** What a record holds beside a conversation that was to be expected. */
function unexpectedIn(record: JsonObject): readonly JsonValue[] {
  return Object.entries(record).flatMap(([key, cell]) =>
    isConversation(cell) && REFERENCE.has(simplifyName(key)) ? [] : [cell],
  );
}

/** The runs of an agent whose model's answers are one after another, with nothing around them. */
function conversationsOfAnswers(values: readonly JsonValue[]): readonly Conversation[] | undefined {
  return groupAnswers(values)?.map((answers) => ({
    messages: answers.flatMap((answer) => conversationOf(answer)?.messages ?? []),
    record: answers.find(isJsonObject),
    taken: [...PARTS, ...ANSWER_KEYS],
    answers: answers.length,
  }));
}

/**
 * Reads a value as a conversation, through the containers that are usual.
 * @returns the conversation; undefined when the value itself holds none
 */
export function conversationOf(value: JsonValue): Conversation | undefined {
  if (isJsonList(value)) {
    if (!isConversation(value)) return undefined;
    const [message, ...more] = value;
    // what is beside the text of a single message is known of the whole
    return more.length === 0 && isJsonObject(message)
      ? { messages: value, record: message, taken: PARTS }
      : conversationOfMessages(value);
  }
  if (!isJsonObject(value)) return undefined;
  const held = askedAndAnswered(value);
  if (held) return { messages: held.messages, record: value, taken: held.keys };
  for (const [key, inner] of Object.entries(value)) {
    const [run, ...others] = (isJsonList(inner) && conversationsOfAnswers(inner)) || [];
    if (run && others.length === 0) return { ...run, record: value, taken: [key] };
  }
  const isOne = isMessage(value) && !isCallLike(value);
  return isOne ? { messages: [value], record: value, taken: PARTS } : undefined;
}

/** Keys under which a message holds what is read of it. */
const PARTS = [
  'role',
  'type',
  'content',
  'parts',
  'message',
  'data',
  'kwargs',
  'tool_calls',
  'function_call',
  'additional_kwargs',
  'invalid_tool_calls',
];

const ANSWER_KEYS = ['choices', 'candidates', 'output'];
const REQUEST_KEYS = ['request', 'inputs'];
const RESPONSE_KEYS = ['response', 'outputs', 'completion'];

/** Messages and the keys of a record they are under. */
interface HeldMessages {
  readonly messages: readonly JsonValue[];
  readonly keys: readonly string[];
}

/** A request and its response are in their own objects, or in the record itself. */
function askedAndAnswered(record: JsonObject): HeldMessages | undefined {
  const request = heldUnder(record, REQUEST_KEYS, messagesIn);
  const asked = request ?? messagesIn(record);
  // a whole conversation may repeat its end as the answer
  if (!request && asked && isAnswered(asked)) return asked;
  const answered = heldUnder(record, RESPONSE_KEYS, responseIn) ?? answersIn(record);
  if (!asked || !answered) return asked ?? answered;
  return {
    messages: joinMessages(asked.messages, answered.messages),
    keys: [...asked.keys, ...answered.keys],
  };
}

function isAnswered({ messages }: HeldMessages): boolean {
  const last = messageOf(messages.at(-1) ?? null);
  return last !== undefined && authorOf(last) === 'agent';
}

function responseIn(response: JsonObject): HeldMessages | undefined {
  const held = messagesIn(response) ?? answersIn(response);
  return held ?? (isMessage(response) ? { messages: [response], keys: [] } : undefined);
}

/** Messages in the object under the first of some keys that holds one. */
function heldUnder(
  record: JsonObject,
  keys: readonly string[],
  read: (inner: JsonObject) => HeldMessages | undefined,
): HeldMessages | undefined {
  const inner = bodyOf(pickObject(record, ...keys));
  const messages = inner && read(inner)?.messages;
  return messages && { messages, keys: keys.filter((key) => isJsonObject(pick(record, key))) };
}

/** Requests and responses that were sent in a batch are in the body of what was transferred. */
function bodyOf(transfer: JsonObject | undefined): JsonObject | undefined {
  return pickObject(transfer, 'body') ?? transfer;
}

/** An agent's answer may begin with the messages it was asked with: they were said once. */
function joinMessages(
  asked: readonly JsonValue[],
  answered: readonly JsonValue[],
): readonly JsonValue[] {
  const isRepeated =
    answered.length >= asked.length &&
    asked.every((message, index) => isSameText(message, answered[index]));
  return isRepeated ? answered : [...asked, ...answered];
}

/** Ids and what else is added on the way differ between two records of one message. */
function isSameText(a: JsonValue, b: JsonValue | undefined): boolean {
  const [first, second] = [a, b].map((value) => value !== undefined && messageOf(value));
  if (!first || !second || authorOf(first) !== authorOf(second)) return false;
  return isJsonEqual(pick(first, 'content') ?? null, pick(second, 'content') ?? null);
}

function messagesIn(record: JsonObject): HeldMessages | undefined {
  for (const key of MESSAGE_KEYS) {
    const list = unwrapEncoded(pick(record, key));
    if (isJsonList(list) && isConversation(list)) return { messages: list, keys: [key] };
  }
  for (const [key, list] of Object.entries(record)) {
    if (isJsonList(list) && isConversation(list) && PREDICTED.has(simplifyName(key)))
      return { messages: list, keys: [key] };
  }
  return undefined;
}

const PREDICTED = new Set([...PREDICTED_NAMES, 'response']);
const REFERENCE = new Set(REFERENCE_NAMES);

/** The answer of a model: only the first of several, because they exclude each other. */
function answersIn(record: JsonObject | undefined): HeldMessages | undefined {
  const answer = answerIn(record);
  const [key, history] =
    HISTORY_KEYS.map((name) => [name, pick(record, name)] as const).find(([, list]) =>
      isConversation(list),
    ) ?? [];
  if (!answer || key === undefined || !isJsonList(history)) return answer;
  return { messages: [...lastTurn(history), ...answer.messages], keys: [...answer.keys, key] };
}

/** What Gemini's libraries called before they got the answer. */
const HISTORY_KEYS = ['automaticFunctionCallingHistory', 'automatic_function_calling_history'];

/** A chat's history begins with earlier turns, which are not this answer's. */
function lastTurn(messages: readonly JsonValue[]): readonly JsonValue[] {
  const at = messages.findLastIndex((message) => {
    const parts = pickList(messageOf(message), 'parts');
    return pick(message, 'role') === 'user' && parts?.some((part) => hasKey(part, 'text'));
  });
  return messages.slice(Math.max(at, 0));
}

function answerIn(record: JsonObject | undefined): HeldMessages | undefined {
  for (const key of ANSWER_KEYS) {
    const held = key === 'output' ? pickObject(record, key) : pickList(record, key)?.[0];
    if (held !== undefined) return withRecordOf(record, messageIn(held, key));
  }
  return messageIn(record);
}

/** What the answer of a service says about the message in it. */
const ABOUT_ANSWER = [
  'usage',
  'usageMetadata',
  'usage_metadata',
  'metrics',
  'model',
  'modelVersion',
  'model_version',
  'created',
];

function withRecordOf(
  record: JsonObject | undefined,
  held: HeldMessages | undefined,
): HeldMessages | undefined {
  const about = Object.entries(record ?? {}).filter(([key]) => ABOUT_ANSWER.includes(key));
  if (!held || about.length === 0) return held;
  const messages = held.messages.map((message) =>
    isJsonObject(message) ? { ...Object.fromEntries(about), ...message } : message,
  );
  return { ...held, messages };
}

function messageIn(holder: Maybe, key?: string): HeldMessages | undefined {
  const message = pickObject(holder, 'message');
  const content = pickObject(holder, 'content');
  const found =
    message ?? (isJsonList(pick(content, 'parts')) && content ? { content } : undefined);
  if (found === undefined || !isMessage(found)) return undefined;
  return { messages: [found], keys: [key ?? (message ? 'message' : 'content')] };
}
