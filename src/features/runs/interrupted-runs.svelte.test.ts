import { expect, vi } from 'vitest';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { StoredChunk } from '#kernel/storage/read-records.ts';
import { SAMPLES } from '#samples/registry.ts';
import { putRaw, readRaw, removeRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { meansOf } from '../../../tests/support/four-rows.ts';
import {
  it,
  openApp,
  openFile,
  reopenApp,
  runOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import { csv, jsonl, row } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';

const HOME = SAMPLES[0]!.title;
const statesOf = (app: AppState) => app.library.list.map(({ name, state }) => [name, state]);

/** Large enough to be scored in several parts. */
const ROWS = Array.from({ length: 2500 }, (_, at) =>
  row(`r-${at}`, 'a', 'a', { prompt: `${at} ${'x'.repeat(2000)}` }),
);

/** Makes the one run that is no sample's look as if the page had gone away amid its last part. */
async function interruptRun(): Promise<RunRecord> {
  const runs = (await readRaw('runs')) as RunRecord[];
  const run = runs.find(({ sampleId }) => sampleId === '')!;
  const sample = runs.find(({ sampleId }) => sampleId !== '');
  // the work left is what was open when the last run was whole
  const [draft] = await readRaw('drafts');
  await putRaw('drafts', { ...(draft as object), runId: sample?.id, text: null });
  expect(run.chunkCount).toBeGreaterThan(2);
  await putRaw('runs', { ...run, state: 'running', rowCount: 0, chunkCount: 0, summary: [] });
  await removeRaw('chunks', [run.id, run.chunkCount - 1]);
  return run;
}

/** How many rows of a run are stored. */
async function storedRows(id: string): Promise<number> {
  const chunks = (await readRaw('chunks')) as StoredChunk[];
  const own = chunks.filter(({ runId }) => runId === id);
  return own.reduce((sum, { columns }) => sum + columns.rowCount, 0);
}

/** Leaves the database as a crash does; the run as it was before. */
async function crash(name = 'large.jsonl', text = jsonl(ROWS)): Promise<RunRecord> {
  const before = await openApp();
  await openFile(before, name, text);
  before.store.close();
  return interruptRun();
}

it('lists a run whose page went away as interrupted, and shows the rows stored of it', async () => {
  const { id } = await crash();
  const app = await reopenApp();
  expect(statesOf(app)).toEqual([
    ['large', 'interrupted'],
    [HOME, 'complete'],
  ]);
  await app.workspace.openRun(id);
  const { rowCount } = runOf(app).columns;
  expect(rowCount).toBe(await storedRows(id));
  expect(rowCount).toBeGreaterThan(0);
  expect(rowCount).toBeLessThan(ROWS.length);
  expect(await shownIds(app)).toEqual(ROWS.slice(0, rowCount).map((one) => one.id));
});

it.each([
  // the last part, and none of those before
  ['lines', 'large.jsonl', jsonl(ROWS), 1],
  ['a list', 'large.json', JSON.stringify(ROWS), 2],
  // its rows are stored at the end: it is scored again from its start
  ['a table', 'large.csv', csv(ROWS), 5],
])('goes on with %s where it stopped', async (_, name, text, most) => {
  const { id } = await crash(name, text);
  const app = await reopenApp();
  const scoring = vi.spyOn(app.pool, 'run');
  await app.workspace.resumeRun(id);
  await settled(app);
  expect(scoring.mock.calls.length).toBeLessThanOrEqual(most);
  expect(runOf(app).record).toMatchObject({ id, state: 'complete', rowCount: ROWS.length });
  expect(meansOf(app)['trajectory_exact_match']).toBe(1);
  expect(await storedRows(id)).toBe(ROWS.length);
  const again = await reopenApp();
  expect(runOf(again).record.id).toBe(id);
  expect(await shownIds(again)).toEqual(ROWS.map((one) => one.id));
});

it('can be stopped again: what was scored before stays under Runs', async () => {
  const { id } = await crash();
  const app = await reopenApp();
  const before = await storedRows(id);
  const resuming = app.workspace.resumeRun(id);
  await until(() => app.workspace.progress !== undefined);
  app.workspace.cancel();
  await resuming;
  await eventually(() =>
    expect(app.notices.toasts.map(({ text }) => text)).toEqual([
      'Cancelled. The rows scored so far are kept under Runs; resume there.',
    ]),
  );
  expect(app.library.find(id)?.state).toBe('interrupted');
  expect(await storedRows(id)).toBe(before);
});

it('is discarded as a run is deleted', async () => {
  const { id } = await crash();
  const app = await reopenApp();
  await app.library.remove(id);
  expect(statesOf(app)).toEqual([[HOME, 'complete']]);
  expect(await readRaw('chunks')).toHaveLength(1);
});

it('leaves nothing where no row of it was stored', async () => {
  const { id, chunkCount } = await crash();
  for (let index = 0; index < chunkCount; index++) await removeRaw('chunks', [id, index]);
  const app = await reopenApp();
  await eventually(async () => expect(await readRaw('runs')).toHaveLength(1));
  expect(statesOf(app)).toEqual([[HOME, 'complete']]);
  expect(await readRaw('chunks')).toHaveLength(1);
  expect(runOf(app).columns.rowCount).toBe(18);
});

it('scores nothing of a run that is whole', async ({ app }) => {
  const { id } = runOf(app).record;
  const scoring = vi.spyOn(app.pool, 'run');
  await app.workspace.resumeRun(id);
  await app.workspace.resumeRun('gone');
  expect(scoring).not.toHaveBeenCalled();
  expect(runOf(app).record.id).toBe(id);
});
