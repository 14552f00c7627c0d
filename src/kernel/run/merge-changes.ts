import { codesOf, withCodes, type Reviews } from '#core/score/review/review.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a person changes of a run that is scored. */
export type Changeable = Pick<RunRecord, 'name' | 'settings' | 'errorAnalysis'>;

/** Lists that are merged item by item: the key of an item, and what it is before anybody fills it in. */
const LISTS: Readonly<Record<string, { readonly key: string; readonly blank: Fields }>> = {
  marks: {
    key: 'row',
    blank: { step: null, tool: '', code: '', furtherCodes: undefined, note: '' },
  },
  codes: { key: 'name', blank: { description: '' } },
  judges: { key: 'id', blank: {} },
  custom: { key: 'name', blank: {} },
  rules: { key: 'text', blank: {} },
};

/**
 * Merges what a person has changed of a run into a version of it that others have changed: each
 * field, and each row, has what was changed last of it.
 */
export function mergeChanges(base: Changeable, changed: Changeable, other: Changeable): Changeable {
  const picked = [base, changed, other].map(pick) as [Fields, Fields, Fields];
  const { errorAnalysis, ...merged } = mergeDeep(...picked) as unknown as Changeable;
  return { ...merged, ...(errorAnalysis && { errorAnalysis: withAllCodes(errorAnalysis) }) };
}

/** Whether a person has changed nothing between two versions of a run. */
export function isUnchanged(a: Changeable, b: Changeable): boolean {
  return isSame(pick(a), pick(b));
}

function pick({ name, settings, errorAnalysis }: Changeable): Fields {
  return { name, settings, ...(errorAnalysis && { errorAnalysis }) };
}

/** One may have renamed a code while the other gave it to a row. */
function withAllCodes(analysis: Reviews): Reviews {
  const given = analysis.marks.flatMap(codesOf);
  return withCodes(
    analysis,
    [...new Set(given)].map((name) => ({ name, description: '' })),
  );
}

function mergeDeep(base: Fields, changed: Fields, other: Fields): Fields {
  const merged = new Map(Object.entries(other));
  for (const name of new Set([...Object.keys(base), ...Object.keys(changed)])) {
    const [was, now, theirs] = [base[name], changed[name], other[name]];
    if (isSame(was, now)) continue;
    const value = isSame(was, theirs) ? now : mergeValue(name, was, now, theirs);
    if (value === undefined) merged.delete(name);
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

function mergeValue(name: string, was: unknown, now: unknown, theirs: unknown): unknown {
  const list = LISTS[name];
  if (list) return mergeList(list, itemsOf(was), itemsOf(now), itemsOf(theirs));
  return isFields(now) && isFields(theirs) ? mergeDeep(isFields(was) ? was : {}, now, theirs) : now;
}

function mergeList(
  { key, blank }: (typeof LISTS)[string],
  base: readonly Fields[],
  changed: readonly Fields[],
  other: readonly Fields[],
): readonly Fields[] {
  const byKey = (items: readonly Fields[]) => new Map(items.map((item) => [item[key], item]));
  const [was, now, theirs] = [byKey(base), byKey(changed), byKey(other)];
  return [...new Set([...theirs.keys(), ...now.keys()])].flatMap((id): readonly Fields[] => {
    const [before, mine, their] = [was.get(id), now.get(id), theirs.get(id)];
    if (isSame(before, mine)) return their ? [their] : [];
    if (!their) return mine ? [mine] : [];
    // of a verdict there is no blank: a review without one passes, or fails for its code
    const unfilled = { ...mine, ...blank, verdict: undefined };
    if (mine) return [mergeDeep(before ?? unfilled, mine, their)];
    // what one takes away and the other fills in stays, with what the other has filled in
    return isSame(before, their) || !before
      ? []
      : [mergeDeep(before, { ...before, ...blank }, their)];
  });
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(a: unknown, b: unknown): boolean {
  return isJsonEqual((a ?? null) as JsonValue, (b ?? null) as JsonValue);
}
