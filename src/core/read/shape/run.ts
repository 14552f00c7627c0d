import { canonicalText, isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import { withResultsInText } from '#core/read/transcripts/read-message.ts';
import { isSaid, nest, type Entry } from '#core/read/transcripts/entry.ts';

/** A run of an agent, whatever wrote it: what happened, and what is said of it. */
export interface Run {
  readonly events: readonly Entry[];
  /** The expected calls; undefined where none are told. */
  readonly reference?: readonly FoundCall[] | undefined;
  /** The record it belongs to, and the keys of it that its events were read from. */
  readonly about: JsonObject;
  readonly used: readonly string[];
  /** Whose records belong together. */
  readonly session?: string | undefined;
  /** The answers of a model that were put together, where it is made of such. */
  readonly answers?: number;
  /** Whether a list of calls is there, though it may be empty. */
  readonly isRecorded?: boolean;
  /** Whether it is a row of a table, whose columns hold lists of calls. */
  readonly isTable?: boolean;
  /** Whether it is no run, but a record among runs: a row as it is. */
  readonly isOther?: boolean;
  /** The file's own names of its columns, by those they have here. */
  readonly names?: ReadonlyMap<string, string>;
  /** What it was read from, the innermost first. */
  readonly origins: readonly JsonValue[];
}

/** A part of a run: one record among others, or the list under one key. */
export interface Part extends Run {
  /** The id of its record, and of the record that it goes on after. */
  readonly id?: string | undefined;
  readonly after?: string | undefined;
  /** The agent whose event it is. */
  readonly agent?: string | undefined;
  /** Which turn of its session it belongs to, where turns are told side by side. */
  readonly turn?: string | undefined;
  /** What is said of a whole session at its end, as columns. */
  readonly end?: JsonObject | undefined;
  /** A name under which the record may be written again. */
  readonly key?: string | undefined;
  /** Whether it is the whole answer of a model, after which a run may be over. */
  readonly isAnswer?: boolean;
  /** Whether it is a step that says itself that a run goes on after it. */
  readonly isStep?: boolean;
}

/** By what an event is known again where it is told once more. */
function namesOf(entry: Entry): readonly string[] {
  if (entry.kind === 'call') {
    const { id, name, input } = entry.call;
    const told = `call ${name} ${input === undefined ? '' : canonicalText(input)}`;
    return id === undefined ? [told] : [`id ${id} ${name}`, told];
  }
  if (entry.kind === 'result') {
    const { of, output } = entry;
    return [`result ${of ?? (output === undefined ? '' : canonicalText(output))}`];
  }
  return isSaid(entry) ? [`${entry.kind} ${entry.text.trim()}`] : [entry.kind];
}

const isEmpty = (input: JsonValue | undefined): boolean =>
  input === undefined || (isJsonObject(input) && Object.keys(input).length === 0);

/** Two tellings of one call: the first is right where both say something. */
function joinCalls(one: FoundCall, other: FoundCall): FoundCall {
  return {
    ...other,
    ...one,
    input: isEmpty(one.input) ? other.input : one.input,
    id: one.id ?? other.id,
    output: one.output ?? other.output,
    error: one.error ?? other.error,
    record: { ...other.record, ...one.record },
  };
}

/**
 * Drops what is told again: a call under its id, with its arguments or none; a question while it is
 * not answered; an answer right after itself.
 */
export function eachOnce(events: readonly Entry[]): readonly Entry[] {
  const places = new Map<string, number>();
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
    if (entry.kind === 'end' || (entry.kind === 'answer' && entry.text !== '')) places.clear();
    if (entry.kind === 'answer' && last?.kind === 'answer' && last.text === entry.text) continue;
    const known = entry.kind === 'call' ? knownCall(entry.call, kept, places) : undefined;
    if (entry.kind === 'call' && known !== undefined) {
      const before = kept[known];
      if (before?.kind === 'call')
        kept[known] = { kind: 'call', call: joinCalls(before.call, entry.call) };
      continue;
    }
    kept.push(entry);
    if (entry.kind === 'call' && entry.call.id !== undefined)
      places.set(entry.call.id, kept.length - 1);
  }
  return kept;
}

/** The place of a call that has the same id, and not other arguments. */
function knownCall(
  call: FoundCall,
  kept: readonly Entry[],
  places: ReadonlyMap<string, number>,
): number | undefined {
  const place = call.id === undefined ? undefined : places.get(call.id);
  const known = place === undefined ? undefined : kept[place];
  if (known?.kind !== 'call' || known.call.name !== call.name) return undefined;
  const { input = null } = known.call;
  const isSame =
    isEmpty(call.input) || isEmpty(known.call.input) || isJsonEqual(call.input ?? null, input);
  return isSame ? place : undefined;
}

