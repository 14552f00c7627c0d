import {
  isCallLike,
  isToolDefinition,
  readArguments,
  readCall,
  type FoundCall,
} from '#core/calls/read-call.ts';
import { readStepError, readStepRecord } from '#core/calls/step-record.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pickList, pickObject, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import { isOfRun } from '#core/read/names/column-names.ts';
import {
  nest,
  stamp,
  together,
  type Entry,
  type EntryReader,
} from '#core/read/transcripts/entry.ts';
import { kindOf } from '#core/read/transcripts/event-words.ts';
import { isItem, readItem } from '#core/read/transcripts/read-item.ts';
import { isMessage, readMessage } from '#core/read/transcripts/read-message.ts';
import { aboutResult, textOf } from '#core/read/transcripts/read-part.ts';
import { SAYS_ARGUMENTS } from '#core/calls/call-keys.ts';
import { find, findText, keysOf, WORDS } from './words.ts';

/** Where an object stands: it may be a run, a step of one, or nothing but a call. */
export type Place = 'run' | 'step' | 'call';

/**
 * Reads an object as one event of a run: a call, what came of one, or a message with its parts.
 * @returns what happened; nothing of a declared tool; undefined for what is no event
 */
export function readEvent(
  given: JsonObject,
  place: Place,
  out: EntryReader,
): readonly Entry[] | undefined {
  // Mastra wraps all of its events alike
  const payload =
    kindOf(kindTextOf(given)) === undefined ? undefined : pickObject(given, 'payload');
  const object = payload ? { ...payload, type: given['type'] ?? null } : given;
  if (isToolDefinition(object) || isPassing(object)) return [];
  if (isEnd(object)) return [{ kind: 'end' }];
  if (place === 'run' && isOfRun(object)) return undefined;
  const type = kindTextOf(object);
  if (isItem(object) || type === 'model_output' || type === 'user_input')
    return readItem(object, out);
  const keys = keysOf(object);
  if (place !== 'call' && isMessage(object))
    return [
      ...logged(readMessage(asResult(object), out), object),
      ...resultsBeside(object, keys, out),
    ];
  if (kindOf(kindTextOf(object)) === 'result') return [readAnyResult(object, keys, out)];
  const calls = readAnyCall(object, keys, place, out);
  return (
    calls &&
    together(
      calls.map((call) => ({ kind: 'call', call })),
      out.parallelNumber,
    )
  );
}

/** How Cline, Roo and SWE-agent begin the user's message that holds what a call returned. */
const RESULT_HEAD = /^(?:\[\w{1,100}(?: for [^\n]{0,1000})?\] Result|OBSERVATION|Observation):/;

/** Tells a message in a user's name that is what a call returned as a tool's. */
function asResult(message: JsonObject): JsonObject {
  const said = pickList(message, 'content') ?? [pickText(message, 'content') ?? ''];
  const head = textOf(said.slice(0, 1));
  if (pickText(message, 'role') !== 'user' || !RESULT_HEAD.test(head)) return message;
  const texts = [head.replace(RESULT_HEAD, ''), textOf(said.slice(1))];
  return { ...message, role: 'tool', content: texts.join('\n').trim() };
}

/** Whether an event tells a part of what another one tells whole, or what nobody said. */
function isPassing(object: JsonObject): boolean {
  return (
    object['partial'] === true ||
    object['preliminary'] === true ||
    (object['isMeta'] === true && object['type'] === 'user')
  );
}

/** The agent whose event an object is, where it names its author. */
export function agentOf(object: JsonObject): string | undefined {
  const author = isJsonObject(object['content'] ?? null) ? pickText(object, 'author') : undefined;
  return author === 'user' ? undefined : (author ?? pickText(object, 'agentName', 'agentId'));
}

/** An event of a log has a moment and an agent; one of a sub-agent is no turn of the user. */
function logged(entries: readonly Entry[], object: JsonObject): readonly Entry[] {
  const agent = agentOf(object);
  const isReturn = entries.some(({ kind }) => kind === 'result');
  const { startMs } = object['timestamp'] === undefined ? {} : readStepRecord(object);
  const told = entries.filter((entry) => !isReturn || entry.kind !== 'answer' || entry.text !== '');
  const stamped = stamp(told, { agent, atMs: startMs });
  const isNested =
    object['isSidechain'] === true ||
    (object['parent_tool_use_id'] !== undefined && object['parent_tool_use_id'] !== null);
  if (!isNested) return stamped;
  return stamped.flatMap((entry) => {
    if (entry.kind !== 'user' && entry.kind !== 'answer') return [nest(entry)];
    // what it said is no answer to the user; what that took is
    return entry.kind === 'answer' && entry.record?.tokens ? [{ ...entry, text: '' }] : [];
  });
}

