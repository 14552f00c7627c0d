import { codesOf, withCodes, type Reviews } from '#core/score/review/review.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { keepDigest } from '#core/explain/summary/digest.ts';
import { listColumns } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { annotationsOf, isUnsaved, type OpenRun } from './open-run.ts';
import { annotationScores, withAnnotations } from '#core/score/review/annotation-columns.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import { sliceScores } from '#core/score/columns/pack-columns.ts';
import { isAnnotationColumn } from '#core/score/rated-metrics/rating-metric.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import { ifStored } from '#kernel/storage/connection.ts';
import { mergeSettings } from './dataset-settings.ts';
import type { Library } from './library.svelte.ts';
import type { OpenRunStore } from './open-run-store.svelte.ts';

interface Services {
  readonly stored: RunStore;
  readonly onSaved: () => Promise<void>;
}

/**
 * Stores what has changed of a run, unless it is not stored itself: only what was changed here, in
 * the record as it is by then. Changes of other tabs are kept.
 */
export async function saveChanges(
  runs: OpenRunStore,
  { stored, onSaved }: Services,
  before: OpenRun,
  id: string,
): Promise<void> {
  const run = runs.get(id);
  if (!run || isUnsaved(run.record) || run.record.state === 'running') return;
  const storedId = run.record.id;
  const synced = (): RunRecord => runs.syncedOf(run.record);
  if (run.columns === before.columns && isUnchanged(synced(), run.record)) return;
  let written: RunRecord | undefined;
  const change = (record: RunRecord): RunRecord => {
    const newest = runs.get(id) ?? run;
    const merged = mergeChanges(synced(), newest.record, record);
    // means of what others have changed as well are stored once they are computed
    const fields = isUnchanged(merged, newest.record) ? changeableFields(newest) : {};
    written = { ...record, ...fields, ...merged };
    return written;
  };
  const changed = changedScores(before.columns, run.columns).map(({ id: columnId }) => columnId);
  if (changed.length > 0 && run.record.state === 'complete') {
    const putting = stored.putScores(storedId, (known) => {
      const record = change(known);
      const scores = (runs.get(id) ?? run).columns.scores.filter((one) => changed.includes(one.id));
      return { record, replace: (columns, from) => putIn(columns, from, scores, record) };
    });
    await ifStored(putting);
  } else await ifStored(stored.change(storedId, change));
  const isAll = !written || !(await follow(runs, written));
  await onSaved();
  const now = runs.get(id);
  if (!isAll && now) await saveChanges(runs, { stored, onSaved }, before, id);
}

/**
 * Takes a run for the one it was stored as, with what was changed of it meanwhile, which is stored
 * then. An older run may be all that it is.
 */
export async function takeStored(
  runs: OpenRunStore,
  run: OpenRun,
  stored: RunRecord,
): Promise<void> {
  const { id } = run.record;
  runs.synced.set(stored.id, stored);
  runs.update(id, (now) => {
    // other settings have scored the same rows again meanwhile: that run is stored next
    if (now.record.id !== id) return now;
    const record = { ...now.record, state: stored.state };
    const fields = changeableFields({ ...now, record });
    return { ...now, record: { ...stored, ...fields }, said: undefined };
  });
  if (stored.id !== id) runs.succeed(id, stored.id);
  await runs.saveSince(run, stored.id);
}

/**
 * Stores the open run, which came from outside.
 * @returns whether it could be stored
 */
export async function storeOpen(
  runs: OpenRunStore,
  library: Library,
  run: OpenRun,
): Promise<boolean> {
  const release = runs.hold(run.record.id);
  try {
    const stored = await library.keep(run);
    if (stored) await takeStored(runs, run, stored);
    return stored !== undefined;
  } finally {
    release();
  }
}

function putIn(
  columns: ScoredColumns,
  from: number,
  scores: readonly ScoreValues[],
  { settings }: RunRecord,
): ScoredColumns {
  const to = from + columns.rowCount;
  return withColumns(
    columns,
    scores.map((one) => sliceScores(one, from, to)),
    settings,
  );
}

/**
 * Applies what other tabs have changed of a run.
 * @param stored its rows as they are stored, where scores are others
 */
export async function follow(
  runs: OpenRunStore,
  record: RunRecord,
  stored?: ScoredColumns,
): Promise<boolean> {
  const { id } = record;
  const now = runs.get(id);
  if (now?.record.id !== id) return false;
  const merged = mergeChanges(runs.syncedOf(now.record), now.record, record);
  runs.synced.set(id, record);
  if (!stored && isUnchanged(merged, now.record)) return false;
  runs.update(id, (run) => ({
    ...run,
    record: { ...run.record, ...merged },
    columns: withStored(run, merged, stored),
  }));
  await runs.refresh(id);
  return true;
}