const weightOf = (events: readonly Entry[]): number =>
  events.reduce((sum, { kind }) => sum + (kind === 'call' ? 3 : kind === 'result' ? 2 : 1), 0);

/**
 * Joins several tellings of one run: the fullest, with the calls and results that only another one
 * tells, and the question and the answer where it lacks them.
 */
export function joinTellings(tellings: readonly (readonly Entry[])[]): readonly Entry[] {
  const told = tellings.map(eachOnce).filter(({ length }) => length > 0);
  const weights = told.map(weightOf);
  const fullest = weights.indexOf(Math.max(...weights));
  let joined = told[fullest] ?? [];
  for (const [place, one] of told.entries())
    if (place !== fullest) joined = withTelling(joined, one, place < fullest);
  return joined;
}

/**
 * Adds to a telling what only another one tells, before what both tell next.
 * @param isBefore whether the other one stands before, where nothing else tells their order
 */
function withTelling(
  events: readonly Entry[],
  others: readonly Entry[],
  isBefore: boolean,
): readonly Entry[] {
  const places = new Map<string, number[]>();
  for (const [place, entry] of events.entries()) {
    for (const name of namesOf(entry)) {
      const known = places.get(name);
      if (known) known.push(place);
      else places.set(name, [place]);
    }
  }
  const joined = [...events];
  const taken = new Set<number>();
  /** What only the other one tells, by the place of what it tells next. */
  const added = new Map<number, Entry[]>();
  let waiting: Entry[] = [];
  for (const entry of others) {
    const found = namesOf(entry).flatMap((name) => places.get(name) ?? []);
    const place = found.find((at) => !taken.has(at));
    if (place === undefined) {
      waiting.push(entry);
      continue;
    }
    taken.add(place);
    const known = joined[place];
    if (known?.kind === 'call' && entry.kind === 'call')
      joined[place] = { kind: 'call', call: joinCalls(known.call, entry.call) };
    else if (known && isSaid(known) && isSaid(entry) && entry.record)
      joined[place] = { ...known, record: { ...entry.record, ...known.record } };
    added.set(place, [...(added.get(place) ?? []), ...waiting]);
    waiting = [];
  }
  const isAsked = events.some(({ kind }) => kind === 'user');
  const isAnswered = events.findLast(isDone)?.kind === 'answer';
  const isNew = (entry: Entry): boolean => {
    if (entry.kind === 'answer') return !isAnswered || entry.text === '';
    return entry.kind !== 'user' || !isAsked;
  };
  const rest = waiting.filter(isNew);
  const isFirst = (entry: Entry): boolean =>
    entry.kind === 'user' || entry.kind === 'system' || (isBefore && taken.size === 0);
  return [
    ...rest.filter(isFirst),
    ...joined.flatMap((entry, place) => [...(added.get(place) ?? []).filter(isNew), entry]),
    ...rest.filter((entry) => !isFirst(entry)),
  ];
}

const isDone = ({ kind }: Entry): boolean =>
  kind === 'call' || kind === 'result' || kind === 'answer';

/** A record that is written again, with all it had and more, counts once, at its first place. */
export function lastVersions(parts: readonly Part[]): readonly Part[] {
  const places = new Map<string, number>();
  const kept: Part[] = [];
  for (const part of parts) {
    const place = part.key === undefined ? undefined : places.get(part.key);
    const before = place === undefined ? undefined : kept[place];
    if (place !== undefined && before && goesOn(before.events, part.events)) {
      kept[place] = { ...part, about: { ...before.about, ...part.about } };
      continue;
    }
    const at = kept.push(part) - 1;
    if (part.key !== undefined && !places.has(part.key)) places.set(part.key, at);
  }
  return kept;
}

function goesOn(events: readonly Entry[], later: readonly Entry[]): boolean {
  return events.every((entry) =>
    later.some((other) => {
      if (isSaid(entry)) return isSaid(other) && other.text.startsWith(entry.text);
      if (entry.kind === 'call')
        return (
          other.kind === 'call' &&
          other.call.name === entry.call.name &&
          other.call.id === entry.call.id
        );
      if (entry.kind === 'result') return other.kind === 'result' && other.of === entry.of;
      return entry.kind === other.kind;
    }),
  );
}

