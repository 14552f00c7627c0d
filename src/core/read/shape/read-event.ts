import {
  isCallLike,
  isToolDefinition,
  asListed,
  readCall,
  type FoundCall,
} from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { isJsonList, isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import {
  find,
  findText,
  hasKey,
  hasWord,
  type Keys,
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
import { isOfRun } from '#core/read/names/column-names.ts';
import {
  nest,
  stamp,
  together,
  type Entry,
  type EntryReader,
} from '#core/read/transcripts/entry.ts';
import { speakerNamed } from '#core/read/transcripts/message-shape.ts';
import { isItem, readItem } from '#core/read/transcripts/read-output-item.ts';
import { listById, NO_MESSAGE, readMessage } from '#core/read/transcripts/read-message.ts';
import { isNoTool, kindOf, kindTextOf } from '#core/read/transcripts/event-words.ts';
import { argumentsBeside } from '#core/calls/arguments-beside.ts';
import { isToolName } from '#core/calls/call-names.ts';
import { callsInAction } from '#core/read/transcripts/calls-in-text.ts';
import { readResult, heldAs } from '#core/read/transcripts/read-part.ts';
import { argumentsOf, CALL_WORDS } from '#core/calls/call-keys.ts';
import { WORDS } from './words.ts';

/** Where an object stands: it may be a run, a step of one, or nothing but a call. */
export type Place = 'run' | 'step' | 'call';

/**
 * Reads an object as one event of a run: a call, what came of one, or a message with its parts.
 * @returns what happened; nothing of a declared tool; undefined for what is no event
 */
export function readEvent(
  given: JsonObject,
  ofGiven: Keys,
  place: Place,
  out: EntryReader,
): readonly Entry[] | undefined {
  const plain = place === 'call' || !isOfChat(ofGiven) ? NO_MESSAGE : readMessage(given, out);
  if (plain !== NO_MESSAGE) return plain;
  const object = opened(given, ofGiven);
  const keys = object === given ? ofGiven : keysOf(object);
  if (isToolDefinition(object) || (mayPass(keys) && isPassing(object))) return [];
  const type = kindTextOf(object, keys);
  if (isEnd(object)) return [{ kind: 'end' }];
  if (place === 'run' && isOfRun(object)) return undefined;
  const failed = failureIn(object, type === '' ? (pickText(object, 'role') ?? '') : type);
  if (failed) return logged(failed, object);
  if (isItem(object) || type === 'model_output' || type === 'user_input')
    return readItem(object, out);
  const said = place === 'call' ? NO_MESSAGE : readMessage(object, out);
  if (said !== NO_MESSAGE) return [...logged(said, object), ...resultsBeside(object, out)];
  if (kindOf(type) === 'result') return [readResult(object, out)];
  const calls = readAnyCall(object, keys, place, out);
  const result = calls ? undefined : heldAs(object, 'result');
  if (result && hasWord(result, CALL_WORDS.callId)) return [readResult(result, out)];
  return (
    calls &&
    together(
      calls.map((call) => ({ kind: 'call', call })),
      out.parallelNumber,
    )
  );
}

/** Keys under which the events of one log keep all that they say but their type. */
const ENVELOPES = ['payload', 'attrs', 'attributes', 'details', 'body', 'data'];

/** An event of a log, with what such events keep under one key. */
function opened(event: JsonObject, keys: Keys): JsonObject {
  if (!mayWrap(keys)) return event;
  const type = kindTextOf(event, keys);
  const body = pickObject(event, ...ENVELOPES) ?? {};
  const isTold =
    kindOf(type) === undefined
      ? speakerNamed(type) !== undefined && hasKey(body, 'content') && !keys.has('data')
      : argumentsOf(body) !== undefined || hasWord(body, ANSWERED);
  if (!isTold) return event;
  const id = pick(event, 'id', 'spanId', 'span_id') ?? null;
  return { ...event, id, ...body, type: event['type'] ?? null };
}

const mayWrap = perKeys(oneOf(...ENVELOPES));
/** Words for the id of a call, and for what came of it. */
const ANSWERED = [...CALL_WORDS.callId, ...CALL_WORDS.output];

const CHAT_KEYS = ['role', 'content', 'tool_calls', 'tool_call_id', 'name', 'refusal'];

/** Whether an object has nothing but the keys of OpenAI's messages: most are such, and nothing else. */
const isOfChat = perKeys((names) => names.every((name) => CHAT_KEYS.includes(name)));

const mayPass = perKeys(oneOf('partial', 'preliminary'));

/** Whether an event repeats a part of another one. */
function isPassing(object: JsonObject): boolean {
  return object['partial'] === true || object['preliminary'] === true;
}

/** Types of events that say why a run broke off. */
const FAILURE = /^(?:(?:session|api|turn|run|stream)[._-]?)?(?:error|failed)$/i;

/** What an event says that went wrong with the run itself. */
function failureIn(object: JsonObject, type: string): readonly Entry[] | undefined {
  if (!FAILURE.test(type)) return undefined;
  const held = pick(object, 'error', 'data') ?? null;
  const text =
    pickText(object, 'content', 'message', 'error', 'errorText') ?? pickText(held, 'message');
  return text === undefined ? undefined : [{ kind: 'system', text, isFailure: true }];
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
  const kept = isReturn
    ? entries.filter((entry) => entry.kind !== 'answer' || entry.text !== '')
    : entries;
  const isStamped = agent !== undefined || startMs !== undefined;
  const stamped = isStamped ? stamp(kept, { agent, atMs: startMs }) : kept;
  const isNested =
    object['isSidechain'] === true ||
    (object['parent_tool_use_id'] !== undefined && object['parent_tool_use_id'] !== null);
  if (!isNested) return stamped;
  return stamped.map((entry) => {
    if (entry.kind === 'answer') return { ...entry, isNested: true };
    // its task is no question of the user
    return entry.kind === 'user' ? { ...entry, kind: 'system' } : nest(entry);
  });
}

function isEnd(object: JsonObject): boolean {
  return object['type'] === 'finish' || object['type'] === 'RUN_FINISHED';
}

/** Results that stand beside the calls of a message, or in a record of their own. */
export function resultsBeside(object: JsonObject, out: EntryReader): readonly Entry[] {
  return resultsIn(find(object, WORDS.results), out);
}

/** Results in a list, or in a list that an object holds. */
export function resultsIn(held: Maybe, out: EntryReader): readonly Entry[] {
  const inner = pickList(held, 'results') ?? held ?? null;
  const list = isJsonObject(inner) ? (listById(inner) ?? null) : inner;
  if (!isJsonList(list)) return [];
  return list.filter(isJsonObject).map((result) => readResult(result, out));
}

/** Names under which a call keeps what came of it, and nothing else. */
export const OUTPUTS = WORDS.output.slice(0, 13);

/** A call under the names of any framework. */
function readAnyCall(
  object: JsonObject,
  keys: Keys,
  place: Place,
  out: EntryReader,
): readonly FoundCall[] | undefined {
  const type = kindTextOf(object);
  const isOfTool = place === 'step' && type === 'tool' && keys.has('name');
  const isCall = place === 'call' || kindOf(type) === 'call' || isOfTool;
  const hasArguments = WORDS.arguments.some((word) => keys.has(word));
  const isActed =
    findText(object, ['action']) !== undefined &&
    isJsonObject(find(object, WORDS.arguments) ?? null);
  const isNamed = isCall
    ? findText(object, CALL_WORDS.name) !== undefined
    : hasArguments && (isActed || findText(object, WORDS.tool) !== undefined);
  // the outcome of a call, in an event of another kind, is no call
  const isOutcome = type !== '' && !argumentsOf(object) && find(object, OUTPUTS);
  const isStep = place === 'step' && !isNoTool(type) && !isOutcome;
  const isMade = isNamed || ((isCall || hasArguments || isStep) && isCallLike(object));
  const calls = isMade ? readCall(object, out) : [];
  const named = place === 'call' && calls.length === 0 ? callByType(object) : undefined;
  if (named) return [named];
  const isTyped = isNoTool(type) || kindOf(type) === 'result';
  const isActing = calls.length === 0 && place === 'step' && !isTyped;
  const made = isActing ? actionIn(object, keys, out) : calls;
  const output = find(object, OUTPUTS);
  if (made.length === 0) return undefined;
  const ended = made.map((call) => ({ ...call, output: call.output ?? output }));
  return place === 'call' ? asListed(ended) : ended;
}

/** Names of an agent's action in a step. */
const ACTION_WORDS = ['action', 'act'];
const ACTION_NAMES = ['type', 'action_type', 'actionType', 'action', 'act', 'name', 'tool'];

/** The calls in a step's action: an object with its kind in it, a text, or a word beside the arguments. */
function actionIn(step: JsonObject, keys: Keys, out: EntryReader): readonly FoundCall[] {
  const [key = ''] = keys.under(ACTION_WORDS);
  const action = unwrapEncoded(step[key]);
  if (isJsonObject(action)) return callOfAction(action, out);
  if (typeof action !== 'string') return [];
  const written = callsInAction(action);
  if (written) return written.flatMap((call) => readCall(call, out));
  if (kindTextOf(step, keys) !== '' || !/^[a-z][\w-]{0,99}$/.test(action)) return [];
  const { [key]: _, ...others } = step;
  const given = argumentsBeside({ name: action, input: undefined, holders: [others] }, []);
  return given?.isClear === true ? [{ name: action, input: given.input }] : [];
}

/** A call in the form of an action: its kind is its name, and the arguments are beside it. */
export function callOfAction(action: JsonObject, out: EntryReader): readonly FoundCall[] {
  const key = ACTION_NAMES.find((name) => pickText(action, name) !== undefined) ?? '';
  const { [key]: name = '', ...others } = action;
  if (!isToolName(name) || kindOf(name) !== undefined) return [];
  return readCall({ tool_name: name, tool_input: argumentsOf(others) ?? others }, out);
}

/** A call that has its arguments under the word for its type. */
function callByType(object: JsonObject): FoundCall | undefined {
  const name = kindTextOf(object);
  const given = pickObject(object, name);
  if (!given) return undefined;
  const { outputs, ...input } = given;
  return { name, input, id: findText(object, CALL_WORDS.id), output: outputs };
}
