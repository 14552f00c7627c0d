import { beforeEach, expect, it } from 'vitest';
import { keepDigest } from '#core/explain/summary/digest.ts';
import { setThreshold } from '#features/metrics/thresholds.ts';
import { openFiles } from '#features/data/open-files.ts';
import { jsonl, row, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { putRaw, readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { PRECISION } from '../../../tests/support/build.ts';
import { loadPage, openApp, openRows, runOf, settled } from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { resumeWork } from '#app/start.ts';
import { rowCountOf } from './open-run.ts';

const ROWS = 4000;
/** Several slices of lines, so several chunks of the store. */
const LARGE = jsonl(
  Array.from({ length: ROWS }, (_, at) =>
    row(`r-${String(at)}`, 'ab', at % 2 === 0 ? 'ab' : 'ba', { filler: 'x'.repeat(1000) }),
  ),
);

let stored: AppState;
beforeEach(async () => {
  stored = await openApp();
  await openFiles(stored, [new File([LARGE], 'large.jsonl')]);
  await settled(stored);
  const run = runOf(stored);
  expect(run.record.chunkCount).toBeGreaterThan(1);
  // as of a run of so many rows that it keeps what is said of them
  const kept = keepDigest(run, 1_000_000);
  await stored.library.store.change(run.record.id, (record) => ({ ...record, ...kept }));
  await stored.workspace.saveNow();
});

/** Opens the page again, up to the moment at which the first rows are shown. */
async function showFirstRows(): Promise<{ app: AppState; resumed: Promise<boolean> }> {
  const app = loadPage();
  await app.library.refresh();
  const resumed = resumeWork(app.workspace, app.drafts, '');
  await until(() => app.workspace.run !== undefined);
  return { app, resumed };
}

it('are shown with all that is said of the run while the others are read', async () => {
  const whole = runOf(stored);
  const { app, resumed } = await showFirstRows();
  const head = runOf(app);
  expect(head.isGrowing).toBe(true);
  expect(head.columns.rowCount).toBeLessThan(ROWS);
  expect(rowCountOf(head)).toBe(ROWS);
  expect(head.summary).toEqual(whole.summary);
  expect(head.headline).toEqual(whole.headline);
  app.view.select(3);
  expect(await resumed).toBe(true);
  const now = runOf(app);
  expect(now.key).toBe(head.key);
  expect(now.isGrowing).toBeUndefined();
  expect(now.record.state).toBe('complete');
  expect(now.columns.scores.map(({ values }) => values)).toEqual(
    whole.columns.scores.map(({ values }) => values),
  );
  expect(app.view.rows).toHaveLength(ROWS);
  expect(app.view.selected).toBe(3);
});

it('keep what a person changes meanwhile', async () => {
  const { app, resumed } = await showFirstRows();
  const changing = setThreshold(app, PRECISION, 0.5);
  await Promise.all([resumed, changing]);
  expect(runOf(app).record.settings.thresholds).toEqual({ [PRECISION]: 0.5 });
  expect(runOf(app).columns.rowCount).toBe(ROWS);
  const again = loadPage();
  await again.library.refresh();
  await resumeWork(again.workspace, again.drafts, '');
  expect(runOf(again).record.settings.thresholds).toEqual({ [PRECISION]: 0.5 });
});

it('stay behind what a person opens meanwhile', async () => {
  const { app, resumed } = await showFirstRows();
  const opening = openRows(app, THREE_ROWS);
  expect(await resumed).toBe(false);
  await opening;
  expect(runOf(app).columns.rowCount).toBe(THREE_ROWS.length);
});

it('go where the rest cannot be read, which is said', async () => {
  const [, second] = await readRaw('chunks');
  await putRaw('chunks', { ...(second as object), columns: 'damaged' });
  const app = loadPage();
  await app.library.refresh();
  expect(await resumeWork(app.workspace, app.drafts, '')).toBe(false);
  expect(app.workspace.run).toBeUndefined();
  expect(app.workspace.phase).toEqual({ kind: 'empty' });
  const titles = (): string[] => app.notices.banners.map(({ title }) => title);
  await eventually(() => expect(titles()).toContain('This run could not be opened.'));
});

it('do not take the place of a run that is open', async () => {
  const { id } = runOf(stored).record;
  await openRows(stored, THREE_ROWS);
  const opening = stored.workspace.openRun(id);
  await until(() => stored.workspace.run?.record.id === id);
  expect(runOf(stored).columns.rowCount).toBe(ROWS);
  expect(await opening).toBe(true);
});
