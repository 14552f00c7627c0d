import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import {
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  type Maybe,
} from '#core/json/pick.ts';
import { isMessage, messageOf } from '#core/transcripts/read-message.ts';
import { addedBy, idOf, messagesOfState, type Chunk, type Mode } from './open-chunk.ts';

/** The messages of one run, and what they were read from. */
export interface GraphRun {
  readonly messages: readonly JsonValue[];
  readonly origin: JsonValue;
  /** The record that holds the last state; undefined where the pieces are none. */
  readonly record: JsonObject | undefined;
}

/** The mode that says most comes first: the others repeat it. */
const BEST: readonly Mode[] = ['values', 'updates', 'messages', 'events'];

/**
 * Puts the pieces of a stream together.
 * @param chunks the pieces, in order; of several modes, the one that says most is read
 * @returns the runs: for states, one for each that no other goes on from
 */
export function readRuns(chunks: readonly Chunk[]): readonly GraphRun[] {
  const mode = BEST.find((name) => chunks.some((chunk) => chunk.mode === name));
  const own = chunks.filter((chunk) => chunk.mode === mode);
  switch (mode) {
    case 'values':
      return lastStates(own);
    case 'updates':
      return joined(own, ({ value }) => Object.values(openTask(value)).flatMap(addedBy));
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
  return first && messages.length > 0
    ? [{ messages, origin: first.origin, record: undefined }]
    : [];
}

function once(messages: readonly JsonValue[]): readonly JsonValue[] {
  const known = new Set<string>();
  return messages.filter((message) => {
    const id = idOf(message);
    if (id === undefined) return true;
    return !known.has(id) && known.add(id);
  });
}

/** A task's result is a node's update, as an object or as a list. */
function openTask(value: JsonValue): JsonObject {
  const result = pick(value, 'result');
  if (result !== undefined)
    return { result: isJsonList(result) ? result : { ...asObject(result) } };
  return asObject(value);
}

function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** States repeat those before them; a history has the last one first. */
function lastStates(chunks: readonly Chunk[]): readonly GraphRun[] {
  const runs: GraphRun[] = [];
  for (const { value, origin } of chunks) {
    const messages = messagesOfState(value);
    if (!messages) continue;
    const before = runs.at(-1);
    if (before && goesOn(messages, before.messages)) continue;
    if (before && goesOn(before.messages, messages)) runs.pop();
    runs.push({ messages, origin, record: asObject(value) });
  }
  return runs;
}

/**
 * Tells whether a state is an earlier one of another.
 * @param earlier its messages
 * @param later the other's messages
 * @returns whether the other begins with the same messages
 */
export function goesOn(earlier: readonly JsonValue[], later: readonly JsonValue[]): boolean {
  return (
    earlier.length <= later.length &&
    earlier.every((message, index) => idOf(message) === idOf(later[index] ?? null))
  );
}

/** A message that comes in parts: its text and the arguments of its calls grow. */
interface Growing {
  readonly role: string;
  readonly id: string | undefined;
  content: string;
  readonly calls: Map<string, { name: string; args: string; id: string | undefined }>;
}

function joinParts(chunks: readonly Chunk[]): readonly GraphRun[] {
  const runs = new Map<string, { readonly origin: JsonValue; readonly messages: JsonValue[] }>();
  const open = new Map<string, Growing>();
  const places = new Map<Growing, { readonly list: JsonValue[]; readonly at: number }>();
  for (const { value, origin } of chunks) {
    const [message = null, metadata] = isJsonList(value) ? value : [value];
    const name = pickText(metadata, 'run_id', 'thread_id') ?? '';
    const run = runs.get(name) ?? { origin, messages: [] };
    runs.set(name, run);
    const plain = messageOf(message);
    if (!plain) continue;
    if (!/chunk$/i.test(pickText(plain, 'role') ?? '')) {
      run.messages.push(message);
      continue;
    }
    const id = pickText(plain, 'id');
    const known = id === undefined ? undefined : open.get(id);
    const growing = known ?? { role: 'assistant', id, content: '', calls: new Map() };
    grow(growing, plain);
    if (known) continue;
    if (id !== undefined) open.set(id, growing);
    places.set(growing, { list: run.messages, at: run.messages.push(null) - 1 });
  }
  for (const [growing, { list, at }] of places) list[at] = written(growing);
  return [...runs.values()].map(({ origin, messages }) => ({
    ...{ origin, messages: once(messages), record: undefined },
  }));
}

function grow(message: Growing, part: JsonObject): void {
  const content = pick(part, 'content');
  if (typeof content === 'string') message.content += content;
  else
    message.content += (pickList(part, 'content') ?? [])
      .map((item) => pickText(item, 'text') ?? '')
      .join('');
  for (const piece of pickList(part, 'tool_call_chunks') ?? []) {
    const id = pickText(piece, 'id');
    const index = pick(piece, 'index');
    const place = typeof index === 'number' ? String(index) : (id ?? String(message.calls.size));
    const call = message.calls.get(place) ?? { name: '', args: '', id };
    call.name += pickText(piece, 'name') ?? '';
    call.args += pickText(piece, 'args') ?? '';
    call.id ??= id;
    message.calls.set(place, call);
  }
}

function written({ role, id, content, calls }: Growing): JsonObject {
  const tool_calls = [...calls.values()].map(({ name, args, id: own }) => ({
    ...{ name, args },
    ...(own === undefined ? {} : { id: own }),
  }));
  return { role, content, tool_calls, ...(id === undefined ? {} : { id }) };
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
    const known = runs.get(last);
    if (known) known.push(chunk);
    else runs.set(last, [chunk]);
    if (run === root && event === 'on_chain_end') root = undefined;
  }
  return [...runs.values()];
}

function isEvent(value: JsonValue, name: string): boolean {
  return pickText(value, 'event') === name;
}

/**
 * What an event adds: an answer of a model or a result of a tool; where no model is recorded, a call
 * of a tool.
 */
function saidIn(event: JsonValue, hasModel: boolean): readonly JsonValue[] {
  const data = pickObject(event, 'data');
  switch (pickText(event, 'event')) {
    case 'on_tool_start':
      return hasModel ? [] : [started(event, pick(data, 'input'))];
    case 'on_chat_model_end':
      return answered(pick(data, 'output'));
    case 'on_tool_end':
      return answered(pick(data, 'output'));
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

function answered(output: Maybe): readonly JsonValue[] {
  const tries = pickList(output, 'generations')?.[0];
  const first = isJsonList(tries) ? tries[0] : tries;
  const message = pick(first, 'message') ?? output;
  return message !== undefined && isMessage(message) ? [message] : [];
}
