import { isJsonEqual } from '#core/json/equal-json.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { pick, pickList, pickObject, unwrapEncoded, type Maybe } from '#core/json/pick.ts';
import { groupAnswers } from './group-answers.ts';
import { authorOf, isMessage, messageOf } from './read-message.ts';

/** A list of messages and the record it was found in. */
export interface Conversation {
  readonly messages: readonly JsonValue[];
  /** The record around the messages; undefined for a bare list. */
  readonly record: JsonObject | undefined;
  /** The answers of a model that were put together, where it is made of such. */
  readonly answers?: number;
}

/** A value of a file and the conversations in it; none where it holds no messages. */
interface ValueTalk {
  readonly value: JsonValue;
  readonly conversations: readonly Conversation[];
}

/** Keys under which records keep their messages, best first. */
export const MESSAGE_KEYS = [
  'messages',
  'contents',
  'events',
  'conversation',
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

/**
 * Tells whether a value is a conversation.
 * @param value any value
 * @returns whether it is a list of messages and nothing else
 */
export function isConversation(value: Maybe): boolean {
  return isJsonList(value) && value.length > 0 && value.every(isMessage);
}

/**
 * Finds the conversations of a file: bare lists, records with messages, requests with responses.
 * @param values the file's values; messages one after another are one conversation
 * @returns for each value, or for the first of messages, the conversations it holds, in order
 */
export function findConversations(values: readonly JsonValue[]): readonly ValueTalk[] {
  const runs = conversationsOfAnswers(values);
  if (runs)
    return runs.map((conversation) => ({
      value: conversation.record ?? null,
      conversations: [conversation],
    }));
  const [first] = values;
  if (first !== undefined && isConversation(values))
    return [{ value: first, conversations: [{ messages: values, record: undefined }] }];
  return values.map((value) => {
    const conversations: Conversation[] = [];
    collect(unwrapEncoded(value), DEPTH, conversations);
    return { value, conversations };
  });
}

function collect(value: JsonValue, depth: number, found: Conversation[]): void {
  const runs = isJsonList(value) ? conversationsOfAnswers(value) : undefined;
  const conversation = runs ? undefined : conversationOf(value);
  if (runs) found.push(...runs);
  else if (conversation) found.push(conversation);
  else if (depth > 0 && isJsonList(value)) {
    for (const item of value) collect(item, depth - 1, found);
  } else if (depth > 0 && isJsonObject(value)) {
    for (const item of Object.values(value)) collect(item, depth - 1, found);
  }
}

/** The runs of an agent whose model's answers stand one after another, with nothing around them. */
function conversationsOfAnswers(values: readonly JsonValue[]): readonly Conversation[] | undefined {
  return groupAnswers(values)?.map((answers) => ({
    messages: answers.flatMap((answer) => conversationOf(answer)?.messages ?? []),
    record: answers.find(isJsonObject),
    answers: answers.length,
  }));
}

/**
 * Reads a value as a conversation, through the containers that are usual.
 * @param value any value
 * @returns the conversation; undefined when the value itself holds none
 */
export function conversationOf(value: JsonValue): Conversation | undefined {
  if (isJsonList(value)) {
    return isConversation(value) ? { messages: value, record: undefined } : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const asked = listIn(bodyOf(pickObject(value, 'request', 'inputs')));
  const response = bodyOf(pickObject(value, 'response', 'outputs'));
  const answered = listIn(response) ?? answersIn(response);
  if (asked || answered) {
    return { messages: joinSaid(asked ?? [], answered ?? []), record: value };
  }
  const list = listIn(value) ?? answersIn(value);
  if (list) return { messages: list, record: value };
  for (const inner of Object.values(value)) {
    const [run, ...others] = (isJsonList(inner) && conversationsOfAnswers(inner)) || [];
    if (run && others.length === 0) return { ...run, record: value };
  }
  return isMessage(value) ? { messages: [value], record: value } : undefined;
}

/** Requests and responses that were sent in a batch stand in the body of what was transferred. */
function bodyOf(transfer: JsonObject | undefined): JsonObject | undefined {
  return pickObject(transfer, 'body') ?? transfer;
}

/** An agent's answer may begin with the messages it was asked with: they were said once. */
function joinSaid(
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

function listIn(record: JsonObject | undefined): readonly JsonValue[] | undefined {
  if (!record) return undefined;
  for (const key of MESSAGE_KEYS) {
    const list = unwrapEncoded(pick(record, key));
    if (isJsonList(list) && isConversation(list)) return list;
  }
  return undefined;
}

/** The answer of a model: only the first of several, because they exclude each other. */
function answersIn(record: JsonObject | undefined): readonly JsonValue[] | undefined {
  const choice = pickList(record, 'choices', 'candidates')?.[0];
  const holder = choice ?? pickObject(record, 'output') ?? record;
  const message = choiceMessage(holder);
  return message !== undefined && isMessage(message) ? [message] : undefined;
}

function choiceMessage(holder: Maybe): JsonValue | undefined {
  const message = pickObject(holder, 'message');
  if (message) return message;
  const content = pickObject(holder, 'content');
  return content && isJsonList(pick(content, 'parts')) ? { content } : undefined;
}
