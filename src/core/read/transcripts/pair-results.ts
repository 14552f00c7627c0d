import type { EntryReader } from './entry.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { Entry, Result } from './entry.ts';

/** Places in a conversation that wait for something, by id or name, first come first served. */
class Waiting {
  readonly #places = new Map<string, number[]>();

  add(key: string, place: number): void {
    const known = this.#places.get(key);
    if (known) known.push(place);
    else this.#places.set(key, [place]);
  }

  /** Takes the first place under a key that still waits. */
  take(key: string, isOpen: (place: number) => boolean): number | undefined {
    const places = this.#places.get(key)?.filter(isOpen) ?? [];
    const place = places.shift();
    this.#places.set(key, places);
    return place;
  }

  count(key: string, isOpen: (place: number) => boolean): number {
    return this.#places.get(key)?.filter(isOpen).length ?? 0;
  }

  clear(): void {
    this.#places.clear();
  }
}

/**
 * Gives each call what came of it. A result belongs to the call with its id; without ids, to the
 * first call of its tool that has none yet; where it names neither, to the first call that waits,
 * and that is noted.
 * @returns the entries without results; one that no call waits for is something unread
 */
export function pairResults(entries: readonly Entry[], out: EntryReader): readonly Entry[] {
  const paired = [...entries];
  const orphans = new Set<number>();
  const open = new Set<number>();
  const isOpen = (place: number): boolean => open.has(place);
  const byId = new Waiting();
  const byName = new Waiting();
  // a result may stand before its call
  const early = new Waiting();
  const isEarly = new Set<number>();
  // calls that have their results with them: what comes under their ids tells them again
  const answered = new Set<string>();
  for (const [place, entry] of entries.entries()) {
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
      const known = id === undefined ? undefined : early.take(id, (at) => isEarly.has(at));
      if (known === undefined) {
        open.add(place);
        if (id !== undefined) byId.add(id, place);
        byName.add(name, place);
        continue;
      }
      isEarly.delete(known);
      orphans.delete(known);
      give(place, entries[known] as Result);
    } else if (entry.kind === 'result') {
      const isEmpty = entry.output === undefined && entry.error === undefined;
      if (entry.of !== undefined && (isEmpty || answered.has(entry.of))) continue;
      const found = findCall(entry);
      if (found !== undefined) {
        open.delete(found);
        give(found, entry);
      } else {
        orphans.add(place);
        if (entry.of === undefined) continue;
        isEarly.add(place);
        early.add(entry.of, place);
      }
    }
  }
  return paired.flatMap((entry, place): readonly Entry[] => {
    if (entry.kind !== 'result') return [entry];
    return orphans.has(place) ? [{ kind: 'unread', type: 'result' }] : [];
  });

  function findCall({ of }: Result): number | undefined {
    if (of === undefined) return firstWaiting(() => true);
    const own = byId.take(of, isUnanswered);
    if (own !== undefined) return own;
    const others = byName.count(of, isOpen);
    if (others > 1) out.note('results_by_order', of);
    // an id that no call has is no better than none
    return others > 0 ? byName.take(of, isOpen) : firstWaiting(({ id }) => id === undefined);
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
    // whole microseconds: both are numbers with a fraction
    const took = isTimed ? { durationMs: Math.round((endMs - startMs) * 1000) / 1000 } : {};
    const given: FoundCall = {
      ...call,
      ...(output !== undefined && { output }),
      ...(error !== undefined && { error }),
      ...((record ?? isTimed) && { record: { ...took, ...record, ...call.record } }),
    };
    paired[place] = { kind: 'call', call: given };
  }
}
