import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey } from '#core/base/json/pick.ts';
import { listAt } from '#core/base/lists/lists.ts';
import { roundToMicroseconds } from '#core/calls/moment.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { Entry, EntryReader, Result } from './entry.ts';

/** Takes the first of some places that still waits. */
function take(places: number[] = [], isOpen = (_: number): boolean => true): number | undefined {
  let place = places.shift();
  while (place !== undefined && !isOpen(place)) place = places.shift();
  return place;
}

/** The results of all calls that wait, where one list has them in their order. */
function eachOf({ of, output = null }: Result, count: number): readonly JsonValue[] | undefined {
  const isEach = of === undefined && count > 1 && isJsonList(output) && output.length === count;
  return isEach && !output.some((item) => hasKey(item, 'type')) ? output : undefined;
}

/**
 * Gives each call what came of it. A result belongs to the call with its id; without ids, to the
 * first call of its tool that has none yet; where it names neither, to the first call that waits,
 * and that is noted.
 * @returns the entries without results; one that no call waits for is something unread
 */
export function pairResults(entries: readonly Entry[], out: EntryReader): readonly Entry[] {
  if (entries.every(({ kind }) => kind !== 'result')) return entries;
  const paired = [...entries];
  const orphans = new Set<number>();
  const open = new Set<number>();
  const isOpen = (place: number): boolean => open.has(place);
  const byId = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  // a result may be before its call
  const early = new Map<string, number[]>();
  // calls that have their results with them: what comes under their ids repeats them
  const answered = new Set<string>();
  for (let place = 0; place < entries.length; place++) {
    const entry = entries[place] as Entry;
    if (entry.kind === 'end') {
      // what another run returns is no answer to these calls, unless it has their id
      byName.clear();
      open.clear();
    } else if (entry.kind === 'call') {
      const { id, name, output } = entry.call;
      if (output !== undefined) {
        if (id !== undefined) answered.add(id);
        continue;
      }
      const known = id === undefined ? undefined : take(early.get(id));
      if (known === undefined) {
        open.add(place);
        if (id !== undefined) listAt(byId, id).push(place);
        listAt(byName, name).push(place);
        continue;
      }
      orphans.delete(known);
      give(place, entries[known] as Result);
    } else if (entry.kind === 'result') {
      const each = eachOf(entry, open.size);
      if (each) {
        for (const [at, call] of [...open].entries()) give(call, { ...entry, output: each[at] });
        open.clear();
        continue;
      }
      const isEmpty = entry.output === undefined && entry.error === undefined;
      if (entry.of !== undefined && (isEmpty || answered.has(entry.of))) continue;
      const found = findCall(entry);
      if (found !== undefined) {
        open.delete(found);
        give(found, entry);
      } else {
        orphans.add(place);
        if (entry.of !== undefined) listAt(early, entry.of).push(place);
      }
    }
  }
  for (const place of orphans) paired[place] = { kind: 'unread', type: 'result' };
  return paired.filter(({ kind }) => kind !== 'result');

  function findCall({ of }: Result): number | undefined {
    if (of === undefined) return firstWaiting(() => true);
    const own = take(byId.get(of), isUnanswered);
    if (own !== undefined) return own;
    const others = byName.get(of) ?? [];
    const first = take(others, isOpen);
    if (first !== undefined && others.some(isOpen)) out.note('results_by_order', of);
    // an id that no call has is no better than none
    return first ?? firstWaiting(({ id }) => id === undefined);
  }

  function firstWaiting(isFit: (call: FoundCall) => boolean): number | undefined {
    for (const place of open) {
      const entry = paired[place];
      if (entry?.kind !== 'call' || !isFit(entry.call)) continue;
      out.note('results_by_order', entry.call.name);
      return place;
    }
    return undefined;
  }

  function isUnanswered(place: number): boolean {
    const entry = paired[place];
    return entry?.kind === 'call' && entry === entries[place];
  }

  function give(place: number, { output, error, endMs, record }: Result): void {
    const entry = paired[place];
    if (entry?.kind !== 'call') return;
    const { call } = entry;
    const startMs = call.record?.startMs;
    const isTimed = startMs !== undefined && endMs !== undefined && endMs >= startMs;
    const took = isTimed ? { durationMs: roundToMicroseconds(endMs - startMs) } : {};
    const given: { -readonly [K in keyof FoundCall]: FoundCall[K] } = { ...call };
    if (output !== undefined) given.output = output;
    if (error !== undefined) given.error ??= error;
    if (record ?? isTimed) given.record = { ...took, ...record, ...call.record };
    paired[place] = { kind: 'call', call: given };
  }
}
