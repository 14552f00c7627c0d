import { canonicalText, isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { find, findPlain, fold, perName, unwrapEncoded, words } from '#core/base/json/pick.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { listAt } from '#core/base/lists/lists.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import { withResultsInText } from '#core/read/transcripts/read-message.ts';
import { isSaid, joinRecords, nest, type Entry } from '#core/read/transcripts/entry.ts';
import { WORDS } from './words.ts';

/** A run of an agent, whatever wrote it: what happened, and what is recorded about it. */
export interface Run {
  readonly events: readonly Entry[];
  /** The expected calls; undefined where they are not recorded. */
  readonly reference?: readonly FoundCall[] | undefined;
  /** The expected answer, where it is a message. */
  readonly answer?: string | undefined;
  /** The record it belongs to, and the keys of it that its events were read from. */
  readonly about: JsonObject;
  readonly used: readonly string[];
  /** Whose records belong together. */
  readonly session?: string | undefined;
  /** The answers of a model that were put together, where it is made of such. */
  readonly answers?: number;
  /** Whether something shows what the agent did. */
  readonly isRecorded?: boolean;
  /** Whether a list of calls is there, though it may be empty. */
  readonly isListed?: boolean;
  /** Whether its calls are not recorded, whatever is there. */
  readonly lacksCalls?: boolean;
  /** What the column of its calls holds where that is no calls; undefined otherwise. */
  readonly untold?: JsonValue | undefined;
  /** Which turn of its case it is, from 1; undefined where it is the only one. */
  readonly turn?: number | undefined;
  /** Whether it is a row of a table, whose columns hold lists of calls. */
  readonly isTable?: boolean;
  /** Whether it is no run, but a record among runs: a row as it is. */
  readonly isOther?: boolean;
  /** The file's own names of its columns, by those they have here. */
  readonly names?: ReadonlyMap<string, string>;
  /** What it was read from, the innermost first. */
  readonly origins: readonly JsonValue[];
}

/** Where a record says that it belongs. */
export interface Marks {
  /** Its id, and that of the record that it goes on after. */
  readonly id: string | undefined;
  readonly after: string | undefined;
  readonly session: string | undefined;
  /** Which turn of its session it belongs to, where turns are recorded side by side. */
  readonly turn: string | undefined;
  /** The agent whose event it is. */
  readonly agent: string | undefined;
  /** A name under which it may be written again. */
  readonly key: string | undefined;
  /** Whether it is the whole answer of a model, after which a run may be over. */
  readonly isAnswer: boolean;
  /** Whether it is a step that says itself that a run goes on after it. */
  readonly isStep: boolean;
}

/** A part of a run: one record among others, or the list under one key. */
export interface Part extends Run {
  readonly marks?: Marks;
  /** Facts that the end of a session states about the whole, as columns. */
  readonly end?: JsonObject | undefined;
}

/** What identifies an event that is recorded again. */
export function namesOf(entry: Entry): readonly string[] {
  if (entry.kind === 'call') {
    const { call } = entry;
    const { id, input } = call;
    const key = `call ${toolOf(call)} ${input === undefined ? '' : canonicalText(input ?? {})}`;
    return id === undefined ? [key] : [`id ${id} ${toolOf(call)}`, key];
  }
  if (entry.kind === 'result') {
    const { of, output } = entry;
    return [`result ${of ?? (output === undefined ? '' : canonicalText(output))}`];
  }
  return isSaid(entry) ? [`${entry.kind} ${entry.text.trim()}`] : [entry.kind];
}

/** A tool’s name without that of the server which offers it. */
const toolOf = ({ name }: FoundCall): string => toolNamed(name);
const toolNamed = perName((name) => fold(name.split(/__|[./:]/).at(-1) ?? name));

/** Whether a call has no arguments, or none are recorded. */
const isBare = ({ input = null }: FoundCall): boolean =>
  input === null || (isJsonObject(input) && Object.keys(input).length === 0);

/** Whether two calls are of one tool and have the same arguments, or one of them none. */
export const areSame = (one: FoundCall, other: FoundCall): boolean =>
  toolOf(one) === toolOf(other) &&
  (isBare(one) || isBare(other) || isJsonEqual(one.input ?? {}, other.input ?? {}));

/** Two accounts of one call: the first is right where both say something. */
export function joinCalls(one: FoundCall, other: FoundCall): FoundCall {
  return {
    ...other,
    ...one,
    input: isBare(one) ? (other.input ?? one.input) : one.input,
    id: one.id ?? other.id,
    output: one.output ?? other.output,
    error: one.error ?? other.error,
    record: joinRecords(one.record, other.record),
  };
}

/** How many calls of one id are searched for a repeated one. */
const NEAR = 32;

/**
 * Drops what is repeated: a call under its id, with its arguments or without; a question while it is
 * not answered; an answer right after itself.
 * @param isLog whether a call may be recorded where it was asked for and, without an id, where it ran
 */
export function eachOnce(events: readonly Entry[], isLog = false): readonly Entry[] {
  const places = new Map<string, number[]>();
  const kept: Entry[] = [];
  let asked: string | undefined;
  for (const entry of withResultsInText(events)) {
    const last = kept.at(-1);
    if (entry.kind === 'user') {
      if (entry.text === asked && last?.kind !== 'answer') continue;
      asked = entry.text;
    }
    // what follows a result or an answer under the same id is another call
    if (entry.kind === 'result') places.delete(entry.of ?? '');
    const isOver = entry.kind === 'end' || (entry.kind === 'answer' && entry.text !== '');
    if (isOver && places.size > 0) places.clear();
    const known =
      entry.kind === 'call'
        ? (placesOf(entry.call, places)?.find((place) => isSameCall(kept[place], entry)) ??
          (isLog ? placeAsked(entry.call, kept, places) : undefined))
        : isSameAnswer(last, entry)
          ? kept.length - 1
          : undefined;
    const before = known === undefined ? undefined : kept[known];
    if (known !== undefined && before) {
      kept[known] = joinEntries(before, entry);
      continue;
    }
    kept.push(entry);
    if (entry.kind === 'call' && entry.call.id !== undefined)
      listAt(places, entry.call.id).push(kept.length - 1);
  }
  return kept;
}

const placesOf = (
  { id }: FoundCall,
  places: ReadonlyMap<string, number[]>,
): readonly number[] | undefined => (id === undefined ? undefined : places.get(id)?.slice(-NEAR));

/** Where a call that has returned was asked for, if only that has an id, or begun right before. */
function placeAsked(
  call: FoundCall,
  kept: readonly Entry[],
  places: ReadonlyMap<string, number[]>,
): number | undefined {
  if (call.id !== undefined || call.output === undefined) return undefined;
  let isRightBefore = true;
  for (let place = kept.length - 1; place >= Math.max(kept.length - NEAR, 0); place--) {
    const asked = kept[place];
    const begun =
      asked?.kind === 'call' && asked.call.output === undefined ? asked.call : undefined;
    const isKnown = begun?.id === undefined ? isRightBefore : places.has(begun.id);
    if (begun && isKnown && areSame(begun, call)) return place;
    if (asked?.kind === 'call' || asked?.kind === 'result') isRightBefore = false;
  }
  return undefined;
}

/** Whether an answer right after another one is that one again; models took their tokens each. */
const isSameAnswer = (one: Entry | undefined, other: Entry): boolean =>
  one?.kind === 'answer' &&
  other.kind === 'answer' &&
  one.text === other.text &&
  !(one.record?.tokens && other.record?.tokens);

/** Whether two events are calls of one tool, and not with other arguments. */
const isSameCall = (one: Entry | undefined, other: Entry): boolean =>
  one?.kind === 'call' && other.kind === 'call' && areSame(one.call, other.call);

const weightOf = (events: readonly Entry[]): number =>
  events.reduce((sum, { kind }) => sum + (kind === 'call' ? 3 : kind === 'result' ? 2 : 1), 0);

/**
 * Joins several records of one run: one, with the calls and results that only another one has, and
 * the question and the answer where it lacks them.
 * @param chosen which one; the fullest where it is absent
 */
export function joinAccounts(
  accounts: readonly (readonly Entry[])[],
  chosen?: number,
): readonly Entry[] {
  const lists = accounts.map((events) => eachOnce(events, true));
  const weights = lists.map(weightOf);
  const heaviest = weights.reduce(
    (best, weight, at) => (weight > (weights[best] ?? 0) ? at : best),
    0,
  );
  const place = chosen ?? heaviest;
  const [first = []] = lists.splice(place, 1);
  return lists.length === 0 ? first : joinOthers(first, lists, place);
}

/**
 * Joins a record with what only others have; each has a thing once, see {@link eachOnce}.
 * @param before how many of them precede it, where nothing else shows their order
 */
export function joinOthers(
  first: readonly Entry[],
  others: readonly (readonly Entry[])[],
  before = 0,
): readonly Entry[] {
  const joined = new JoinedAccounts(first);
  for (const [place, one] of others.entries()) if (one.length > 0) joined.add(one, place < before);
  return joined.events();
}

const bareName = (call: FoundCall): string => `bare ${toolOf(call)}`;

/** Something that happened, and what only other accounts have before it. */
interface Slot {
  entry: Entry;
  readonly before: Slot[];
}

const slotOf = (entry: Entry): Slot => ({ entry, before: [] });

/** An account, and what only others tell: each before what both tell next. */
class JoinedAccounts {
  readonly #first: Slot[] = [];
  readonly #slots: readonly Slot[];
  readonly #last: Slot[] = [];
  readonly #byName = new Map<string, Slot[]>();
  readonly #isAsked: boolean;
  readonly #isAnswered: boolean;

  constructor(events: readonly Entry[]) {
    this.#slots = events.map(slotOf);
    this.#isAsked = events.some(({ kind }) => kind === 'user');
    this.#isAnswered = events.findLast(isDone)?.kind === 'answer';
    for (const slot of this.#slots) this.#name(slot);
  }

  /**
   * Adds what only this record has.
   * @param isBefore whether it precedes, where nothing else shows their order
   */
  add(events: readonly Entry[], isBefore: boolean): void {
    const taken = new Set<Slot>();
    const next = new Map<string, number>();
    let waiting: Slot[] = [];
    const added: Slot[] = [];
    for (const entry of events) {
      const slot = this.#find(entry, taken, next);
      if (slot) {
        taken.add(slot);
        slot.entry = joinEntries(slot.entry, entry);
        slot.before.push(...waiting);
        waiting = [];
      } else if (this.#isNew(entry)) {
        const own = slotOf(entry);
        waiting.push(own);
        added.push(own);
      }
    }
    const isFirst = ({ entry: { kind } }: Slot): boolean =>
      kind === 'user' || kind === 'system' || (isBefore && taken.size === 0);
    for (const slot of waiting) (isFirst(slot) ? this.#first : this.#last).push(slot);
    for (const slot of added) this.#name(slot);
  }

  events(): readonly Entry[] {
    const joined: Entry[] = [];
    const open = [...this.#first, ...this.#slots, ...this.#last].reverse();
    for (let slot = open.pop(); slot; slot = open.pop()) {
      if (slot.before.length === 0) joined.push(slot.entry);
      else {
        open.push(slotOf(slot.entry));
        for (const own of slot.before.toReversed()) open.push(own);
      }
    }
    return joined;
  }

  #name(slot: Slot): void {
    const { entry } = slot;
    const names =
      entry.kind === 'call'
        ? [`tool ${toolOf(entry.call)}`, ...(isBare(entry.call) ? [bareName(entry.call)] : [])]
        : [];
    for (const name of [...namesOf(entry), ...names]) listAt(this.#byName, name).push(slot);
  }

  /** The first of the same name that this record has not repeated yet. */
  #find(entry: Entry, taken: ReadonlySet<Slot>, next: Map<string, number>): Slot | undefined {
    const names = [...namesOf(entry)];
    // a call recorded without arguments matches any of its tool, and vice versa
    if (entry.kind === 'call')
      names.push(isBare(entry.call) ? `tool ${toolOf(entry.call)}` : bareName(entry.call));
    for (const name of names) {
      const slots = this.#byName.get(name) ?? [];
      let at = next.get(name) ?? 0;
      while (at < slots.length && taken.has(slots[at] as Slot)) at++;
      next.set(name, at);
      if (at < slots.length) return slots[at];
    }
    return undefined;
  }

  #isNew(entry: Entry): boolean {
    if (entry.kind === 'answer') return !this.#isAnswered || entry.text === '';
    return entry.kind !== 'user' || !this.#isAsked;
  }
}

/** Two accounts of the same: the first is right where both say something. */
function joinEntries(one: Entry, other: Entry): Entry {
  if (one.kind === 'call' && other.kind === 'call')
    return { kind: 'call', call: joinCalls(one.call, other.call) };
  if (isSaid(one) && isSaid(other) && other.record)
    return { ...one, record: joinRecords(one.record, other.record) };
  return one;
}

const isDone = ({ kind }: Entry): boolean =>
  kind === 'call' || kind === 'result' || kind === 'answer';

/** A record that is written again, with all it had and more, counts once, at its first place. */
function lastVersions(parts: readonly Part[]): readonly Part[] {
  const places = new Map<string, number>();
  const kept: Part[] = [];
  for (const part of parts) {
    const key = part.marks?.key;
    const place = key === undefined ? undefined : places.get(key);
    const before = place === undefined ? undefined : kept[place];
    if (place !== undefined && before && goesOn(before.events, part.events)) {
      kept[place] = { ...part, about: { ...before.about, ...part.about } };
      continue;
    }
    const at = kept.push(part) - 1;
    if (key !== undefined && !places.has(key)) places.set(key, at);
  }
  return kept;
}

/** Whether a later version has all that an earlier one has, its texts perhaps longer. */
function goesOn(events: readonly Entry[], later: readonly Entry[]): boolean {
  const texts = later.filter(isSaid).map(({ text }) => text);
  const names = new Set(later.map(shortName));
  return events.every((entry) =>
    isSaid(entry) ? texts.shift()?.startsWith(entry.text) === true : names.has(shortName(entry)),
  );
}

function shortName(entry: Entry): string {
  if (entry.kind === 'call') return `call ${entry.call.name} ${String(entry.call.id)}`;
  return entry.kind === 'result' ? `result ${String(entry.of)}` : entry.kind;
}

/** Parts of runs that no record holds, put together: by session, else until an answer calls nothing. */
export function runsOfParts(parts: readonly Part[]): readonly Run[] {
  if (parts.length === 0) return [];
  const sessions = new Map<string | undefined, Part[]>();
  const goneOnFrom = new Set(parts.map(({ marks }) => marks?.after));
  const chains = new Map<string, string>();
  let last: string | undefined;
  for (const part of lastVersions(parts)) {
    const { id, after } = part.marks ?? {};
    const own = sessionOf(part);
    const first = after === undefined ? id : (chains.get(after) ?? after);
    const chain = after !== undefined || goneOnFrom.has(id) ? first : undefined;
    if (id !== undefined && chain !== undefined) chains.set(id, chain);
    const session = own ?? chain ?? last;
    last = own ?? last;
    // what stands before the first record that names its session belongs to it
    const early = session === undefined ? undefined : sessions.get(undefined);
    if (early && sessions.size === 1) {
      sessions.delete(undefined);
      sessions.set(session, early);
    }
    listAt(sessions, session).push(part);
  }
  return [...sessions.values()]
    .flatMap(splitAtEnds)
    .flatMap((list) =>
      list.every(({ marks }) => marks?.isAnswer === true && marks.after === undefined)
        ? runsOfAnswers(list)
        : [joinParts(list)],
    );
}

/**
 * What follows the end of a run is another one; in a log of calls that names no session so is what
 * begins to number its steps again.
 */
function splitAtEnds(parts: readonly Part[]): readonly (readonly Part[])[] {
  const isLog = parts.every((part) => sessionOf(part) === undefined && part.events.every(isOfCall));
  const runs: Part[][] = [[]];
  let before = NaN;
  for (const part of parts) {
    const step = isLog ? Number(find(part.about, WORDS.step)) : NaN;
    if (step < before) runs.push([]);
    before = step;
    runs.at(-1)?.push(part);
    if (part.events.some(isEnd)) runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

const isOfCall = ({ kind }: Entry): boolean => kind === 'call' || kind === 'result';

const isEnd = ({ kind }: Entry): boolean => kind === 'end';

/** A model is asked again until its answer calls nothing; answers that all call are runs of their own. */
function runsOfAnswers(parts: readonly Part[]): readonly Run[] {
  const isOver = ({ events }: Part): boolean =>
    events.some(({ kind }) => kind === 'answer') &&
    !events.some(({ kind }) => kind === 'call' || kind === 'unread');
  const withoutEnds = parts.filter(({ events }) => events.length === 0 || !events.every(isEnd));
  const last = withoutEnds.at(-1);
  if (last && !isOver(last) && last.marks?.isStep !== true)
    return withoutEnds.map((part) => joinParts([part]));
  const runs: Part[][] = [[]];
  for (const part of withoutEnds) {
    runs.at(-1)?.push(part);
    if (isOver(part)) runs.push([]);
  }
  return runs.filter(({ length }) => length > 0).map(joinParts);
}

/** Parts of one run; of answers the first stands for all. */
function joinParts(parts: readonly Part[]): Run {
  const [first] = parts;
  const isAnswered = first?.marks?.isAnswer === true;
  const isOne = first !== undefined && (parts.length === 1 || isAnswered);
  const events = eachOnce(eventsOfParts(parts), true);
  const end = parts.find((part) => part.end)?.end;
  // what the command prints does not repeat what it was asked
  const isOneTurn = events.filter(({ kind }) => kind === 'user').length <= 1;
  return {
    events,
    isRecorded:
      sessionOf(first) !== undefined ||
      events.some(({ kind }) => kind !== 'user' && kind !== 'system'),
    // a session is recorded whole, though nothing may have been answered
    isListed: sessionOf(first) !== undefined || parts.some(({ isListed }) => isListed === true),
    reference: parts.find(({ reference }) => reference)?.reference,
    about: { ...(isOne && first.about), ...(isOneTurn && end) },
    used: isOne ? first.used : [],
    session: parts.map(sessionOf).find((session) => session !== undefined),
    answers: isAnswered && !first.marks.isStep ? parts.length : 1,
    names: isOne ? (first.names ?? new Map()) : new Map(),
    origins: first?.origins ?? [],
  };
}

/**
 * The parts of a log in which not only calls have an id: it is that of the record, and a call has it
 * only where a result says so.
 */
export function withoutRecordIds(parts: readonly Part[]): readonly Part[] {
  const ids = parts.map(({ about }) => findPlain(about, WORDS.id));
  const areCalls = parts.every(({ events }) => events.some(({ kind }) => kind === 'call'));
  if (areCalls || ids.includes(undefined)) return parts;
  const named = new Set(
    parts.flatMap(({ events }) => events.map((entry) => (entry.kind === 'result' ? entry.of : ''))),
  );
  return parts.map((part, at) => ({
    ...part,
    events: part.events.map((entry) =>
      entry.kind === 'call' && entry.call.id === ids[at] && !named.has(entry.call.id)
        ? { ...entry, call: { ...entry.call, id: undefined } }
        : entry,
    ),
  }));
}

const sessionOf = (part: Part | undefined): string | undefined =>
  part?.marks?.session ?? part?.session;

/** The events of parts: turns one after another, what another agent than the first calls nested. */
export function eventsOfParts(parts: readonly Part[]): readonly Entry[] {
  const [only] = parts;
  if (only && parts.length === 1) return only.events;
  const root = parts.find(({ marks }) => marks?.agent !== undefined)?.marks?.agent;
  const turns = new Map<string, Entry[]>();
  // what stands before the first record that names its turn belongs to it
  let last = parts.find(({ marks }) => marks?.turn !== undefined)?.marks?.turn ?? '';
  for (const { events, marks } of parts) {
    const agent = marks?.agent;
    last = marks?.turn ?? last;
    const own = agent === undefined || agent === root ? events : events.map(nest);
    listAt(turns, last).push(...own);
  }
  const [begun = [], ...others] = turns.values();
  return [...begun, ...others.flatMap((turn): Entry[] => [{ kind: 'end' }, ...turn])];
}

const TIMES = words('created_at timestamp time');

/** Whether a service lists events newest first. */
export function areBackwards(parts: readonly Part[]): boolean {
  let before = Infinity;
  return (
    parts.length > 1 &&
    parts.every(({ origins }) => {
      const moment = millisecondsOf(find(origins[0], TIMES)) ?? 0;
      const isEarlier = moment < before;
      before = moment;
      return isEarlier;
    })
  );
}

/** States of one conversation that grows: the one that has all counts. */
export function fullestStates(runs: readonly Run[]): readonly Run[] {
  const kept: Run[] = [];
  for (const run of runs) {
    const at = kept.findLastIndex(({ isOther }) => isOther !== true);
    const before = kept[at];
    if (before && isStateOf(run, before)) kept[at] = withAboutOf(run, before);
    else if (!before || !isStateOf(before, run)) kept.push(run);
    else kept[at] = withAboutOf(before, run);
  }
  return kept;
}

/** A run, with what is known of a state of it beside what happened. */
const withAboutOf = (run: Run, state: Run): Run => ({
  ...run,
  about: { ...state.about, ...run.about },
  used: [...new Set([...state.used, ...run.used])],
});

const NAMES = new WeakMap<Run, ReadonlySet<string>>();

/** All that a run records, each by its names. */
export function namesOfRun(run: Run): ReadonlySet<string> {
  const known = NAMES.get(run) ?? new Set(run.events.flatMap(toldNames));
  NAMES.set(run, known);
  return known;
}

/** The names of an event; of a result what came of it, too: calls of two runs may have the same ids. */
function toldNames(entry: Entry): readonly string[] {
  if (entry.kind !== 'result' || entry.output === undefined) return namesOf(entry);
  return [
    ...namesOf(entry),
    `came ${entry.of ?? ''} ${canonicalText(unwrapEncoded(entry.output))}`,
  ];
}

const idOfCall = (entry: Entry): string | undefined =>
  entry.kind === 'call' ? entry.call.id : undefined;

/** Whether a run has all that another one has, known by the ids of its calls. */
function isStateOf(run: Run, less: Run): boolean {
  if (less.reference ?? run.reference) return false;
  if (less.events.length >= run.events.length) return false;
  const id = less.events.map(idOfCall).find((one) => one !== undefined);
  // two runs rarely have a call in common
  if (id === undefined || !run.events.some((entry) => idOfCall(entry) === id)) return false;
  // what it has answered is no state of a run that calls on before it answers so
  const answer = doneIn(less).findIndex(({ kind }) => kind === 'answer');
  const isAnswered = answer < 0 || doneIn(run)[answer]?.kind === 'answer';
  return isAnswered && tellsAll(run, less);
}

/** An answer that only calls something says nothing. */
const isEmpty = (entry: Entry): boolean => isSaid(entry) && entry.text === '';

const doneIn = ({ events }: Run): readonly Entry[] =>
  events.filter((entry) => isDone(entry) && !isEmpty(entry));

/** Whether a run records all that another one does. */
export function tellsAll(run: Run, less: Run): boolean {
  const known = namesOfRun(run);
  return less.events.every(
    (entry) => isEmpty(entry) || toldNames(entry).every((name) => known.has(name)),
  );
}
