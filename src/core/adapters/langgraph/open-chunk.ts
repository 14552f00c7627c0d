import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import { isMessage } from '#core/transcripts/read-message.ts';
import { isLangChainMessage } from '../langchain/langchain.ts';

/** What a piece of a stream is: an event, a whole state, what a node added, a part of a message. */
export type Mode = 'events' | 'values' | 'updates' | 'messages';

/** A piece of what a graph streams. */
export interface Chunk {
  readonly mode: Mode;
  readonly value: JsonValue;
  /** What the record it stands in is; the innermost part whose place is known. */
  readonly origin: JsonValue;
}

/** Names of modes as streams of several modes and the server's events write them. */
const MODES: Readonly<Record<string, Mode>> = {
  values: 'values',
  checkpoints: 'values',
  updates: 'updates',
  tasks: 'updates',
  messages: 'messages',
  'messages-tuple': 'messages',
  events: 'events',
};

const EVENT =
  /^on_(chain|chat_model|llm|tool|retriever|prompt|parser|custom)_(start|stream|end|event|error)$/;

/** Keys of requests, answers and datasets; nodes of a graph have other names. */
const NO_NODES =
  /^(messages?|inputs?|outputs?|requests?|responses?|values|data|state|results?|payload|body|conversation|chat|run|example|expected|reference|record|row|item)$/i;

/**
 * Opens a piece of a stream, through what several modes, subgraphs and the server put around it.
 * @param item any value
 * @returns the piece; `silent` for one that says nothing of messages; undefined for anything else
 */
export function openChunk(item: JsonValue): Chunk | 'silent' | undefined {
  return isJsonList(item) ? openTuple(item) : isJsonObject(item) ? openRecord(item) : undefined;
}

/** `[mode, chunk]`, with the way to a subgraph in front, or `[message, metadata]`. */
function openTuple(tuple: readonly JsonValue[]): Chunk | 'silent' | undefined {
  const [first = null, second] = tuple;
  if (tuple.length === 2 && isJsonObject(first) && isMetadata(second) && isMessage(first))
    return { mode: 'messages', value: tuple, origin: tuple };
  const chunk = tuple.at(-1) ?? null;
  if (tuple.length < 2 || tuple.length > 3) return undefined;
  const name = tuple.slice(0, -1).find((part) => typeof part === 'string');
  const isWay = isJsonList(first) && first.every((part) => typeof part === 'string');
  if (typeof name === 'string')
    return isWay || tuple.length === 2 ? ofMode(name, chunk, tuple) : undefined;
  const inner = isWay && isJsonObject(chunk) ? openRecord(chunk) : undefined;
  return typeof inner === 'object' ? { ...inner, origin: tuple } : inner;
}

function isMetadata(value: JsonValue | undefined): boolean {
  return hasKey(value, 'langgraph_node', 'langgraph_step', 'ls_provider');
}

function ofMode(name: string, value: JsonValue, origin: JsonValue): Chunk | 'silent' | undefined {
  const [plain = ''] = name.split('|');
  const mode = Object.hasOwn(MODES, plain) ? MODES[plain] : undefined;
  if (mode) return { mode, value, origin };
  if (plain === 'debug') {
    const inner = openChunk(value);
    return typeof inner === 'object' ? { ...inner, origin } : inner;
  }
  return /^(metadata|end|custom|error|interrupt|messages\/\w+)$/.test(plain) ? 'silent' : undefined;
}

function openRecord(item: JsonObject): Chunk | 'silent' | undefined {
  const event = pickText(item, 'event');
  if (event !== undefined && hasKey(item, 'data')) {
    if (!EVENT.test(event)) return ofMode(event, pick(item, 'data') ?? null, item);
    return hasKey(item, 'run_id') ? { mode: 'events', value: item, origin: item } : undefined;
  }
  const payload = pickObject(item, 'payload');
  const type = pickText(item, 'type') ?? '';
  if (payload && /^(task|task_result|checkpoint)$/.test(type)) {
    if (type === 'task') return 'silent';
    const mode = type === 'checkpoint' ? 'values' : 'updates';
    return { mode, value: payload, origin: item };
  }
  if (messagesOfState(item)) return { mode: 'values', value: item, origin: item };
  if (isUpdate(item)) return { mode: 'updates', value: item, origin: item };
  return isSilent(item) ? 'silent' : undefined;
}

/** What the server says first of a run, and a state before anything was said. */
function isSilent(item: JsonObject): boolean {
  const keys = Object.keys(item);
  if (hasKey(item, 'run_id') && keys.every((key) => /^(run_id|attempt|thread_id)$/.test(key)))
    return true;
  // a node that added nothing
  if (keys.length === 1 && Object.values(item)[0] === null) return true;
  const list = pickList(pickObject(item, 'values') ?? item, 'messages');
  return (list?.length === 0 && keys.length === 1) || isSnapshot(item);
}

/** A state of a thread as it is kept, with the tasks that come next. */
function isSnapshot(item: JsonObject): boolean {
  return isJsonList(pick(item, 'next')) && hasKey(item, 'config', 'checkpoint', 'metadata');
}

/**
 * Reads the messages of a state.
 * @param value a state, or a record that keeps one
 * @returns its messages, all of LangChain's with ids; undefined for anything else
 */
export function messagesOfState(value: JsonValue): readonly JsonObject[] | undefined {
  const list = pickList(pickObject(value, 'values') ?? value, 'messages');
  if (!list || list.length === 0) return undefined;
  const isState = list.every((item) => isLangChainMessage(item) && idOf(item) !== undefined);
  return isState ? (list as readonly JsonObject[]) : undefined;
}

/** The name of a node, and what it added to the state. */
function isUpdate(item: JsonObject): boolean {
  const [[name, update] = [], ...others] = Object.entries(item);
  if (name === undefined || others.length > 0 || NO_NODES.test(name)) return false;
  return addedBy(update ?? null).length > 0;
}

/**
 * Reads what a node added.
 * @param update its update of the state: under `messages`, or as a list of channels and values
 * @returns LangChain's messages in it
 */
export function addedBy(update: JsonValue): readonly JsonObject[] {
  if (isJsonList(update)) {
    return update.flatMap((item) => {
      if (!isJsonList(item)) return isJsonObject(item) ? addedBy(item) : [];
      return item[0] === 'messages' ? ownIn(item[1]) : [];
    });
  }
  return ownIn(pick(update, 'messages') ?? pick(pickObject(update, 'update'), 'messages'));
}

function ownIn(value: JsonValue | undefined): readonly JsonObject[] {
  const list = isJsonList(value) ? value : [value ?? null];
  return list.filter((item): item is JsonObject => isJsonObject(item) && isLangChainMessage(item));
}

/**
 * Reads the id of a message.
 * @param message any value
 * @returns its own id, which all records of it share
 */
export function idOf(message: JsonValue): string | undefined {
  return pickText(pickObject(message, 'kwargs', 'data') ?? message, 'id');
}
