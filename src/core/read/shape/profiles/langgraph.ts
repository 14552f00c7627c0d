import { listAt } from '#core/base/lists/lists.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { isMessage, messageOf } from '#core/read/transcripts/read-message.ts';
import { StreamedAnswer } from '#core/read/shape/streams.ts';
import {
  hasKey,
  type Maybe,
  oneOf,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import type { ListProfile } from './profile.ts';

/** Keys of which a piece of a stream has one, unless its only key is the name of a node. */
const isOpened = oneOf('event', 'payload', 'values', 'messages');

/** What LangGraph streams while it runs, in any of its modes, and the history of a thread. */
export const langgraph: ListProfile = {
  hasKeys: (keys) => keys.length === 1 || isOpened(keys),
  isOwn: (value) => typeof openChunk(value) === 'object',
  rewrite: (values, write) => {
    const opened = values.map(openChunk);
    const chunks = opened.filter((chunk) => typeof chunk === 'object');
    const others = values.filter((_, at) => opened[at] === undefined);
    const runs = readRuns(chunks);
    // one piece alone is a record like any other, states need not be of one run or hold messages
    const areApart = runs.length === chunks.length;
    const [first] = runs;
    if (!first || areApart || others.length >= chunks.length) return values;
    const { messages, origin, record = {} } = first;
    // the messages of one run belong to the record that holds the stream
    const isBare = runs.length === 1 && Object.keys(aboutState(record)).length === 0;
    const records = isBare
      ? messages.filter(isJsonObject).map((message) => write(message, origin))
      : runs.map((run) =>
          write({ ...aboutState(run.record ?? {}), messages: run.messages }, run.origin, {
            isRun: true,
          }),
        );
    return [...records, ...others];
  },
};

/** What a state has besides its messages, and what is kept about it. */
const STATE_KEYS = new Set(
  (
    'messages values next config metadata tasks interrupts createdAt created_at parentConfig ' +
    'parent_config parent_checkpoint checkpoint checkpoint_id parent_checkpoint_id __interrupt__'
  ).split(' '),
);

const aboutState = (state: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(state).filter(([key]) => !STATE_KEYS.has(key)));

/** What a piece of a stream is: an event, a whole state, what a node added, a part of a message. */
type Mode = 'events' | 'values' | 'updates' | 'messages';

/** A piece of what a graph streams. */
interface Chunk {
  readonly mode: Mode;
  readonly value: JsonValue;
  /** The kind of the record it is in; the innermost part whose place is known. */
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
 */
function openChunk(item: JsonValue): Chunk | 'silent' | undefined {
  return isJsonList(item) ? openTuple(item) : isJsonObject(item) ? openRecord(item) : undefined;
}

/** `[mode, chunk]`, with the path to a subgraph in front, or `[message, metadata]`. */
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

/** The server's first event of a run, and a state before any message. */
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

/** Reads the messages of a state. */
function messagesOfState(value: JsonValue): readonly JsonObject[] | undefined {
  const list = pickList(pickObject(value, 'values') ?? value, 'messages');
  if (!list || list.length === 0) return undefined;
  const isState = list.every((item) => idOf(item) !== undefined && isMessage(item));
  return isState ? (list as readonly JsonObject[]) : undefined;
}

/** The name of a node, and what it added to the state. */
function isUpdate(item: JsonObject): boolean {
  const [[name, update] = [], ...others] = Object.entries(item);
  if (name === undefined || others.length > 0 || NO_NODES.test(name)) return false;
  const isOfNode = isJsonList(update ?? null) || hasKey(update, 'messages', 'update');
  return isOfNode && messagesIn(update).length > 0;
}

/** Levels around the messages of a channel. */
const DEPTH = 6;

/** The messages within what was added or answered, in any channel. */
function messagesIn(value: Maybe, depth = DEPTH): readonly JsonObject[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  if (isJsonObject(value) && isMessage(value)) return [value];
  return Object.values<JsonValue>(value).flatMap((inner) => messagesIn(inner, depth - 1));
}

/** Reads the id of a message. */
function idOf(message: JsonValue): string | undefined {
  return pickText(pickObject(message, 'kwargs', 'data') ?? message, 'id');
}

/** The messages of one run, and what they were read from. */
interface GraphRun {
  readonly messages: readonly JsonValue[];
  readonly origin: JsonValue;
  /** The record that holds the last state; undefined where the pieces are none. */
  readonly record?: JsonObject;
}

/** The mode that says most comes first: the others repeat it. */
const BEST: readonly Mode[] = ['values', 'updates', 'messages', 'events'];

/** Joins the pieces of a stream to runs. */
function readRuns(chunks: readonly Chunk[]): readonly GraphRun[] {
  const mode = BEST.find((name) => chunks.some((chunk) => chunk.mode === name));
  const own = chunks.filter((chunk) => chunk.mode === mode);
  switch (mode) {
    case 'values':
      return fullestStates(own);
    case 'updates':
      return joined(own, ({ value }) => messagesIn(value));
    case 'messages':
      return joinParts(own);
    case 'events':
      return splitEvents(own).flatMap((events) => {
        const hasModel = events.some(({ value }) => isEvent(value, 'on_chat_model_end'));
        const start = events.find(({ value }) => isEvent(value, 'on_chain_start'));
        return joined(events, (chunk) =>
          chunk === start ? asked(chunk.value) : saidIn(chunk.value, hasModel),
        );
      });
    case undefined:
      return [];
  }
}

/** One run of all the messages, each once. */
function joined(
  chunks: readonly Chunk[],
  messagesIn: (chunk: Chunk) => readonly JsonValue[],
): readonly GraphRun[] {
  const [first] = chunks;
  const messages = once(chunks.flatMap(messagesIn));
  return first && messages.length > 0 ? [{ messages, origin: first.origin }] : [];
}

function once(messages: readonly JsonValue[]): readonly JsonValue[] {
  const known = new Set<string>();
  return messages.filter((message) => {
    const id = idOf(message);
    if (id === undefined) return true;
    return !known.has(id) && known.add(id);
  });
}

/** States repeat those before them, or after them in a history; a fork of a thread is another run. */
function fullestStates(chunks: readonly Chunk[]): readonly GraphRun[] {
  const runs: GraphRun[] = [];
  const places = new Map<string | undefined, number>();
  for (const { value, origin } of chunks) {
    const messages = messagesOfState(value);
    if (!messages || !isJsonObject(value)) continue;
    const first = idOf(messages[0] ?? null);
    const place = places.get(first) ?? runs.length;
    const known = runs[place]?.messages ?? [];
    if (goesOn(messages, known)) continue;
    const at = goesOn(known, messages) ? place : runs.length;
    runs[at] = { messages, origin, record: value };
    places.set(first, at);
  }
  return runs;
}

/** Whether a state is an earlier one of another. */
function goesOn(earlier: readonly JsonValue[], later: readonly JsonValue[]): boolean {
  return (
    earlier.length <= later.length &&
    earlier.every((message, index) => idOf(message) === idOf(later[index] ?? null))
  );
}

/** Messages, and pieces of such, which grow together. */
function joinParts(chunks: readonly Chunk[]): readonly GraphRun[] {
  const runs = new Map<
    string,
    { readonly origin: JsonValue; readonly said: (JsonValue | StreamedAnswer)[] }
  >();
  const open = new Map<string, StreamedAnswer>();
  for (const { value, origin } of chunks) {
    const [message = null, metadata] = isJsonList(value) ? value : [value];
    const name = pickText(metadata, 'run_id', 'thread_id') ?? '';
    const run = runs.get(name) ?? { origin, said: [] };
    runs.set(name, run);
    const plain = messageOf(message);
    if (!plain) continue;
    if (!/chunk$/i.test(pickText(plain, 'role') ?? '')) {
      run.said.push(message);
      continue;
    }
    const id = pickText(plain, 'id');
    const known = id === undefined ? undefined : open.get(id);
    const answer = known ?? new StreamedAnswer();
    const content = pick(plain, 'content');
    for (const part of isJsonList(content) ? content : [content])
      answer.say(typeof part === 'string' ? part : (pickText(part, 'text') ?? ''));
    for (const piece of pickList(plain, 'tool_call_chunks') ?? [])
      answer.call(piece, pick(piece, 'name'), pick(piece, 'args'));
    if (known) continue;
    run.said.push(answer);
    if (id === undefined) continue;
    answer.about = { id };
    open.set(id, answer);
  }
  return [...runs.values()].map(({ origin, said }) => ({
    origin,
    messages: once(
      said.map((one) => (one instanceof StreamedAnswer ? { ...one.message(), ...one.about } : one)),
    ),
  }));
}

/** Events name the runs they are inside of; in JavaScript they only follow one another. */
function splitEvents(chunks: readonly Chunk[]): readonly (readonly Chunk[])[] {
  const runs = new Map<string, Chunk[]>();
  let root: string | undefined;
  let last = '';
  for (const chunk of chunks) {
    const { value } = chunk;
    const run = pickText(value, 'run_id') ?? '';
    const event = pickText(value, 'event') ?? '';
    const parents = pickList(value, 'parent_ids');
    if (parents) {
      const [outermost] = parents;
      last = typeof outermost === 'string' ? outermost : run;
    } else if (root === undefined && event === 'on_chain_start') {
      root = run;
      last = run;
    }
    listAt(runs, last).push(chunk);
    if (run === root && event === 'on_chain_end') root = undefined;
  }
  return [...runs.values()];
}

function isEvent(value: JsonValue, name: string): boolean {
  return pickText(value, 'event') === name;
}

/**
 * What an event adds: an answer of a model or a result of a tool; where no model is recorded, a
 * call of a tool.
 */
function saidIn(event: JsonValue, hasModel: boolean): readonly JsonValue[] {
  const data = pickObject(event, 'data');
  switch (pickText(event, 'event')) {
    case 'on_tool_start':
      return hasModel ? [] : [started(event, pick(data, 'input'))];
    case 'on_chat_model_end':
    case 'on_tool_end':
      return messagesIn(pick(data, 'output'));
    default:
      return [];
  }
}

/** The call that a tool was started with; its arguments may be text in an object. */
function started(event: JsonValue, input: Maybe): JsonObject {
  const args = unwrapEncoded(pick(input, 'input') ?? input) ?? {};
  const name = pickText(event, 'name') ?? '';
  return { role: 'assistant', content: '', tool_calls: [{ name, args }] };
}

/** The question that a run starts with; the runs inside it are given it again. */
function asked(event: JsonValue): readonly JsonValue[] {
  const input = pick(pickObject(event, 'data'), 'input');
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  const list = pick(input, 'messages') ?? input;
  if (!isJsonList(list)) return [];
  return list.flatMap((item) => {
    const message = asMessage(item);
    return message && /^(user|human)/i.test(pickText(messageOf(message), 'role') ?? '')
      ? [message]
      : [];
  });
}

/** A message may be written as its author and its text. */
function asMessage(item: JsonValue): JsonValue | undefined {
  if (!isJsonList(item)) return isMessage(item) ? item : undefined;
  const [role, content] = item;
  const isPair = item.length === 2 && typeof role === 'string' && typeof content === 'string';
  return isPair ? { role, content } : undefined;
}
