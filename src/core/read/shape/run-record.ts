import { isJsonEqual } from '#core/base/json/equal-json.ts';
import {
  isJsonList,
  isJsonObject,
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
  oneOf,
  perKeys,
  perName,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { noteUnitsTo, type FoundCall } from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { listAt } from '#core/base/lists/lists.ts';
import {
  isKnownName,
  namesExpected,
  sideOfName,
  tellsSide,
} from '#core/read/names/column-names.ts';
import {
  callsIn,
  isSaid,
  stamp,
  withRecord,
  type Entry,
  type EntryReader,
} from '#core/read/transcripts/entry.ts';
import { areCalls, callsColumn } from '#core/read/transcripts/record-cells.ts';
import { isItem } from '#core/read/transcripts/read-output-item.ts';
import { isBareCall, unreadIn } from '#core/read/transcripts/may-be-call.ts';
import { say } from '#core/read/transcripts/read-part.ts';
import { agentOf, OUTPUTS, type Place } from './read-event.ts';
import type { Rewritten, RecordTraits } from './profiles/profile.ts';
import {
  eventsOfParts,
  joinAccounts,
  namesOf,
  namesOfRun,
  tellsAll,
  type Marks,
  type Part,
  type Run,
} from './run.ts';
import { IS, textUnder, WORDS } from './words.ts';

/** What a value is: nothing of a run, an object nobody knows, parts of one run, or runs. */
export type Piece =
  | { readonly is: 'nothing' }
  | { readonly is: 'record'; readonly record: JsonObject }
  | { readonly is: 'parts'; readonly parts: readonly Part[] }
  | { readonly is: 'runs'; readonly runs: readonly Run[] };

/** Parts of one run. */
export const partsPiece = (parts: readonly Part[]): Piece => ({ is: 'parts', parts });

/** Whole runs. */
export const runsPiece = (runs: readonly Run[]): Piece => ({ is: 'runs', runs });

/** A part of a run of which nothing is known but its events. */
export const partOf = (events: readonly Entry[], origin: JsonObject): Part => ({
  events,
  about: {},
  used: [],
  origins: [origin],
});

/** Names under which a step says something in plain text. */
const SAID_BY_STEP = [...WORDS.answered, 'text'];

/** The same of a record whose talk has its answer: what stands beside it may be the right one. */
const ANSWERED_APART = WORDS.answered.filter((word) => word !== 'answer');

/** Whether a value is a record with a question and its answer as texts. */
export const isTalk = (value: JsonValue): boolean =>
  [WORDS.asked, WORDS.answered].every(
    (words) => isJsonObject(value) && textUnder(value, keysOf(value), words) !== undefined,
  );

/** One account of a run: the events under a key. A record may have several, under several keys. */
export interface Account {
  readonly key: string;
  readonly word: string;
  readonly parts: readonly Part[];
}

/** What the keys of a record tell of a run, or the runs that it holds. */
export class RunRecord {
  readonly object: JsonObject;
  readonly keys: Keys;
  readonly place: Place;
  readonly marks: Marks;
  /** Whether it is a conversation with expected calls, possibly an empty list. */
  readonly isTaskOfCalls: boolean;
  readonly accounts: Account[] = [];
  readonly held: { readonly key: string; readonly runs: readonly Run[] }[] = [];
  readonly #source: JsonValue;
  readonly #as: RecordTraits;
  /** The column of the agent's calls: where a row has one, no other column adds calls. */
  readonly called: string | undefined;
  /** What was asked, in the record or where it holds all that a program was given. */
  readonly #asked: { readonly key: string; readonly text: string } | undefined;
  #reference: readonly FoundCall[] | undefined;
  #answer: string | undefined;
  readonly #used: string[] = [];
  /** The file's own names of the columns. */
  readonly #names = new Map<string, string>();

  constructor(object: JsonObject, keys: Keys, { source, as }: Rewritten, place: Place) {
    this.object = object;
    this.keys = keys;
    this.place = place;
    this.marks = marksOf(object, this.keys);
    this.isTaskOfCalls = tellsTaskOfCalls(keys);
    this.#source = source;
    this.#as = as;
    this.called = place === 'run' && source === object ? callsColumn(object) : undefined;
    this.#asked = textUnder(object, keys, WORDS.asked) ?? textWithin(object, keys);
  }

  /**
   * Takes expected calls; the first ones count, or those with arguments that only name the same.
   * @param name the column that the key is another name of
   */
  expect(key: string, calls: readonly FoundCall[], name?: 'reference_trajectory'): void {
    this.#used.push(key);
    if (this.#reference && !isFuller(calls, this.#reference)) return;
    this.#reference = calls;
    if (name) this.#names.set(name, key);
  }

  /** Takes the expected answer, where it is a message. */
  expectAnswer(key: string, text: string | undefined): void {
    if (text === undefined) return;
    this.#used.push(key);
    this.#answer = text;
  }

  /** What a step with one call says that it saw. */
  observed(): readonly Entry[] {
    const seen = textUnder(this.object, this.keys, WORDS.seen);
    if (!seen) return [];
    const events = this.accounts.flatMap(({ parts }) => eventsOfParts(parts));
    const [call, ...others] = callsIn(events);
    const isTold = call?.output !== undefined || events.some(({ kind }) => kind === 'result');
    if (!call || others.length > 0 || isTold) return [];
    return [{ kind: 'result', of: call.id, output: seen.text }];
  }

  /** Tells what the record is: a run, a part of one, the runs that it holds, or nothing known. */
  piece(out: EntryReader): Piece {
    const { object, keys, place, marks, held } = this;
    const sure = this.#sure();
    const isAsked = this.#asked !== undefined;
    const isAnswered = findPlain(object, WORDS.answered) !== undefined;
    const isRun =
      this.#reference !== undefined ||
      this.#as.isRun === true ||
      this.isTaskOfCalls ||
      keys.has('customid') ||
      keys.has('referencetrajectories') ||
      (keys.has('key') && keys.has('response')) ||
      (isAsked && isAnswered && place !== 'step');
    const isHolder = this.called === undefined && held.some(({ runs }) => runs.length > 0);
    const areTrials = isHolder && this.#holdsTrials();
    if (isHolder && (!isRun || areTrials) && sure.every(({ parts }) => callsInParts(parts) === 0))
      return this.#runsHeld(areTrials);
    const runs = held.filter(
      (one) => !isJsonList(object[one.key] ?? null) || one.runs.every((run) => this.#asks(run)),
    );
    const accounts = this.#ofOneRun([
      ...sure,
      ...runs.map((one): Account => ({ key: one.key, word: foldKey(one.key), parts: one.runs })),
    ]);
    if (accounts.length === 0 && this.#reference === undefined && !this.#as.lacksCalls)
      return { is: 'record', record: object };
    const isPart = !isRun && !(isAsked && place === 'run');
    const run = this.#run(accounts, isPart, out);
    const { events, isTable } = run;
    // a record with an id of its own keeps one conversation, or its calls where it says no more
    const isKept =
      place === 'run' &&
      ((keys.has('id') && accounts.some(({ word }) => word === 'messages')) ||
        (hasOwnId(keys) &&
          !marks.isAnswer &&
          events.some(({ kind }) => kind === 'call') &&
          accounts.every(({ key }) => areCalls(object[key]))));
    const isWhole =
      isKept ||
      accounts.some(({ parts }) => parts.length > 1 && parts.some(isAsking)) ||
      (place === 'run' && isAsking(run) && events.some(isDone));
    if (isRun || isWhole || (place === 'run' && (isAsked || isTable))) return runsPiece([run]);
    return partsPiece([{ ...run, marks }]);
  }

  /**
   * Of several lists of calls, or of talks, whose names tell no side none can be taken; beside one
   * whose name does, none under a name that nobody knows and with further calls.
   */
  #sure(): readonly Account[] {
    const { object, keys } = this;
    const asked = textUnder(object, keys, WORDS.next)?.text;
    const accounts = this.accounts.filter((one) => !isBefore(one, asked));
    const talks = accounts.filter(isOtherTalk);
    const called = new Set(talks.map((one) => JSON.stringify(namesOfCalls(one))));
    if (called.size > 1) return accounts.filter((one) => !talks.includes(one));
    const sure = accounts.filter((one) => tellsSide(one.key) || !isOfCalls(one, object));
    if (accounts.length - sure.length > 1) return sure;
    if (accounts.every(isNamed)) return accounts;
    const made = accounts.filter(({ key }) => tellsSide(key)).flatMap(namesOfCalls);
    if (made.length === 0) return accounts;
    const names = new Set(made.flat());
    return accounts.filter((one) => {
      const called = namesOfCalls(one);
      const isMade = called.every((call) => call.some((name) => names.has(name)));
      return isNamed(one) || (isMade && called.length <= made.length);
    });
  }

  /** The accounts of the run whose calls a column lists: others stay columns where they say more. */
  #ofOneRun(accounts: readonly Account[]): readonly Account[] {
    const column = this.called;
    if (column === undefined) return accounts;
    const called = callsIn(accounts.filter(({ key }) => key === column).flatMap(eventsOf));
    return accounts.filter((one) => {
      if (one.key === column) return true;
      const events = eventsOf(one);
      const isWhole = events.every(({ kind }) => kind !== 'unread');
      // what is written as text is an answer
      const isText = typeof this.object[one.key] === 'string';
      return isWhole && !isText && areWithin(callsIn(events), called);
    });
  }

  /** Whether it is a task, and the runs that it holds did it. */
  #holdsTrials(): boolean {
    const { keys } = this;
    const isNamed = hasTaskId(keys) || (keys.has('id') && this.#asked !== undefined);
    const isTask = this.#reference !== undefined || isNamed;
    const isTrial = (run: Run): boolean => !run.isOther && !run.lacksCalls && this.#asks(run);
    return (
      isTask && this.held.every(({ key, runs }) => IS.runs.has(foldKey(key)) && runs.every(isTrial))
    );
  }

  /** Whether a run that it holds was asked the same, as an example beside its question is not. */
  #asks({ events }: Run): boolean {
    const asked = this.#asked;
    const first = events.filter(isSaid).find(({ kind }) => kind === 'user');
    return !asked || !first || first.text.includes(asked.text);
  }

  /** The runs that the record holds; it is what is known of one that it holds alone, and of trials. */
  #runsHeld(areTrials: boolean): Piece {
    const { object, held } = this;
    const runs = withoutRepeated(held.map((one) => one.runs));
    const keysOfRuns = held.map(({ key }) => key);
    const isAlone = runs.length === 1 && !keysOfRuns.some((key) => isJsonList(object[key] ?? null));
    // the turns of a case are all of it; one that repeats what was said before is a case of its own
    const areTurns =
      this.place === 'run' &&
      keysOfRuns.every((key) => IS.talks.has(foldKey(key))) &&
      runs.every(({ events }) => events.filter(({ kind }) => kind === 'user').length <= 1);
    const whole =
      isAlone || areTrials || areTurns
        ? runs.map((run) => withRecordAround(run, object, keysOfRuns))
        : runs;
    const found =
      areTurns && runs.length > 1
        ? whole.map((run, at): Run => ({ ...run, turn: run.turn ?? at + 1 }))
        : whole;
    return runsPiece(
      found.map((run) => within(areTrials ? { ...run, ...this.#taskOf(run) } : run, object)),
    );
  }

  /** What a task tells of a run that did it: what was asked and expected. */
  #taskOf(run: Run): Partial<Run> {
    const asked = isAsking(run) ? undefined : this.#asked;
    return {
      ...(asked && { events: [{ kind: 'user', text: asked.text }, ...run.events] }),
      reference: run.reference ?? this.#reference,
      used: [...run.used, ...this.#used],
      names: new Map([...this.#names, ...(run.names ?? [])]),
    };
  }

  /** The run that several accounts describe together, with what was asked and answered beside them. */
  #run(
    accounts: readonly Account[],
    isPart: boolean,
    out: EntryReader,
  ): Run & { isTable: boolean } {
    const { object, keys, place } = this;
    const inOrder = [...accounts].sort((a, b) => Number(isGiven(b)) - Number(isGiven(a)));
    const answering = accounts.filter(({ parts }) => !parts.every(isAsking));
    const lists = inOrder.map((one) => eventsOfAccount(one, answering, this));
    const column = inOrder.findIndex(
      (one) => one.key === this.called && !areNames(callsIn(eventsOf(one))),
    );
    const joined = joinAccounts(lists, column < 0 ? undefined : column);
    const [only, ...further] = accounts;
    const alone = further.length === 0 && only ? only.key : '';
    const predicted = sideOfName(alone) === 'predicted_trajectory' ? alone : this.called;
    const answers = joined.findLast(isDone)?.kind === 'answer' ? ANSWERED_APART : WORDS.answered;
    const said = textUnder(object, keys, isPart ? SAID_BY_STEP : answers);
    // a talk may begin with what was done, and only later say something in a user's name
    const first = joined.find(({ kind }) => kind === 'user' || kind === 'call');
    const asked = isPart || first?.kind === 'user' ? undefined : this.#asked;
    const isListed = accounts.some(isRecordedIn);
    // no turn shows which of its parts another record of the run repeats
    const isJoined = accounts.length > 1;
    const names = new Map(this.#names);
    if (predicted !== undefined) names.set('predicted_trajectory', predicted);
    if (said) names.set('response', said.key);
    if (asked) names.set('prompt', asked.key);
    const question: readonly Entry[] = asked ? [{ kind: 'user', text: asked.text }] : [];
    // what is written as calls was read as calls
    const isSaidApart = said && accounts.every(({ key }) => key !== said.key);
    const isAnswer = this.called !== undefined;
    const answered = isSaidApart ? withAnswer(joined, said.text, place, isAnswer) : joined;
    const beside = [said?.key, asked?.key, this.called].filter((key) => key !== undefined);
    const used = [...this.#used, ...beside, ...accounts.map(({ key }) => key)];
    const isTold = accounts.some(({ key }) => key === this.called);
    const untold = this.called === undefined || isTold ? undefined : object[this.called];
    // what may be a call of a run that shows none
    const unread =
      this.called === undefined && joined.every(isSaid)
        ? unreadIn(object, [...used, ...keys.names.filter(isOfOthers)])
        : [];
    const all = [...question, ...answered, ...unread];
    return {
      isTable: this.#isTable(accounts),
      events: this.#measured(all, out),
      reference: this.#reference,
      answer: this.#answer,
      about: object,
      isRecorded: isListed || joined.some(isOfAgent) || answered.some(isOfCalling),
      isListed,
      used,
      session: this.marks.session,
      origins: [this.#source],
      turn: this.#as.turn,
      lacksCalls:
        this.#as.lacksCalls === true || untold !== undefined || (isJoined && isUnknown(joined)),
      untold,
      names,
    };
  }

  /** The messages and calls, with what is recorded of a step, and its agent. */
  #measured(entries: readonly Entry[], out: EntryReader): readonly Entry[] {
    const { object, keys, place, marks } = this;
    const isStep =
      marks.isAnswer ||
      place === 'step' ||
      (keys.has('usage') && !entries.some(({ kind }) => kind === 'user'));
    const agent = pickText(pickObject(object, 'agent'), 'name');
    const record = isStep ? readStepRecord(object, noteUnitsTo(out)) : {};
    const measured = withRecord(entries, record, 'answer');
    return agent === undefined ? measured : stamp(measured, { agent });
  }

  /** Whether it is a row of a table: plain cells, and columns with lists of calls. */
  #isTable(accounts: readonly Account[]): boolean {
    const { object, marks, held } = this;
    const expected = this.#names.get('reference_trajectory') ?? '';
    return (
      this.#source === object &&
      !marks.isAnswer &&
      held.length === 0 &&
      Object.values(object).some((cell) => typeof cell !== 'object') &&
      accounts.every(({ key }) => isColumn(key, object)) &&
      (this.#reference === undefined || isColumn(expected, object))
    );
  }
}

/** Whether calls with arguments are all those that others only name, or there are no others. */
export function isFuller(calls: readonly FoundCall[], less: readonly FoundCall[]): boolean {
  const names = new Set(calls.map(({ name }) => name));
  return (
    calls.some(({ input }) => input !== undefined || less.length === 0) &&
    less.every(({ name, input }) => input === undefined && names.has(name))
  );
}

/** Whether an object with some keys says what an agent should do. */
const tellsTask = perKeys((names) => names.some(namesExpected));

/** Whether it says in a talk which calls an agent should make, though it may be none. */
const tellsTaskOfCalls = perKeys(
  (names) =>
    names.includes('messages') &&
    names.some((key) => namesExpected(key) && CALLS_NAME.test(foldKey(key))),
);

/** Names of lists that hold calls or tools. */
export const CALLS_NAME = /tool|call|action|function|trajector/;

/** Whether what stands under a key was not called by the agent itself: expected, judged, or of another. */
const isOfOthers = perName(
  (key) => IS.judging.has(foldKey(key)) || foldKey(key).includes('subagent') || namesExpected(key),
);

const isRecordedIn = ({ parts }: Account): boolean =>
  parts.length === 0 || parts.some(({ isListed }) => isListed === true);

/** Words of what a model was given: of talks before only the last question belongs to this run. */
const GIVEN = new Set(['input', 'inputs', 'query', 'question', 'prompt']);
const HISTORY = 'automaticfunctioncallinghistory';
/** Words of what a model was given, and of conversations that begin with it. */
export const WORDS_GIVEN = new Set([
  ...GIVEN,
  HISTORY,
  'request',
  'messages',
  'contents',
  'history',
]);
const isGiven = ({ word }: Account): boolean => WORDS_GIVEN.has(word);

/** Whether something shows that a run was recorded, and not only what was asked. */
const isOfAgent = ({ kind }: Entry): boolean => kind !== 'user' && kind !== 'system';

/** Whether events show no call, and something that may be one. */
const isUnknown = (events: readonly Entry[]): boolean =>
  events.some(({ kind }) => kind === 'unread') && events.every(({ kind }) => kind !== 'call');

const isOfCalling = ({ kind }: Entry): boolean => kind === 'call' || kind === 'unread';

/** The events that an account adds to a run beside those in which an agent speaks. */
function eventsOfAccount(
  { word, parts }: Account,
  answering: readonly Account[],
  { keys, place }: RunRecord,
): readonly Entry[] {
  const events = eventsOfParts(parts);
  const last = events.at(-1)?.kind;
  const isOpen = tellsTask(keys) && (last === 'user' || last === 'result');
  const isAnswered = isOpen || answering.some((one) => one.word !== word);
  if (!isAnswered) return events;
  const asked = events.findLastIndex(({ kind }) => kind === 'user');
  if (word === HISTORY) return events.slice(Math.max(asked, 0));
  // a step repeats what those before it called
  if (place === 'step' && (GIVEN.has(word) || word === 'request'))
    return events.slice(asked, asked + 1);
  return GIVEN.has(word) ? events.slice(Math.max(asked, 0)) : events;
}

/** What was asked where an object holds all that a program was given. */
function textWithin(
  object: JsonObject,
  keys: Keys,
): { readonly key: string; readonly text: string } | undefined {
  for (const word of ['inputs', 'input']) {
    const key = keys.get(word) ?? '';
    const given = pickObject(object, key);
    const asked = given && textUnder(given, keysOf(given), WORDS.asked);
    if (asked) return { key, text: asked.text };
  }
  return undefined;
}

/**
 * The plain text of a step: before its calls, or after everything else in the record.
 * @param isAnswer whether no calls are in it
 */
function withAnswer(
  events: readonly Entry[],
  text: string,
  place: Place,
  isAnswer: boolean,
): readonly Entry[] {
  if (events.some((entry) => entry.kind === 'answer' && entry.text === text)) return events;
  const answer: readonly Entry[] = isAnswer ? [{ kind: 'answer', text }] : say(text, 'agent');
  return place === 'step' ? [...answer, ...events] : [...events, ...answer];
}

/** Leaves out a run that only repeats the messages of another one under a different key. */
function withoutRepeated(lists: readonly (readonly Run[])[]): readonly Run[] {
  const all = lists.flat();
  if (lists.length < 2) return all;
  const byName = new Map<string, Run[]>();
  for (const run of all) for (const name of namesOfRun(run)) listAt(byName, name).push(run);
  const isRepeated = (run: Run): boolean => {
    const last = [...namesOfRun(run)].at(-1);
    const others = last === undefined ? all : listAt(byName, last);
    return (
      callsIn(run.events).length === 0 &&
      others.some((other) => other.events.length > run.events.length && tellsAll(other, run))
    );
  };
  return all.filter((run) => run.reference ?? !isRepeated(run));
}

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

/** Whether a list holds nothing but calls, without what came of them. */
function isOfCalls({ key, word }: Account, object: JsonObject): boolean {
  if (IS.results.has(word)) return false;
  const list = object[key] ?? null;
  const isCall = (item: JsonValue): boolean => isBareCall(item) && !hasOutput(item);
  return isJsonList(list) && list.length > 0 && list.every(isCall);
}

const hasOutput = (call: JsonValue): boolean =>
  isJsonObject(call) && find(call, OUTPUTS) !== undefined;

/** Whether a record holds only messages from before the question, the last one an answer. */
function isBefore({ word, parts }: Account, asked: string | undefined): boolean {
  if (word !== 'history' || asked === undefined) return false;
  const events = eventsOfParts(parts);
  const isTold = events.every((entry) => isSaid(entry) && !entry.text.includes(asked));
  return isTold && events.at(-1)?.kind === 'answer';
}

/** Whether an account is a whole talk under a name that no format has. */
const isOtherTalk = (account: Account): boolean =>
  account.parts.some(isAsking) && !isGiven(account) && !isNamed(account);

/** Whether a record is under a name that some format uses, or that says its side. */
const isNamed = ({ key }: Account): boolean => isKnownName(key) || sideOfName(key) !== undefined;

/** Whether a list of calls is under a name that no format uses and that says no side. */
export const isUnnamed = (account: Account, object: JsonObject): boolean =>
  !isNamed(account) && isOfCalls(account, object);

const TASK_IDS = ['task_id', 'case_id', 'question_id', 'test_id'];

const hasTaskId = perKeys(oneOf(...TASK_IDS));

/** Whether an object with some keys has an id of its own, and not that of a session. */
const hasOwnId = perKeys(oneOf('id', ...TASK_IDS, 'row_id'));

/** Whether a record has a list of calls, or of names, as a column. */
function isColumn(key: string, record: JsonObject): boolean {
  const list = unwrapEncoded(record[key]);
  if (!isJsonList(list)) return false;
  // calls in other words under the name of a side are written as those of a run
  const isPlain = sideOfName(key) === undefined;
  return list.every(
    (item) =>
      // a table's columns of names are known by their own
      (typeof item === 'string' && isKnownName(key)) ||
      // calls under a name that tells no side were made where it is known what came of them
      (isBareCall(item) &&
        !isItem(item) &&
        (isPlain ? !hasOutput(item) : hasKey(item, 'tool_name'))),
  );
}

const eventsOf = ({ parts }: Account): readonly Entry[] => eventsOfParts(parts);

/**
 * Whether calls are among those of a column, in their order; in any where it names tools alone, as it
 * may name each once.
 */
function areWithin(calls: readonly FoundCall[], called: readonly FoundCall[]): boolean {
  const names = new Set(called.map(({ name }) => name));
  if (areNames(called)) return calls.every(({ name }) => names.has(name));
  let at = 0;
  return calls.every((call) => {
    while (at < called.length && !isToldBy(call, called[at] as FoundCall)) at++;
    return at++ < called.length;
  });
}

const areNames = (calls: readonly FoundCall[]): boolean =>
  calls.every(({ input }) => input === undefined);

/** Whether two records are of one call; a record without arguments matches any. */
const isToldBy = (call: FoundCall, { name, input }: FoundCall): boolean =>
  call.name === name &&
  (call.input === undefined || input === undefined || isJsonEqual(call.input ?? {}, input ?? {}));

const namesOfCalls = ({ parts }: Account): readonly (readonly string[])[] =>
  callsIn(eventsOfParts(parts)).map((call) => namesOf({ kind: 'call', call }));

const callsInParts = (parts: readonly Part[]): number => callsIn(eventsOfParts(parts)).length;

const isDone = ({ kind }: Entry): boolean => kind === 'call' || kind === 'answer';

const isAsking = ({ events }: Run): boolean => events.some(({ kind }) => kind === 'user');

/** Whose record an object is, and whether it is a model's whole answer. */
export function marksOf(object: JsonObject, keys: Keys): Marks {
  return mayBeMarked(keys) ? readMarks(object, keys) : NO_MARKS;
}

/** Whether an object with some keys may say whose record it is. */
const mayBeMarked = perKeys((names) => {
  const { id, session, turn, after, answering } = WORDS;
  const words = [...id, ...session, ...turn, ...after, ...answering];
  return oneOf(...words, 'author', 'agentname', 'agentid', 'object')(names.map(foldKey));
});

function readMarks(object: JsonObject, keys: Keys): Marks {
  const id = findPlain(object, WORDS.id);
  const type = find(object, WORDS.kind);
  return {
    session: findPlain(object, WORDS.session),
    turn: findPlain(object, WORDS.turn),
    agent: agentOf(object),
    after: findPlain(object, WORDS.after),
    id,
    key: id === undefined ? undefined : JSON.stringify([id, typeof type === 'string' ? type : '']),
    isStep: keys.has('finishreason'),
    isAnswer: object['object'] === 'response' || keys.under(WORDS.answering).length > 0,
  };
}

/** A message of a conversation mostly says nothing of the kind: such are many, and share it. */
const NO_MARKS = readMarks({}, keysOf({}));
