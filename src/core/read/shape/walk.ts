import {
  isJsonList,
  isJsonObject,
  isNoValueWord,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  find,
  findPlain,
  foldKey,
  hasKey,
  type Keys,
  keysOf,
  perKeys,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { saysNoCall } from '#core/calls/call-keys.ts';
import {
  isEmptyWord,
  isRequest,
  isToolName,
  namesIn as namesJoined,
} from '#core/calls/call-names.ts';
import { isCallLike, readCallList, type FoundCall } from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { isKnownName, namesExpected, sideOfName } from '#core/read/names/column-names.ts';
import { kindTextOf, listsCalls, namesCalls } from '#core/read/transcripts/event-words.ts';
import {
  callsIn,
  together,
  withRecord,
  type Entry,
  type EntryReader,
} from '#core/read/transcripts/entry.ts';
import {
  asReply,
  namedMessage,
  speakerNamed,
  speakerOf,
} from '#core/read/transcripts/message-shape.ts';
import { isItem } from '#core/read/transcripts/read-output-item.ts';
import { areCalls } from '#core/read/transcripts/record-cells.ts';
import { isMessage, readMessage } from '#core/read/transcripts/read-message.ts';
import { findLongFormat, SAMPLE_ROWS } from '#core/read/cells/group-calls.ts';
import {
  holdsCall,
  isBareCall,
  mayTellCall,
  unreadIn,
  unreadOf,
} from '#core/read/transcripts/may-be-call.ts';
import { say } from '#core/read/transcripts/read-part.ts';
import { callOfAction, readEvent, resultsBeside, resultsIn, type Place } from './read-event.ts';
import {
  areBackwards,
  eventsOfParts,
  fullestStates,
  runsOfParts,
  withoutRecordIds,
  type Part,
  type Run,
} from './run.ts';
import {
  CALLS_NAME,
  isFuller,
  marksOf,
  isTalk,
  isUnnamed,
  partOf,
  partsPiece,
  runsPiece,
  RunRecord,
  WORDS_GIVEN,
  type Piece,
  type Account,
} from './run-record.ts';
import { areCases, casesOfLists, holdsList, isNamedCase } from './cases-of-lists.ts';
import type { Rewritten, WriteRecord } from './profiles/profile.ts';
import { claudeCode, codex, cursorBubbles, openhands } from './profiles/coding-agents.ts';
import {
  ag2,
  bedrock,
  shell,
  llamaindexEvents,
  llamaindexResults,
  apiBank,
  crewai,
  vercelStream,
} from './profiles/agent-frameworks.ts';
import { a2a } from './profiles/a2a-log.ts';
import { adk, geminiSession, vertex } from './profiles/google.ts';
import { langgraph } from './profiles/langgraph.ts';
import { acp, mcp } from './profiles/mcp.ts';
import { agentsRun } from './profiles/openai-agents.ts';
import { RECORD_PROFILES } from './profiles/record-profiles.ts';
import { STREAMS } from './streams.ts';
import { IS, textUnder, WORDS } from './words.ts';

/** Events that only one framework writes, or streams; all else is recognised by its shape. */
const EVENT_PROFILES = [
  codex,
  claudeCode,
  geminiSession,
  openhands,
  ag2,
  bedrock,
  shell,
  acp,
  cursorBubbles,
  ...STREAMS,
  vercelStream,
];
/** The same, and whole runs, which stand in the list that a file is. */
const FILE_PROFILES = [
  adk,
  vertex,
  a2a,
  mcp,
  langgraph,
  llamaindexEvents,
  llamaindexResults,
  agentsRun,
  crewai,
  apiBank,
  ...EVENT_PROFILES,
];
const FIRST_OF_EVENTS = FILE_PROFILES.length - EVENT_PROFILES.length;
/** How deep that list may be: under a key of a record in a list. */
const FILE_DEPTH = 2;

const NOTHING: Piece = { is: 'nothing' };
/** Lists and objects within each other that are looked through. */
const DEPTH = 50;

/** Which profiles may know an object with some keys: a bit for each. */
const profilesOfKeys = perKeys((names) =>
  FILE_PROFILES.reduce((mask, { hasKeys }, at) => mask | (Number(hasKeys(names)) << at), 0),
);

/** Which profiles may know one of some values. */
function profilesOf(values: readonly JsonValue[]): number {
  let mask = 0;
  for (const value of values)
    if (isJsonObject(value)) mask |= profilesOfKeys(keysOf(value));
    else if (isJsonList(value) || (typeof value === 'string' && value.includes('{')))
      mask = -1 >>> 1;
  return mask;
}

/** The record profiles that may know an object with some keys. */
const recordsOfKeys = perKeys((names) => RECORD_PROFILES.filter(({ key }) => names.includes(key)));

/** The runs of a file, and the records among their events that belong to no run. */
interface Found {
  readonly runs: readonly Run[];
  readonly others: readonly JsonObject[];
}

/** The list that a file is: its values, or the only one where that is a list. */
function listOf(values: readonly JsonValue[]): readonly JsonValue[] {
  const [only = null, ...more] = values;
  return more.length === 0 && isJsonList(only) ? only : values;
}

/** Whether values are what only one framework, or a stream, writes. */
export function isOfProfile(values: readonly JsonValue[]): boolean {
  const list = listOf(values);
  return FILE_PROFILES.some(({ isOwn }) => list.some(isOwn));
}

/** Finds the runs in the values of a file, whatever wrote it. */
export function findRuns(values: readonly JsonValue[], out: EntryReader): Found {
  const walk = new Walk(out);
  const piece = walk.list(listOf(values), '', 0);
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

class Walk {
  /** Records among events that tell of no run. */
  readonly others: JsonObject[] = [];
  readonly #out: EntryReader;
  /** Whether the calls read are expected ones: the data itself does not say. */
  #isExpected = false;
  /**
   * The events that rewritten values stand for, and what is known of the values. Most walks are short:
   * a weak map of each costs the garbage collector more than the rest of it.
   */
  readonly #rewritten = new Map<JsonObject, Rewritten>();
  readonly #write: WriteRecord = (value, source, as) => {
    const before = this.#rewritten.get(source as JsonObject);
    this.#rewritten.set(value, { source: before?.source ?? source, as: as ?? before?.as ?? {} });
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
    let values = given.length > 0 && given.every(isSpoken) ? given.map(messageOfPair) : given;
    if (word === 'edges') values = values.map((edge) => pickObject(edge, 'node') ?? edge);
    let mask = profilesOf(values);
    for (let at = depth > FILE_DEPTH ? FIRST_OF_EVENTS : 0; mask >> at > 0; at++) {
      const profile = FILE_PROFILES[at];
      if (!profile || !(mask & (1 << at)) || !values.some(profile.isOwn)) continue;
      values = profile.rewrite(values, this.#write, this.#out);
      mask = profilesOf(values);
    }
    // calls with the ids of their runs are a table, whose rows are joined later
    const records = values.filter(isJsonObject);
    const isOfFile = values === given;
    if (isOfFile && records.some(isBareCall) && findLongFormat(records)) return NOTHING;
    // and so are rows with the calls of both sides, distinguished by their columns
    const isTable = isOfFile && (word === '' || IS.runs.has(word)) && isTableOfCalls(records);
    if (isTable && records.length === values.length) return NOTHING;
    // cases that name the tool they expect are rows, wherever they are
    if (word !== '' && values.length > 0 && values.every(isNamedCase))
      return runsPiece(values.map(otherRun));
    const place = this.#placeIn(values, word);
    const isLog = word === '' && values.filter(isLogged).length > 1;
    // a list in a list
    const pair = word === '' || word === 'events' ? this.#pair(values) : undefined;
    if (pair) return pair;
    // without a turn that lists its calls, calls may not be recorded at all
    const hasExchanges =
      IS.talks.has(word) && records.some((turn) => listsCalls(turn) || callsNamed(turn));
    const pieces = values.map((value): Piece => {
      if (isTable && isJsonObject(value)) return { is: 'record', record: value };
      const inner = isJsonList(value) && word !== '' ? 'events' : '';
      const exchange = hasExchanges ? this.#exchange(value, depth + 1) : undefined;
      const isEvent = isLog && isLogged(value);
      const piece = exchange ?? this.read(value, inner, isEvent ? 'step' : place, depth + 1);
      // a list in a list is a run of its own, but for the turns of a talk; so is a trial
      const isWhole = isJsonList(value)
        ? !IS.talks.has(word)
        : IS.trials.has(word) && !isTyped(value) && !isBareCall(value) && holdsList(value);
      if (!isWhole || piece.is === 'runs' || piece.is === 'nothing') return piece;
      if (piece.is === 'parts') return runsPiece(runsOfParts(piece.parts));
      if (!mayTellCall(piece.record)) return piece;
      const [part] = this.#unknown(piece.record, false);
      return part ? runsPiece([{ ...part, about: piece.record }]) : piece;
    });
    if (values.some(isItem) && values.every((value) => isItem(value) || isMessage(value))) {
      const first = values[0] as JsonObject;
      const events = together(eventsIn(pieces), this.#out.parallelNumber);
      const session = findPlain(first, WORDS.session);
      return partsPiece([{ ...partOf(events, first), session }]);
    }
    const isTold = pieces.some(({ is }) => is === 'parts' || is === 'runs');
    // questions and their answers are runs, too, without recorded calls
    const areTalks = !isTold && IS.runs.has(word) && values.length > 0 && values.every(isTalk);
    if (areTalks) return runsPiece(records.flatMap((record) => this.#talk(record)));
    // steps may repeat all earlier messages
    const hasRuns = !IS.steps.has(word) && pieces.some(({ is }) => is === 'runs');
    const mayCall = (): boolean =>
      isOfAnswer || (word !== '' && word !== 'tools' && records.some(mayTellCall));
    if (!isTold && !mayCall()) return NOTHING;
    const isOfCall = isOfAnswer || place === 'call';
    const parts: Part[] = [];
    const runs: Run[] = [];
    let firstPart = 0;
    for (const piece of pieces) {
      if (piece.is === 'runs') (hasRuns ? runs : parts).push(...piece.runs);
      else if (piece.is === 'record' && hasRuns && !(isLog && isLogged(piece.record)))
        runs.push(otherRun(piece.record));
      else if (piece.is !== 'nothing') {
        if (parts.length === 0) firstPart = runs.length;
        parts.push(...(piece.is === 'parts' ? piece.parts : this.#unknown(piece.record, isOfCall)));
      }
    }
    if (areBackwards(parts)) parts.reverse();
    // what a model asks for in one list it asks for at once
    if (!hasRuns && word === 'toolcalls' && around === 'step') {
      const events = together(eventsOfParts(parts), this.#out.parallelNumber);
      return partsPiece([partOf(events, values[0] as JsonObject)]);
    }
    if (!hasRuns && !IS.runs.has(word)) return partsPiece(withoutRecordIds(parts));
    return runsPiece(fullestStates(runs.toSpliced(firstPart, 0, ...runsOfParts(parts))));
  }

  /** One turn of a conversation in a record: its question, its answer and the calls between them. */
  #exchange(turn: JsonValue, depth: number): Piece | undefined {
    if (!isJsonObject(turn) || isTyped(turn) || Object.keys(turn).some(namesExpected))
      return undefined;
    const keys = keysOf(turn);
    const asked = textUnder(turn, keys, WORDS.turnAsked);
    const answered = textUnder(turn, keys, WORDS.turnAnswered);
    if (!asked || (!answered && !listsCalls(turn))) return undefined;
    const { [asked.key]: _, [answered?.key ?? '']: __, ...others } = turn as JsonObject;
    const piece = this.read(others, '', 'step', depth);
    if (piece.is === 'runs') return undefined;
    const between =
      piece.is === 'parts'
        ? eventsOfParts(piece.parts)
        : (callsNamed(others) ?? unreadIn(others, []));
    const question: Entry = { kind: 'user', text: asked.text };
    return partsPiece([
      partOf([question, ...between, ...say(answered?.text ?? '', 'agent')], turn),
    ]);
  }

  /** The run of a question and its answer, without recorded calls. */
  #talk(source: JsonObject): readonly Run[] {
    const from = { source, as: { isRun: true, lacksCalls: true } };
    const piece = new RunRecord(source, keysOf(source), from, 'run').piece(this.#out);
    return piece.is === 'runs' ? piece.runs : [];
  }

  /** What the items of a list are: calls, runs, or steps of one run. */
  #placeIn(values: readonly JsonValue[], word: string): Place {
    // steps that are named after who does them are no calls alone
    const isNamed = (value: JsonValue): boolean =>
      isJsonObject(value) && namedMessage(value, keysOf(value)) !== value;
    if (IS.calls.has(word) && !values.some(isNamed)) return 'call';
    if (word !== '') return IS.runs.has(word) || areCases(values) ? 'run' : 'step';
    if (!values.some(isBareCall)) return 'run';
    // the events of a log say what they are
    const isLog = values.some(isTyped);
    if (!isLog) this.#out.note('side_assumed', 'predicted');
    return 'step';
  }

  /** A record that nobody knows, among events: it may be a call where it says so. */
  #unknown(record: JsonObject, isOfAnswer: boolean): readonly Part[] {
    const type = kindTextOf(record);
    const isOfAgent = isOfAnswer || speakerOf(record) === 'agent';
    if (mayTellCall(record) || (isOfAgent && unreadOf(record, type).length > 0))
      return [partOf([{ kind: 'unread', type, value: record }], record)];
    const said = this.#saidOfRun(record, type);
    if (said.length > 0) return [partOf(said, record)];
    this.others.push(record);
    return [];
  }

  /** The question of a run in the event that begins it, or its answer in one that ends it. */
  #saidOfRun(record: JsonObject, type: string): readonly Entry[] {
    const keys = keysOf(record);
    const toldBy = (words: readonly string[]): string | undefined =>
      textUnder(record, keys, words)?.text ?? pickText(find(record, words), 'value');
    const isAlone = Object.values(record).filter((value) => value !== null).length === 1;
    const isBegun = isAlone || (BEGINNING.test(type) && !OVER.test(type));
    const asked = isBegun ? toldBy(WORDS.opening) : undefined;
    if (asked !== undefined) return [{ kind: 'user', text: asked }];
    return say((ENDING.test(type) ? toldBy(WORDS.ended) : undefined) ?? '', 'agent');
  }

  /** A value under an agent's name in a step: one of its actions, or something unknown. */
  #acted(value: JsonObject): readonly Part[] {
    const calls = callOfAction(value, this.#out).map((call): Entry => ({ kind: 'call', call }));
    return calls.length > 0 ? [partOf(calls, value)] : this.#unknown(value, true);
  }

  /** A call and what it returned, as LangChain pairs them. */
  #pair(values: readonly JsonValue[]): Piece | undefined {
    const [first, output = null] = values;
    if (values.length !== 2 || !isJsonObject(first ?? null) || isJsonObject(output))
      return undefined;
    const events = readEvent(first as JsonObject, keysOf(first as JsonObject), 'step', this.#out);
    const [entry] = events ?? [];
    if (events?.length !== 1 || entry?.kind !== 'call') return undefined;
    const call: FoundCall = { ...entry.call, output };
    return partsPiece([partOf([{ kind: 'call', call }], first as JsonObject)]);
  }

  #object(given: JsonObject, place: Place, depth: number): Piece {
    const givenKeys = keysOf(given);
    const records = recordsOfKeys(givenKeys);
    const own = records.length > 0 ? records.find(({ isOwn }) => isOwn(given)) : undefined;
    const object = own ? own.rewrite(given) : namedMessage(given, givenKeys);
    const keys = object === given ? givenKeys : keysOf(object);
    const from = this.#rewritten.get(given);
    const end = from?.as.end;
    if (end) {
      const entries = withRecord([], readStepRecord(object), 'answer');
      return partsPiece([{ ...partOf(entries, object), marks: marksOf(object, keys), end }]);
    }
    const events = readEvent(object, keys, place, this.#out);
    if (events) {
      if (events.length === 0 && !isMessage(object)) return NOTHING;
      const marks = marksOf(object, keys);
      return partsPiece([
        { events, about: object, used: MESSAGE_KEYS, origins: [from?.source ?? given], marks },
      ]);
    }
    const cases = place === 'run' ? casesOfLists(object, keys) : [];
    if (cases.length > 0) {
      const source = from?.source ?? given;
      const records = cases.map((one) => this.#write(one, source, { isRun: true }));
      return runsPiece(records.flatMap((one) => runsOf(this.#object(one, place, depth + 1))));
    }
    if (keys.names.length > 1 && keys.names.every((name) => isNamedCase(object[name] ?? null)))
      return this.list(Object.values(object), 'cases', depth + 1);
    const isStep = own?.isStep ?? (keys.has('stepnumber') || keys.has('steptype'));
    const origin = from ?? { source: given, as: {} };
    const piece = this.#record(object, keys, origin, isStep ? 'step' : place, depth);
    return own?.isStep && piece.is === 'runs' ? partsPiece(piece.runs) : piece;
  }

  /** An object that is no event: its keys tell of one run, or hold runs. */
  #record(object: JsonObject, keys: Keys, from: Rewritten, place: Place, depth: number): Piece {
    const record = new RunRecord(object, keys, from, place);
    const known = this.others.length;
    for (const key in object) this.#take(record, key, object[key] ?? null, depth);
    // what stands beside a column of calls stays in columns
    if (record.called !== undefined) this.others.length = known;
    const { accounts } = record;
    const results = [
      ...(accounts.length === 0 ? resultsBeside(object, this.#out) : []),
      ...record.observed(),
    ];
    if (results.length > 0)
      accounts.push({ key: '', word: 'results', parts: [partOf(results, object)] });
    const cases = depth <= 1 && place === 'run' ? this.#cases(object, accounts) : undefined;
    return cases ?? record.piece(this.#out);
  }

  /** Takes what stands under one key of a record. */
  #take(record: RunRecord, key: string, value: JsonValue, depth: number): void {
    const { object, place, marks, accounts, held } = record;
    const word = BODY_OF.get(foldKey(key)) ?? foldKey(key);
    // what a sub-agent did is not what this one called, nor what was there before it began
    if (/subagent|^initial(?:state|ization)/.test(word) || IS.judging.has(word)) return;
    // lists of expected calls are a column
    if (word === SEVERAL && isListOfLists(value)) return;
    // the nodes of a graph say what may be done
    if (word === 'nodes' && GRAPH.some((other) => record.keys.has(other))) return;
    // what says what it is is read as that
    if (IS.results.has(word) && isJsonList(value) && value.every(isUntyped)) {
      const results = resultsIn(value, this.#out);
      if (results.length > 0) accounts.push({ key, word, parts: [partOf(results, object)] });
      return;
    }
    if (!this.#isExpected && namesExpected(key)) {
      const stated = record.isTaskOfCalls ? asList(value, word) : value;
      const expected = this.#expected(stated, word, depth);
      if (expected) record.expect(key, expected, 'reference_trajectory');
      else record.expectAnswer(key, this.#answerIn(value));
      return;
    }
    if (typeof value === 'string' && isOfSteps(value) && TOLD_AS_TEXT.has(word)) {
      accounts.push({ key, word, parts: [partOf(say(value, 'agent'), object)] });
      return;
    }
    // LangChain has a list of them for each prompt
    const [choice] = CHOICES.has(word) && isJsonList(value) ? value.flat() : [];
    const isReply = /(?:response|reply)$/.test(word);
    const reply = choice ? [asReply(choice)] : isReply ? asReply(value) : value;
    const inner = /call|tooluse/.test(word) ? 'step' : place;
    const isOutput = word === 'output' && isJsonList(value) && marks.isAnswer;
    const piece = isOutput
      ? this.list(value, word, depth + 1, inner, true)
      : this.read(reply, word, inner, depth + 1);
    const expected = isJsonList(value) ? undefined : expectedAlone(piece);
    if (expected) record.expect(key, expected);
    else if (piece.is === 'parts') accounts.push({ key, word, parts: piece.parts });
    else if (isRecorded(key, value, object)) accounts.push({ key, word, parts: [] });
    else if (piece.is === 'runs' && piece.runs.length === 1 && WORDS_GIVEN.has(word))
      accounts.push({ key, word, parts: piece.runs });
    else if (piece.is === 'runs') held.push({ key, runs: piece.runs });
    else if (place === 'step' && word === 'assistant' && isTyped(value))
      accounts.push({ key, word, parts: this.#acted(value) });
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
  #cases(object: JsonObject, accounts: readonly Account[]): Piece | undefined {
    const areCases =
      accounts.length > 1 &&
      accounts.every((one) => isUnnamed(one, object)) &&
      Object.values(object).every(isJsonList) &&
      !Object.keys(object).some(isKnownName);
    if (!areCases) return undefined;
    return runsPiece(
      accounts.map(({ key, parts }) => {
        this.#out.note('side_assumed', 'predicted');
        const asked: Entry = { kind: 'user', text: key };
        const events = [asked, ...eventsOfParts(parts)];
        const used = accounts.map((one) => one.key);
        return { ...partOf(events, object), about: object, used, isRecorded: true, isListed: true };
      }),
    );
  }

  /** The expected calls under a key that speaks of such. */
  #expected(value: JsonValue, word: string, depth: number): readonly FoundCall[] | undefined {
    const found = this.#callsWithin(value, word, depth);
    if (found) return found;
    const inner = unwrapEncoded(value);
    if (isJsonList(inner) ? inner.every(saysNoCall) : saysNoCall(inner ?? null)) return [];
    this.#isExpected = true;
    const piece = this.read(inner, isJsonList(inner) ? 'calls' : word, 'call', depth + 1);
    this.#isExpected = false;
    if (piece.is !== 'parts' && piece.is !== 'runs') return undefined;
    const events =
      piece.is === 'parts' ? eventsOfParts(piece.parts) : piece.runs.flatMap((run) => run.events);
    const calls = callsIn(events);
    return calls.length > 0 || events.some(({ kind }) => kind === 'user') ? calls : undefined;
  }

  /** The expected answer, where it is an agent's message without calls. */
  #answerIn(value: JsonValue): string | undefined {
    if (!isJsonObject(value) || speakerOf(value) !== 'agent') return undefined;
    const [said, ...others] = readMessage(value, this.#out);
    return said?.kind === 'answer' && others.length === 0 ? said.text : undefined;
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
    const found = Object.entries<JsonValue>(inner)
      .filter(([key, item]) => speaksOfCalls || isJsonObject(item) || CALLS_NAME.test(foldKey(key)))
      .map(([key, item]) => this.#callsWithin(item, foldKey(key), depth + 1))
      .filter((calls) => calls !== undefined);
    const [first] = found;
    return first && (found.find((calls) => isFuller(calls, first)) ?? first);
  }
}

const runsOf = (piece: Piece): readonly Run[] =>
  piece.is === 'runs' ? piece.runs : piece.is === 'parts' ? runsOfParts(piece.parts) : [];

/** Whether a text has thoughts and actions, as models are asked to write them step by step. */
const isOfSteps = (text: string): boolean => text.includes('Thought') && text.includes('\nAction');

/** Names of texts with all steps of a model. */
const TOLD_AS_TEXT = new Set<string>([
  ...WORDS.answered,
  ...WORDS.steps,
  'log',
  'scratchpad',
  'trace',
]);

/** Whether a list is a pair of speaker and text. */
const isSpoken = (value: JsonValue): boolean =>
  isJsonList(value) &&
  value.length === 2 &&
  value.every((text) => typeof text === 'string') &&
  speakerNamed(value[0] as string) !== undefined;

function messageOfPair(pair: JsonValue): JsonValue {
  const [role = null, content = null] = pair as readonly JsonValue[];
  return { role, content };
}

/** What was sent and came back, where a log keeps them as bodies. */
const BODY_OF = new Map([
  ['requestbody', 'request'],
  ['responsebody', 'response'],
]);

/** What a model answered, as often as it was asked for. */
const CHOICES = new Set(['choices', 'candidates', 'generations']);

/** The word of several lists of expected calls, of which each is right. */
const SEVERAL = 'referencetrajectories';

const isListOfLists = (value: JsonValue): boolean => {
  const lists = unwrapEncoded(value);
  return isJsonList(lists) && lists.length > 0 && lists.every((list) => isJsonList(list));
};

/** What connects the nodes of a graph. */
const GRAPH = ['connections', 'edges', 'links'];

/** Types of events that begin a run, and of those with a model's answer or the end of a run. */
const BEGINNING = /start|begin|input|request|query|question|task/i;
const ENDING = /final|answer|response|output|end(?:ed)?$|finish|complete|llm|model|generation/i;
const OVER = /^(?:end|finish|complete)|(?:end|finish|complete)(?:e?d)?$/i;

const isTyped = (value: JsonValue): value is JsonObject =>
  isJsonObject(value) && (kindTextOf(value) !== '' || hasKey(value, 'role'));

/** Whether a value says what it is and when it was: it is an event of a log. */
const isLogged = (value: JsonValue): boolean =>
  isTyped(value) && kindTextOf(value) !== '' && hasKey(value, 'timestamp', 'time', 'created_at');

const isUntyped = (value: JsonValue): boolean => kindTextOf(value as JsonObject) === '';

/**
 * Whether records are rows of a table that has two columns or more of calls: lists, some of them
 * empty, and no call anywhere else. Rows that tell their sides are read as runs.
 */
function isTableOfCalls(all: readonly JsonObject[]): boolean {
  const records = all.slice(0, SAMPLE_ROWS);
  if (records.length < 2 || isMessage(records[0] ?? null)) return false;
  const columns = new Set(
    records.flatMap((record) => Object.keys(record).filter((key) => isCallList(key, record))),
  );
  const sides = new Set([...columns].flatMap((column) => sideOfName(column) ?? []));
  if (columns.size < 2 || sides.size === 2) return false;
  return records.every(
    (record) =>
      !isMessage(record) &&
      !recordsOfKeys(keysOf(record)).some(({ isOwn }) => isOwn(record)) &&
      [...columns].every((key) => Object.hasOwn(record, key) && areCalls(record[key] ?? [])) &&
      !Object.keys(record).some((key) => !columns.has(key) && holdsCall(record[key] ?? null)),
  );
}

const isCallList = (key: string, { [key]: cell = null }: JsonObject): boolean =>
  isJsonList(cell) && cell.length > 0 && !IS.results.has(foldKey(key)) && areCalls(cell);

/** Whether an empty list says that nothing was called: beside what was expected under any name. */
function isRecorded(key: string, value: JsonValue, record: JsonObject): boolean {
  if (!isJsonList(value) || value.length > 0) return false;
  const word = foldKey(key);
  const isToldOf = CALLS_NAME.test(word) || Object.keys(record).some(namesExpected);
  return IS.calls.has(word) || (sideOfName(key) === 'predicted_trajectory' && isToldOf);
}

/** The expected calls of an object that records nothing else of a run. */
function expectedAlone(piece: Piece): readonly FoundCall[] | undefined {
  if (piece.is !== 'parts' && piece.is !== 'runs') return undefined;
  const [run, ...others]: readonly Run[] = piece.is === 'parts' ? piece.parts : piece.runs;
  return others.length === 0 && run?.events.length === 0 ? run.reference : undefined;
}

const eventsIn = (pieces: readonly Piece[]): readonly Entry[] =>
  pieces.flatMap((piece) => (piece.is === 'parts' ? eventsOfParts(piece.parts) : []));

/** Keys under which a message holds what is read of it. */
const MESSAGE_KEYS = (
  'role type content parts message data kwargs tool_calls function_call additional_kwargs ' +
  'invalid_tool_calls'
).split(' ');

const otherRun = (record: JsonObject): Run => ({
  events: [],
  about: record,
  used: [],
  isOther: true,
  origins: [record],
});

const namesInText = (text: string): readonly string[] | undefined => {
  if (isRequest(text)) return [text];
  return isNoValueWord(text) || isEmptyWord(text) ? undefined : namesJoined(text);
};

/** Tools that a text names as a list; in a table they may have their arguments in a further column. */
const asList = (value: JsonValue, word: string): JsonValue =>
  typeof value === 'string' && /(?:tool|function)s?(?:name)?$/.test(word)
    ? (namesInText(value) ?? value)
    : value;

/** The calls of a turn that only names its tools. */
function callsNamed(turn: JsonObject): readonly Entry[] | undefined {
  const key = Object.keys(turn).find(
    (name) =>
      (sideOfName(name) === 'predicted_trajectory' || namesCalls(name)) &&
      (pickList(turn, name) ?? []).length > 0,
  );
  if (key === undefined) return undefined;
  return namesIn(turn[key] ?? null, foldKey(key))?.map((call) => ({ kind: 'call', call }));
}

/** Calls of which only the tools are named. */
function namesIn(value: JsonValue, word: string): readonly FoundCall[] | undefined {
  const list = unwrapEncoded(value);
  if (!isJsonList(list)) return undefined;
  const isNamed = CALLS_NAME.test(word) ? isToolName : isRequest;
  return list.every(isNamed)
    ? list.map((name) => ({ name: name.trim(), input: undefined }))
    : undefined;
}