function isEnd(object: JsonObject): boolean {
  return /^(?:finish|RUN_FINISHED)$/.test(pickText(object, 'type') ?? '');
}

/** Results that stand beside the calls of a message, or in a record of their own. */
export function resultsBeside(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
  out: EntryReader,
): readonly Entry[] {
  const held = find(object, keys, WORDS.results);
  const list = pickList(held, 'results') ?? held;
  if (!isJsonList(list)) return [];
  return list.filter(isJsonObject).map((result) => readAnyResult(result, keysOf(result), out));
}

/** What an event says that it is; empty where it does not. */
export function kindTextOf(object: JsonObject): string {
  return (
    pickText(object, 'type', 'part_kind', 'kind', 'message_type', 'messageType', 'event') ?? ''
  );
}

/** A call under the names of any framework. */
function readAnyCall(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
  place: Place,
  out: EntryReader,
): readonly FoundCall[] | undefined {
  const isCall = place === 'call' || kindOf(kindTextOf(object)) === 'call';
  const hasArguments = WORDS.arguments.some((word) => keys.has(word));
  const isMade = isCall || hasArguments || place === 'step';
  if (isMade && isCallLike(object) && (hasArguments || !holdsCall(object, keys))) {
    return withAbout(readCall(object, out), object, keys);
  }
  for (const word of WORDS.inner) {
    const key = keys.get(word);
    const inner = key === undefined ? undefined : unwrapEncoded(object[key]);
    if (!isJsonObject(inner ?? null) || (word === 'payload' && !isCall)) continue;
    const held = readAnyCall(inner as JsonObject, keysOf(inner as JsonObject), place, out);
    if (held) return withAbout(held, object, keys);
  }
  const name = findText(object, keys, isCall ? [...WORDS.tool, 'name'] : WORDS.tool);
  if (name === undefined) return undefined;
  const input = isCall
    ? (find(object, keys, [...WORDS.arguments, ...WORDS.input]) ?? argumentsSaid(object, out))
    : find(object, keys, WORDS.arguments);
  if (input === undefined && !isCall) return undefined;
  const id = findText(object, keys, WORDS.callId);
  const given = input === undefined ? undefined : readArguments(input, name, out);
  return [{ name, input: given, id, ...aboutCall(object, keys) }];
}

/** Arguments under a key that nobody else writes, but that says what it holds. */
function argumentsSaid(object: JsonObject, out: EntryReader): JsonValue | undefined {
  const [key, value] =
    Object.entries(object).find(([name, item]) => item !== null && SAYS_ARGUMENTS.test(name)) ?? [];
  if (key !== undefined) out.note('arguments_found', key);
  return value;
}

/**
 * Calls with what the object around them says; an id that says that it is a call's before one of
 * its event.
 */
function withAbout(
  calls: readonly FoundCall[],
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
): readonly FoundCall[] {
  const id = findText(object, keys, WORDS.callId);
  const about = aboutCall(object, keys);
  return calls.map((call) => ({
    ...about,
    ...call,
    id: calls.length === 1 ? (id ?? call.id) : (call.id ?? id),
    output: call.output ?? about.output,
  }));
}

/**
 * Whether an event that names its tool has the call, with its arguments, in an object of its own.
 */
function holdsCall(object: JsonObject, keys: ReadonlyMap<string, string>): boolean {
  return keys.has('toolname') && isCallLike(object[keys.get('toolcall') ?? ''] ?? null);
}

/** Names under which a call keeps what came of it, and nothing else. */
export const OUTPUTS = WORDS.output.slice(0, 9);

function aboutCall(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
): Pick<FoundCall, 'output' | 'error' | 'record'> {
  const output = find(object, keys, OUTPUTS);
  const error = readStepError(object);
  const record = readStepRecord(object);
  return {
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
    ...(Object.keys(record).length > 0 && { record }),
  };
}

function readAnyResult(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
  out: EntryReader,
): Entry {
  const output = find(object, keys, WORDS.output);
  return {
    kind: 'result',
    of: findText(object, keys, [...WORDS.callId, ...WORDS.tool, 'name']),
    output,
    ...aboutResult(object, output, out),
  };
}

/** Whether a value is a call, and no row with one call in it. */
export const isBareCall = (value: JsonValue): boolean =>
  isJsonObject(value) && isCallLike(value) && !isOfRun(value);
