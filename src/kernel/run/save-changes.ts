import { withGiven } from '#core/score/review/given-columns.ts';
import { sliceScores } from '#core/score/columns/slice-columns.ts';
import { isGivenColumn } from '#core/score/rated-metrics/rating-metric.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import { ifStored } from '#kernel/storage/storage-error.ts';
import { isUnchanged, mergeChanges } from './merge-changes.ts';
import { changeableFields, changedScores, withColumns } from './merge-run.ts';
import { isUnsaved, type OpenRun } from './open-run.ts';
import type { OpenRunStore } from './open-run-store.svelte.ts';

interface Services {
  readonly stored: RunStore;
  readonly onSaved: () => Promise<void>;
}

/**
 * Stores what has changed of a run, unless it is not stored itself: only what was changed here, in
 * the record as it is by then. What other tabs have changed of it is taken over.
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
 * Takes over what other tabs have changed of a run.
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
  const computed = scores.filter((one) => !isGivenColumn(one));
  const columns = computed.length > 0 ? withColumns(run.columns, computed, settings) : run.columns;
  return withGiven(columns, given);
}
