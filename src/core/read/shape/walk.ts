import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { hasKey, pickList, pickObject, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import {
  isCallLike,
  isToolDefinition,
  noteUnitsTo,
  readCallList,
  type FoundCall,
} from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { isKnownName, isOfRun, sideOfName, tellsSide } from '#core/read/names/column-names.ts';
import {
  callsIn,
  mayBeCall,
  stamp,
  together,
  withRecord,
  type Entry,
  type EntryReader,
} from '#core/read/transcripts/entry.ts';
import { fold } from '#core/read/transcripts/event-words.ts';
import { isItem } from '#core/read/transcripts/read-item.ts';
import { isMessage } from '#core/read/transcripts/read-message.ts';
import { findLongFormat } from '#core/read/cells/group-calls.ts';
import { say, unreadOf } from '#core/read/transcripts/read-part.ts';
import {
  agentOf,
  kindTextOf,
  OUTPUTS,
  readEvent,
  resultsBeside,
  type Place,
} from './read-event.ts';
import {
  eventsOfParts,
  fullestStates,
  joinTellings,
  runsOfParts,
  type Part,
  type Run,
} from './run.ts';
import type { Told } from './profiles/profile.ts';
import { claudeCode } from './profiles/claude-code.ts';
import { ag2, bedrock } from './profiles/messages.ts';
import { codex } from './profiles/codex.ts';
import { openhands } from './profiles/openhands.ts';
import { RECORD_PROFILES } from './profiles/records.ts';
import { vercelStream } from './profiles/vercel-ai.ts';
import { STREAMS } from './streams.ts';
import { find, findText, IS, keysOf, WORDS } from './words.ts';

/** What a value is: nothing of a run, an object nobody knows, parts of one run, or runs. */
type Piece =
  | { readonly is: 'nothing' }
  | { readonly is: 'record'; readonly record: JsonObject }
  | { readonly is: 'parts'; readonly parts: readonly Part[] }
  | { readonly is: 'runs'; readonly runs: readonly Run[] };

/** What only one framework writes, or streams; all else is told by its shape. */
const LIST_PROFILES = [codex, claudeCode, openhands, ag2, bedrock, ...STREAMS, vercelStream];

const NOTHING: Piece = { is: 'nothing' };
/** Lists and objects within each other that are looked through. */
const DEPTH = 50;

/** The runs of a file, and the records among their events that tell of none. */
interface Found {
  readonly runs: readonly Run[];
  readonly others: readonly JsonObject[];
}

/** Whether values are told by what only one framework, or a stream, writes. */
export function isOfProfile(values: readonly JsonValue[]): boolean {
  return LIST_PROFILES.some(({ isOwn }) => values.some(isOwn));
}

/** Finds the runs in the values of a file, whatever wrote it. */
export function findRuns(values: readonly JsonValue[], out: EntryReader): Found {
  const walk = new Walk(out);
  const [only = null, ...more] = values;
  const piece = walk.list(more.length === 0 && isJsonList(only) ? only : values, '', 0);
  const { others } = walk;
  if (piece.is === 'parts') return { runs: runsOfParts(piece.parts), others };
  return { runs: piece.is === 'runs' ? piece.runs : [], others };
}

/**
 * Reads what happened in some events, whatever wrote them.
 * @returns the entries of all runs, an end between two
 */
export function readEntries(values: readonly JsonValue[], out: EntryReader): readonly Entry[] {
  const [first, ...others] = findRuns(values, out).runs;
  if (!first) return [];
  const end: Entry = { kind: 'end' };
  return [...first.events, ...others.flatMap(({ events }) => [end, ...events])];
}

/** The list that stands under a key, and the events it tells. */
interface Telling {
  readonly key: string;
  readonly word: string;
  readonly parts: readonly Part[];
}

class Walk {
  /** Records among events that tell of no run. */
  readonly others: JsonObject[] = [];
  readonly #out: EntryReader;
  /** Whether what is read is what was expected: no side is told in it. */
  #isExpected = false;
  /** The events that values were told instead of. */
  readonly #sources = new WeakMap<JsonObject, JsonValue>();
  readonly #told: Told = (value, source) => {
    this.#sources.set(value, this.#sources.get(source as JsonObject) ?? source);
    return value;
  };

  constructor(out: EntryReader) {
    this.#out = out;
  }

  /**
   * Tells what a value is.
   * @param word the folded key that it stands under; empty for none
   */
  read(value: JsonValue | undefined, word: string, place: Place, depth: number): Piece {
    const inner = unwrapEncoded(value);
    if (depth > DEPTH || typeof inner !== 'object' || inner === null) return NOTHING;
    return isJsonList(inner)
      ? this.list(inner, word, depth, place)
      : this.#object(inner, place, depth);
  }

  /**
   * Tells what a list is: parts of one run, or runs.
   * @param around what the list stands in
   * @param isOfAnswer whether it holds what a model answered: each item may be a call
   */
  list(
    given: readonly JsonValue[],
    word: string,
    depth: number,
    around: Place = 'run',
    isOfAnswer = false,
  ): Piece {
    let values = given;
    for (const { isOwn, rewrite } of LIST_PROFILES)
      if (values.some(isOwn)) values = rewrite(values, this.#told);
    // calls with the ids of their runs are a table, whose rows are joined later
    const records = values.filter(isJsonObject);
    if (records.some(isBareCall) && findLongFormat(records)) return NOTHING;
    const place = this.#placeIn(values, word);
    const pair = this.#pair(values);
    if (pair) return pair;
    const pieces = values.map((value) => {
      const inner = isJsonList(value) && word !== '' ? 'events' : '';
      const piece = this.read(value, inner, place, depth + 1);
      // a list in a list is a run of its own
      return isJsonList(value) && piece.is === 'parts'
        ? runsPiece(runsOfParts(piece.parts))
        : piece;
    });
    if (values.some(isItem) && values.every((value) => isItem(value) || isMessage(value))) {
      const first = values[0] as JsonObject;
      const events = together(eventsIn(pieces), this.#out.parallelNumber);
      const session = findText(first, keysOf(first), WORDS.session);
      return partsPiece([{ ...partOf(events, first), session }]);
    }
    const isTold = pieces.some(({ is }) => is === 'parts' || is === 'runs');
    // steps may tell all that was said before them
    const hasRuns = !IS.steps.has(word) && pieces.some(({ is }) => is === 'runs');
    const mayCall = isOfAnswer || (word !== '' && records.some(mayTellCall));
    if (!isTold && !mayCall) return NOTHING;
    const parts: Part[] = [];
    const runs: Run[] = [];
    let firstPart = 0;
    for (const piece of pieces) {
      if (piece.is === 'runs') (hasRuns ? runs : parts).push(...piece.runs);
      else if (piece.is === 'record' && hasRuns) runs.push(otherRun(piece.record));
      else if (piece.is !== 'nothing') {
        if (parts.length === 0) firstPart = runs.length;
        parts.push(
          ...(piece.is === 'parts' ? piece.parts : this.#unknown(piece.record, isOfAnswer)),
        );
      }
    }
    // what a model asks for in one list it asks for at once
    if (!hasRuns && word === 'toolcalls' && around === 'step') {
      const events = together(eventsOfParts(parts), this.#out.parallelNumber);
      return partsPiece([partOf(events, values[0] as JsonObject)]);
    }
    if (!hasRuns && !IS.runs.has(word)) return partsPiece(parts);
    return runsPiece(fullestStates(runs.toSpliced(firstPart, 0, ...runsOfParts(parts))));
  }

  /** What the items of a list are: calls, runs, or steps of one run. */
  #placeIn(values: readonly JsonValue[], word: string): Place {
    if (IS.calls.has(word)) return 'call';
    if (word !== '') return IS.runs.has(word) ? 'run' : 'step';
    if (!values.some(isBareCall)) return 'run';
    // the events of a log say what they are
    const isLog = values.some((value) => isItem(value) || pickText(value, ...TYPES) !== undefined);
    if (!isLog) this.#out.note('side_assumed', 'predicted');
    return 'step';
  }

  /** A record that nobody knows, among events: it may be a call where it says so. */
  #unknown(record: JsonObject, isOfAnswer: boolean): readonly Part[] {
    const type = kindTextOf(record);
    if (mayTellCall(record) || (isOfAnswer && unreadOf(record, type).length > 0))
      return [partOf([{ kind: 'unread', type, value: record }], record)];
    const asked = textUnder(record, keysOf(record), WORDS.opening);
    const isAlone = Object.values(record).filter((value) => value !== null).length === 1;
    if (asked !== undefined && isAlone)
      return [partOf([{ kind: 'user', text: asked.text }], record)];
    this.others.push(record);
    return [];
  }

  /** A call and what it returned, as LangChain pairs them. */
  #pair(values: readonly JsonValue[]): Piece | undefined {
    const [first, output = null] = values;
    if (values.length !== 2 || !isJsonObject(first ?? null) || isJsonObject(output))
      return undefined;
    const events = readEvent(first as JsonObject, 'step', this.#out);
    const [entry] = events ?? [];
    if (events?.length !== 1 || entry?.kind !== 'call') return undefined;
    const call: FoundCall = { ...entry.call, output };
    return partsPiece([partOf([{ kind: 'call', call }], first as JsonObject)]);
  }

  #object(given: JsonObject, place: Place, depth: number): Piece {
    const own = RECORD_PROFILES.find(({ isOwn }) => isOwn(given));
    const object = own ? own.rewrite(given) : given;
    const source = this.#sources.get(given) ?? given;
    const keys = keysOf(object);
    const end = pickObject(object, 'end_of_run');
    const events = end
      ? withRecord([], readStepRecord(object), 'answer')
      : readEvent(object, place, this.#out);
    if (end)
      return partsPiece([{ ...partOf(events ?? [], object), ...belonging(object, keys), end }]);
    if (events) {
      if (events.length === 0 && !isMessage(object)) return NOTHING;
      const part = {
        ...partOf(events, object),
        about: object,
        used: MESSAGE_KEYS,
        origins: [source],
      };
      return partsPiece([{ ...part, ...belonging(object, keys) }]);
    }
    const isStep = own?.isStep ?? (keys.has('stepnumber') || keys.has('steptype'));
    const piece = this.#record(object, source, keys, isStep ? 'step' : place, depth);
    return own?.isStep && piece.is === 'runs' ? partsPiece(piece.runs) : piece;
  }

  /** An object that is no event: its keys tell of one run, or hold runs. */
  #record(
    object: JsonObject,
    source: JsonValue,
    keys: ReadonlyMap<string, string>,
    place: Place,
    depth: number,
  ): Piece {
    const about = belonging(object, keys);
    const tellings: Telling[] = [];
    const held: { readonly key: string; readonly runs: readonly Run[] }[] = [];
    let reference: readonly FoundCall[] | undefined;
    const used: string[] = [];
    /** The file's own names of the columns. */
    const names = new Map<string, string>();
    const entries = Object.entries(object);
    for (const [key, value] of entries) {
      const word = fold(key);
      // what a sub-agent did is not what this one called
      if (word.includes('subagent') || IS.judging.has(word)) continue;
      if (!this.#isExpected && sideOfName(key) === 'reference_trajectory') {
        const expected = this.#expected(value, word, depth);
        if (!expected) continue;
        reference ??= expected;
        used.push(key);
        names.set('reference_trajectory', key);
        continue;
      }
      const tools = sideOfName(key) === 'predicted_trajectory' ? namesIn(value, word) : undefined;
      if (tools) {
        const events = tools.map((call): Entry => ({ kind: 'call', call }));
        tellings.push({ key, word, parts: [{ ...partOf(events, object), isRecorded: true }] });
        continue;
      }
      const isChoice = (word === 'choices' || word === 'candidates') && isJsonList(value);
      const inner = /call|tooluse/.test(word) ? 'step' : place;
      const isOutput = word === 'output' && isJsonList(value) && about.isAnswer === true;
      const piece = isOutput
        ? this.list(value, word, depth + 1, inner, true)
        : this.read(isChoice ? value.slice(0, 1) : value, word, inner, depth + 1);
      const expected = isJsonList(value) ? undefined : expectedAlone(piece);
      if (expected) {
        reference ??= expected;
        used.push(key);
      } else if (piece.is === 'parts') tellings.push({ key, word, parts: piece.parts });
      else if (isRecorded(word, value)) tellings.push({ key, word, parts: [] });
      else if (piece.is === 'runs' && piece.runs.length === 1 && WORDS_GIVEN.has(word))
        tellings.push({ key, word, parts: piece.runs });
      else if (piece.is === 'runs') held.push({ key, runs: piece.runs });
    }
    const results = [
      ...(tellings.length === 0 ? resultsBeside(object, keys, this.#out) : []),
      ...observed(object, keys, tellings),
    ];
    if (results.length > 0)
      tellings.push({ key: '', word: 'results', parts: [partOf(results, object)] });
    const cases = depth <= 1 && place === 'run' ? this.#cases(object, tellings) : undefined;
    if (cases) return cases;
    // of several lists of calls whose names tell no side none can be taken
    const sure = tellings.filter((one) => tellsSide(one.key) || !isOfCalls(one, object));
    if (tellings.length - sure.length > 1) tellings.splice(0, tellings.length, ...sure);
    const isAsked = findText(object, keys, WORDS.asked) !== undefined;
    const isAnswered = findText(object, keys, WORDS.answered) !== undefined;
    const isRun =
      reference !== undefined ||
      keys.has('customid') ||
      (isAsked && isAnswered && place !== 'step');
    const runs = held.flatMap((one) => one.runs);
    if (runs.length > 0 && !isRun && tellings.every(({ parts }) => callsInParts(parts) === 0)) {
      const [only, ...others] = runs;
      const keysOfRuns = held.map(({ key }) => key);
      const isAlone =
        others.length === 0 && !keysOfRuns.some((key) => isJsonList(object[key] ?? null));
      const found = only && isAlone ? [withRecordAround(only, object, keysOfRuns)] : runs;
      return runsPiece(found.map((run) => within(run, object)));
    }
    for (const { key, runs: inner } of held) tellings.push({ key, word: fold(key), parts: inner });
    if (tellings.length === 0 && reference === undefined) return { is: 'record', record: object };
    const [only, ...further] = tellings;
    if (only && further.length === 0 && sideOfName(only.key) === 'predicted_trajectory')
      names.set('predicted_trajectory', only.key);
    const inOrder = [...tellings].sort((a, b) => Number(isGiven(b)) - Number(isGiven(a)));
    const answering = tellings.filter(({ parts }) => !parts.every(isAsking));
    const joined = joinTellings(inOrder.map((one) => eventsTold(one, answering, place)));
    const isPart = !isRun && !(isAsked && place === 'run');
    const said = textUnder(object, keys, isPart ? [...WORDS.answered, 'text'] : WORDS.answered);
    if (said) {
      used.push(said.key);
      names.set('response', said.key);
    }
    const asked =
      isPart || joined.some(({ kind }) => kind === 'user')
        ? undefined
        : (textUnder(object, keys, WORDS.asked) ?? textWithin(object, keys));
    if (asked) {
      used.push(asked.key);
      names.set('prompt', asked.key);
    }
    const question: readonly Entry[] = asked ? [{ kind: 'user', text: asked.text }] : [];
    const told = [...question, ...(said ? withAnswer(joined, said.text, place) : joined)];
    const onUnit = noteUnitsTo(this.#out);
    const isStep =
      about.isAnswer === true ||
      place === 'step' ||
      (keys.has('usage') && !told.some(({ kind }) => kind === 'user'));
    const agent = pickText(pickObject(object, 'agent'), 'name');
    const measured = isStep ? withRecord(told, readStepRecord(object, onUnit), 'answer') : told;
    const events = agent === undefined ? measured : stamp(measured, { agent });
    const isTable =
      source === object &&
      about.isAnswer !== true &&
      held.length === 0 &&
      entries.some(([, cell]) => typeof cell !== 'object') &&
      tellings.every((one) => isColumn(one.key, object)) &&
      (reference === undefined ||
        [names.get('reference_trajectory') ?? ''].every((key) => isColumn(key, object)));
    const run: Run = {
      isTable,
      events,
      reference,
      about: object,
      isRecorded: tellings.some(isRecordedIn) || joined.some(isOfAgent),
      used: [...used, ...tellings.map(({ key }) => key)],
      session: findText(object, keys, WORDS.session),
      origins: [source],
      names,
    };
    // a record with an id of its own keeps one conversation, whoever speaks first in it
    const isKept =
      place === 'run' && keys.has('id') && tellings.some(({ word }) => word === 'messages');
    const isTalk =
      isKept ||
      tellings.some(({ parts }) => parts.length > 1 && parts.some(isAsking)) ||
      (place === 'run' && events.some(({ kind }) => kind === 'user') && events.some(isDone));
    if (isRun || isTalk || (place === 'run' && (isAsked || isTable))) return runsPiece([run]);
    return partsPiece([{ ...run, ...about }]);
  }

  /** Expected calls in a list; one may name the arguments that count, and here all do. */
  #expectedCalls(list: readonly JsonValue[]): readonly FoundCall[] | undefined {
    for (const item of list) {
      const counted = pickList(item, 'compare_args');
      const given = Object.keys(pickObject(item, 'arguments', 'kwargs') ?? {});
      if (counted && !given.every((name) => counted.includes(name)))
        this.#out.note('arguments_all_count', pickText(item, 'name'));
    }
    return readCallList(list, this.#out);
  }

  /** An object of nothing but lists of calls under names that no format has: its keys are the questions. */
  #cases(object: JsonObject, tellings: readonly Telling[]): Piece | undefined {
    const areCases =
      tellings.length > 1 &&
      tellings.every((one) => isUnnamed(one, object)) &&
      !Object.keys(object).some(isKnownName);
    if (!areCases) return undefined;
    return runsPiece(
      tellings.map(({ key, parts }) => {
        this.#out.note('side_assumed', 'predicted');
        const asked: Entry = { kind: 'user', text: key };
        const events = [asked, ...eventsOfParts(parts)];
        const used = tellings.map((one) => one.key);
        return { ...partOf(events, object), about: object, used, isRecorded: true };
      }),
    );
  }

  /** The expected calls under a key that speaks of such. */
  #expected(value: JsonValue, word: string, depth: number): readonly FoundCall[] | undefined {
    const found = this.#callsWithin(value, word, depth);
    if (found) return found;
    const inner = unwrapEncoded(value);
    this.#isExpected = true;
    const piece = this.read(inner, isJsonList(inner) ? 'calls' : word, 'call', depth + 1);
    this.#isExpected = false;
    if (piece.is !== 'parts' && piece.is !== 'runs') return undefined;
    const events =
      piece.is === 'parts' ? eventsOfParts(piece.parts) : piece.runs.flatMap((run) => run.events);
    const calls = callsIn(events);
    return calls.length > 0 || events.some(({ kind }) => kind === 'user') ? calls : undefined;
  }

  /** The first list of calls or of tools' names in what was expected. */
  #callsWithin(value: JsonValue, word: string, depth: number): readonly FoundCall[] | undefined {
    const inner = unwrapEncoded(value);
    if (depth > DEPTH || typeof inner !== 'object' || inner === null) return undefined;
    const names = namesIn(inner, word);
    if (names) return names;
    if (isJsonList(inner)) {
      const isOfCalls =
        inner.some(isCallLike) &&
        inner.every((item) => typeof item === 'string' || isCallLike(item));
      return isOfCalls ? this.#expectedCalls(inner) : undefined;
    }
    const speaksOfCalls = CALLS_NAME.test(word);
    for (const [key, item] of Object.entries<JsonValue>(inner)) {
      if (!speaksOfCalls && !isJsonObject(item) && !CALLS_NAME.test(fold(key))) continue;
      const found = this.#callsWithin(item, fold(key), depth + 1);
      if (found) return found;
    }
    return undefined;
  }
}

/** Whether an empty list says that nothing was called. */
const isRecorded = (word: string, value: JsonValue): boolean =>
  IS.calls.has(word) && isJsonList(value) && value.length === 0;

const isRecordedIn = ({ parts }: Telling): boolean =>
  parts.length === 0 || parts.some(({ isRecorded }) => isRecorded === true);

/** Words of what a model was given: of talks before only the last question belongs to this run. */
const GIVEN = new Set(['input', 'inputs', 'query', 'question', 'prompt']);
const HISTORY = 'automaticfunctioncallinghistory';
const WORDS_GIVEN = new Set([...GIVEN, HISTORY, 'request', 'messages', 'contents', 'history']);
const isGiven = ({ word }: Telling): boolean => WORDS_GIVEN.has(word);

/** Whether something shows that a run was recorded, and not only what was asked. */
const isOfAgent = ({ kind }: Entry): boolean => kind !== 'user' && kind !== 'system';

function eventsTold(
  { word, parts }: Telling,
  answering: readonly Telling[],
  place: Place,
): readonly Entry[] {
  const events = eventsOfParts(parts);
  const isAnswered = answering.some((one) => one.word !== word);
  if (!isAnswered) return events;
  const last = events.findLastIndex(({ kind }) => kind === 'user');
  if (word === HISTORY) return events.slice(Math.max(last, 0));
  const isOnlyLast = GIVEN.has(word) || (word === 'request' && place === 'step');
  return isOnlyLast ? events.slice(last, last + 1) : events;
}

/** The expected calls of an object that tells nothing else of a run. */
function expectedAlone(piece: Piece): readonly FoundCall[] | undefined {
  if (piece.is !== 'parts' && piece.is !== 'runs') return undefined;
  const [run, ...others]: readonly Run[] = piece.is === 'parts' ? piece.parts : piece.runs;
  return others.length === 0 && run?.events.length === 0 ? run.reference : undefined;
}

/** What was asked where an object holds all that a program was given. */
function textWithin(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
): { readonly key: string; readonly text: string } | undefined {
  for (const word of ['inputs', 'input']) {
    const key = keys.get(word) ?? '';
    const given = pickObject(object, key);
    const asked = given && textUnder(given, keysOf(given), WORDS.asked);
    if (asked) return { key, text: asked.text };
  }
  return undefined;
}

/** What a step with one call says that it saw. */
function observed(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
  tellings: readonly Telling[],
): readonly Entry[] {
  const seen = textUnder(object, keys, ['observations', 'observation']);
  const events = tellings.flatMap(({ parts }) => eventsOfParts(parts));
  const [call, ...others] = callsIn(events);
  const isTold = call?.output !== undefined || events.some(({ kind }) => kind === 'result');
  if (!seen || !call || others.length > 0 || isTold) return [];
  return [{ kind: 'result', of: call.id, output: seen.text }];
}

/** The first text under some words, and its key. */
function textUnder(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
  list: readonly string[],
): { readonly key: string; readonly text: string } | undefined {
  for (const word of list) {
    const key = keys.get(word);
    const text = key === undefined ? undefined : object[key];
    if (key !== undefined && typeof text === 'string' && text.trim() !== '') return { key, text };
  }
  return undefined;
}

/** What a step says in plain text: before its calls, or after all that a record tells. */
function withAnswer(events: readonly Entry[], text: string, place: Place): readonly Entry[] {
  if (events.some((entry) => entry.kind === 'answer' && entry.text === text)) return events;
  const answer = say(text, 'agent');
  return place === 'step' ? [...answer, ...events] : [...events, ...answer];
}

const partsPiece = (parts: readonly Part[]): Piece => ({ is: 'parts', parts });

const eventsIn = (pieces: readonly Piece[]): readonly Entry[] =>
  pieces.flatMap((piece) => (piece.is === 'parts' ? eventsOfParts(piece.parts) : []));

/** Keys under which a message holds what is read of it. */
const MESSAGE_KEYS = [
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

const partOf = (events: readonly Entry[], origin: JsonObject): Part => ({
  events,
  about: {},
  used: [],
  origins: [origin],
});

/** A record that holds one run alone is what is known of it. */
function withRecordAround(run: Run, record: JsonObject, held: readonly string[]): Run {
  const inside = new Set(held);
  const around = Object.entries(record).filter(
    ([key]) => !inside.has(key) && !Object.hasOwn(run.about, key),
  );
  return { ...run, about: { ...Object.fromEntries(around), ...run.about } };
}

/** A run that a record holds is no row of a table. */
const within = (run: Run, record: JsonObject): Run => ({
  ...run,
  isTable: false,
  origins: [...run.origins, record],
});

const otherRun = (record: JsonObject): Run => ({
  events: [],
  about: record,
  used: [],
  isOther: true,
  origins: [record],
});

/** Names of lists that hold calls or tools. */
const CALLS_NAME = /tool|call|action|function|trajector/;

/** Calls of which only the tools are named. */
function namesIn(value: JsonValue, word: string): readonly FoundCall[] | undefined {
  const list = unwrapEncoded(value);
  if (!isJsonList(list) || !CALLS_NAME.test(word)) return undefined;
  if (!list.every((item) => typeof item === 'string' && /^\S{1,100}$/.test(item))) return undefined;
  return list.map((name) => ({ name: name as string, input: undefined }));
}

/** Whether a list holds nothing but calls, without what came of them. */
function isOfCalls({ key }: Telling, object: JsonObject): boolean {
  const list = object[key] ?? null;
  const isCall = (item: JsonValue): boolean =>
    isBareCall(item) && find(item as JsonObject, keysOf(item as JsonObject), OUTPUTS) === undefined;
  return isJsonList(list) && list.length > 0 && list.every(isCall);
}

/** Whether a list of calls stands under a name that no format has, and that tells no side. */
function isUnnamed(telling: Telling, object: JsonObject): boolean {
  const { key } = telling;
  const isNamed = isKnownName(key) || sideOfName(key) !== undefined;
  return !isNamed && isOfCalls(telling, object);
}

/** Whether a record has a list of calls, or of names, as a column. */
function isColumn(key: string, record: JsonObject): boolean {
  const list = unwrapEncoded(record[key]);
  if (!isJsonList(list)) return false;
  // calls in other words under the name of a side are written as those of a run
  const isPlain = sideOfName(key) === undefined;
  return list.every(
    (item) =>
      typeof item === 'string' ||
      (isBareCall(item) && !isItem(item) && (isPlain || hasKey(item, 'tool_name'))),
  );
}

/** Whether a record that nobody knows says of itself that something was called. */
const mayTellCall = (record: JsonObject): boolean =>
  mayBeCall(kindTextOf(record)) && !isToolDefinition(record);

/** Keys under which an event says what it is. */
const TYPES = ['type', 'message_type', 'messageType', 'kind', 'event', 'role'];

/** Whether a value is a call, and no row with one call in it. */
export const isBareCall = (value: JsonValue): boolean =>
  isJsonObject(value) && isCallLike(value) && !isOfRun(value);

const runsPiece = (runs: readonly Run[]): Piece => ({ is: 'runs', runs });

const callsInParts = (parts: readonly Part[]): number => callsIn(eventsOfParts(parts)).length;

const isDone = ({ kind }: Entry): boolean => kind === 'call' || kind === 'answer';

const isAsking = ({ events }: Run): boolean => events.some(({ kind }) => kind === 'user');

/** Whose record an object is, and whether it is a model's whole answer. */
function belonging(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
): Omit<Part, keyof Run> & Pick<Part, 'session'> {
  const id = findText(object, keys, ['uuid', 'id']);
  const type = find(object, keys, ['type', 'role', 'messagetype']);
  return {
    session: findText(object, keys, WORDS.session),
    turn: findText(object, keys, ['invocationid', 'turnid']),
    agent: agentOf(object),
    after: findText(object, keys, ['previousresponseid']),
    id,
    key: id === undefined ? undefined : JSON.stringify([id, typeof type === 'string' ? type : '']),
    isStep: keys.has('finishreason'),
    isAnswer:
      keys.has('finishreason') ||
      object['object'] === 'response' ||
      ['choices', 'candidates', 'stopreason', 'responseid'].some((word) => keys.has(word)),
  };
}