/** Parts of runs that no record holds, put together: by session, else until an answer calls nothing. */
export function runsOfParts(parts: readonly Part[]): readonly Run[] {
  if (parts.length === 0) return [];
  const sessions = new Map<string | undefined, Part[]>();
  const goneOnFrom = new Set(parts.map(({ after }) => after));
  const chains = new Map<string, string>();
  let last: string | undefined;
  for (const part of lastVersions(parts)) {
    const { id, after } = part;
    const first = after === undefined ? id : (chains.get(after) ?? after);
    const chain = after !== undefined || goneOnFrom.has(id) ? first : undefined;
    if (id !== undefined && chain !== undefined) chains.set(id, chain);
    const session = part.session ?? chain ?? last;
    last = part.session ?? last;
    // what stands before the first record that names its session belongs to it
    const early = session === undefined ? undefined : sessions.get(undefined);
    if (early && sessions.size === 1) {
      sessions.delete(undefined);
      sessions.set(session, early);
    }
    const known = sessions.get(session);
    if (known) known.push(part);
    else sessions.set(session, [part]);
  }
  return [...sessions.values()]
    .flatMap(splitAtEnds)
    .flatMap((list) =>
      list.every(({ isAnswer, after }) => isAnswer && after === undefined)
        ? runsOfAnswers(list)
        : [joinParts(list)],
    );
}

/** What follows the end of a run is another one. */
function splitAtEnds(parts: readonly Part[]): readonly (readonly Part[])[] {
  const runs: Part[][] = [[]];
  for (const part of parts) {
    runs.at(-1)?.push(part);
    if (part.events.some(({ kind }) => kind === 'end')) runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

/** A model is asked again until its answer calls nothing; answers that all call are runs of their own. */
function runsOfAnswers(parts: readonly Part[]): readonly Run[] {
  const isOver = ({ events }: Part): boolean =>
    events.some(({ kind }) => kind === 'answer') &&
    !events.some(({ kind }) => kind === 'call' || kind === 'unread');
  const last = parts.at(-1);
  if (last && !isOver(last)) return parts;
  const runs: Part[][] = [[]];
  for (const part of parts) {
    runs.at(-1)?.push(part);
    if (isOver(part)) runs.push([]);
  }
  return runs.filter(({ length }) => length > 0).map(joinParts);
}

/** Parts of one run; of answers the first stands for all. */
export function joinParts(parts: readonly Part[]): Run {
  const [first] = parts;
  const isAnswered = first?.isAnswer === true;
  const isOne = first !== undefined && (parts.length === 1 || isAnswered);
  const events = eachOnce(eventsOfParts(parts));
  const end = parts.find((part) => part.end)?.end;
  const isOneTurn = events.filter(({ kind }) => kind === 'user').length === 1;
  return {
    events,
    isRecorded: events.some(({ kind }) => kind !== 'user' && kind !== 'system'),
    reference: parts.find(({ reference }) => reference)?.reference,
    about: { ...(isOne && first.about), ...(isOneTurn && end) },
    used: isOne ? first.used : [],
    session: parts.find(({ session }) => session !== undefined)?.session,
    answers: isAnswered && !first.isStep ? parts.length : 1,
    names: isOne ? (first.names ?? new Map()) : new Map(),
    origins: first?.origins ?? [],
  };
}

/** The events of parts: turns one after another, what another agent than the first calls nested. */
export function eventsOfParts(parts: readonly Part[]): readonly Entry[] {
  const root = parts.find(({ agent }) => agent !== undefined)?.agent;
  const turns = new Map<string, Entry[]>();
  let last = '';
  for (const { events, agent, turn } of parts) {
    last = turn ?? last;
    const told = agent === undefined || agent === root ? events : events.map(nest);
    const known = turns.get(last);
    if (known) known.push(...told);
    else turns.set(last, [...told]);
  }
  const [begun = [], ...others] = turns.values();
  return [...begun, ...others.flatMap((turn): Entry[] => [{ kind: 'end' }, ...turn])];
}

/** States of one conversation that grows: the one that has all counts. */
export function fullestStates(runs: readonly Run[]): readonly Run[] {
  const kept: Run[] = [];
  for (const run of runs) {
    const before = kept.at(-1);
    if (before && isStateOf(run, before)) kept[kept.length - 1] = run;
    else if (!before || !isStateOf(before, run)) kept.push(run);
  }
  return kept;
}

/** Whether a run has all that another one has, known by the ids of its calls. */
function isStateOf(run: Run, less: Run): boolean {
  if (less.reference ?? run.reference) return false;
  if (less.events.length >= run.events.length) return false;
  if (!less.events.some((entry) => entry.kind === 'call' && entry.call.id !== undefined))
    return false;
  const known = new Set(run.events.flatMap(namesOf));
  return less.events.every((entry) => namesOf(entry).every((name) => known.has(name)));
}