function withStored(
  run: OpenRun,
  { settings, ...given }: Pick<RunRecord, 'settings' | 'errorAnalysis'>,
  stored: ScoredColumns | undefined,
): ScoredColumns {
  // rows that are still being scored get what a person says at the end
  if (run.isGrowing) return run.columns;
  const scores = stored?.rowCount === run.columns.rowCount ? stored.scores : [];
  const computed = scores.filter((one) => !isAnnotationColumn(one));
  const columns = computed.length > 0 ? withColumns(run.columns, computed, settings) : run.columns;
  return withAnnotations(columns, given);
}

/**
 * Orders score columns by the settings, what a person says last.
 * @param changed columns that replace those with their id, or are new
 */
export function withColumns(
  columns: ScoredColumns,
  changed: readonly ScoreValues[],
  settings: MetricSettings,
): ScoredColumns {
  const byId = new Map([...columns.scores, ...changed].map((scores) => [scores.id, scores]));
  const computed = listColumns(settings).flatMap(({ id }) => byId.get(id) ?? []);
  return { ...columns, scores: [...computed, ...annotationScores(columns)] };
}

/** The score columns, without those a person gives, that differ between two versions of a run. */
function changedScores(before: ScoredColumns, after: ScoredColumns): ScoreValues[] {
  if (before === after) return [];
  return after.scores.filter(
    (scores) => !before.scores.includes(scores) && !isAnnotationColumn(scores),
  );
}

/**
 * Brings what a person or a judge has changed of a run into another version of it, which was begun
 * before these changes: name, settings, reviews and judged scores.
 * @returns the other version with the changes; its digest is that of `next`
 */
export function withChangesSince(base: OpenRun, current: OpenRun, next: OpenRun): OpenRun {
  const [before, now] = [base.record, current.record];
  const settings = mergeSettings(before.settings, now.settings, next.record.settings);
  const name = now.name === before.name ? next.record.name : now.name;
  const isReviewed = now.errorAnalysis !== before.errorAnalysis;
  const { errorAnalysis } = isReviewed ? now : next.record;
  const judged = changedScores(base.columns, current.columns).filter(
    ({ values }) => values.length === next.columns.rowCount,
  );
  let { columns } = next;
  if (judged.length > 0) columns = withColumns(columns, judged, settings);
  // rows that are still being scored get them at the end
  if (isReviewed && !next.isGrowing) columns = withAnnotations(columns, { errorAnalysis });
  // what the worker keeps under the same key lacks these scores
  const revision = Math.max(next.revision ?? 0, current.revision ?? 0) + 1;
  return {
    ...next,
    ...(columns !== next.columns && { columns, revision }),
    record: { ...next.record, name, settings, ...(errorAnalysis && { errorAnalysis }) },
  };
}

/** What is stored of a run that can change once it is scored. */
function changeableFields(run: OpenRun): Changeable & Partial<RunRecord> {
  const { name, settings, state } = run.record;
  return {
    name,
    settings,
    ...annotationsOf(run.record),
    ...(state === 'complete' && keepDigest(run, run.columns.rowCount)),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** What a person changes of a run that is scored. */
type Changeable = Pick<RunRecord, 'name' | 'settings' | 'errorAnalysis'>;

/** Lists that are merged item by item: what tells items apart, and an item before anybody fills it in. */
const LISTS: Readonly<
  Record<string, { readonly keys: readonly string[]; readonly blank: Fields }>
> = {
  marks: {
    keys: ['row'],
    blank: { step: null, tool: '', code: '', furtherCodes: undefined, note: '' },
  },
  codes: { keys: ['name'], blank: { description: '' } },
  judges: { keys: ['id', 'model'], blank: {} },
  custom: { keys: ['name'], blank: {} },
  rules: { keys: ['text'], blank: {} },
};

/**
 * Merges what a person has changed of a run into a version of it that others have changed: each
 * field, and each row, has what was changed last of it.
 */
function mergeChanges(base: Changeable, changed: Changeable, other: Changeable): Changeable {
  const picked = [base, changed, other].map(pick) as [Fields, Fields, Fields];
  const { errorAnalysis, ...merged } = mergeDeep(...picked) as unknown as Changeable;
  return { ...merged, ...(errorAnalysis && { errorAnalysis: withAllCodes(errorAnalysis) }) };
}

/** Whether a person has changed nothing between two versions of a run. */
function isUnchanged(a: Changeable, b: Changeable): boolean {
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
  { keys, blank }: (typeof LISTS)[string],
  base: readonly Fields[],
  changed: readonly Fields[],
  other: readonly Fields[],
): readonly Fields[] {
  const keyOf = (item: Fields): string => JSON.stringify(keys.map((key) => item[key]));
  const byKey = (items: readonly Fields[]) => new Map(items.map((item) => [keyOf(item), item]));
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
