import { expect, it, vi } from 'vitest';
import type { RunRecord } from '#engine/run-file/records.ts';
import { DATABASE, type StoredChunk } from '#kernel/storage/schema.ts';
import { openRaw, putRaw, readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { meansOf } from '../../../tests/support/four-rows.ts';
import {
  openApp,
  openFile,
  openRows,
  reopenApp,
  runOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import { row } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';

const toasts = (app: AppState): string[] => app.notices.toasts.map(({ text }) => text);

/** Large enough to be scored in several parts. */
const ROWS = Array.from({ length: 2500 }, (_, at) =>
  row(`r-${at}`, 'a', 'a', { prompt: `${at} ${'x'.repeat(2000)}` }),
);

/** Makes the one run that is no sample's look as if the page had gone away amid its last part. */
async function interruptRun(): Promise<string> {
  const runs = (await readRaw('runs')) as RunRecord[];
  const run = runs.find(({ sampleId }) => sampleId === '');
  const sample = runs.find(({ sampleId }) => sampleId !== '');
  // the work left is what was open when the last run was whole
  const [draft] = await readRaw('drafts');
  await putRaw('drafts', { ...(draft as object), runId: sample?.id, text: null });
  const { id, chunkCount } = run!;
  expect(chunkCount).toBeGreaterThan(2);
  await putRaw('runs', { ...run, state: 'running', rowCount: 0, chunkCount: 0, summary: [] });
  const database = await openRaw(DATABASE.version);
  await new Promise<unknown>((resolve) => {
    const tx = database.transaction('chunks', 'readwrite');
    tx.objectStore('chunks').delete([id, chunkCount - 1]);
    tx.oncomplete = resolve;
  });
  database.close();
  return id;
}

/** How many rows of a run are stored. */
async function storedRows(id: string): Promise<number> {
  const chunks = (await readRaw('chunks')) as StoredChunk[];
  const own = chunks.filter(({ runId }) => runId === id);
  return own.reduce((sum, { columns }) => sum + columns.rowCount, 0);
}

async function reopenedAfterCrash(
  name = 'large.jsonl',
  text?: string,
): Promise<{ app: AppState; id: string }> {
  const before = await openApp();
  if (text === undefined) await openRows(before, ROWS, name);
  else await openFile(before, name, text);
  await settled(before);
  before.store.close();
  const id = await interruptRun();
  return { app: await reopenApp(), id };
}

it('lists a run whose page went away as interrupted, and shows the rows stored of it', async () => {
  const { app, id } = await reopenedAfterCrash();
  expect(app.library.list.map(({ name, state }) => [name, state])).toContainEqual([
    'large',
    'interrupted',
  ]);
  await app.workspace.openRun(id);
  const { rowCount } = runOf(app).columns;
  expect(rowCount).toBe(await storedRows(id));
  expect(rowCount).toBeGreaterThan(0);
  expect(rowCount).toBeLessThan(ROWS.length);
  expect(await shownIds(app)).toEqual(ROWS.slice(0, rowCount).map((one) => one.id));
});

it('goes on with it where it stopped', async () => {
  const { app, id } = await reopenedAfterCrash();
  const scoring = vi.spyOn(app.pool, 'run');
  await app.workspace.resumeRun(id);
  await settled(app);
  // the last part, and none of those before
  expect(scoring).toHaveBeenCalledTimes(1);
  expect(runOf(app).record).toMatchObject({ id, state: 'complete', rowCount: ROWS.length });
  expect(meansOf(app)['trajectory_exact_match']).toBe(1);
  expect(await storedRows(id)).toBe(ROWS.length);
  const again = await reopenApp();
  expect(runOf(again).record.id).toBe(id);
  expect(await shownIds(again)).toEqual(ROWS.map((one) => one.id));
});

const cells = ROWS.map((one) =>
  [one.id, one.prompt, one.predicted_trajectory, one.reference_trajectory]
    .map(
      (cell) =>
        `"${(typeof cell === 'string' ? cell : JSON.stringify(cell)).replaceAll('"', '""')}"`,
    )
    .join(','),
);

it.each([
  ['a list', 'large.json', JSON.stringify(ROWS), 2],
  // its rows are stored at the end: it is scored again from its start
  [
    'a table',
    'large.csv',
    `id,prompt,predicted_trajectory,reference_trajectory\n${cells.join('\n')}\n`,
    5,
  ],
])('goes on with %s, whose rows are not lines', async (_, name, text, most) => {
  const { app, id } = await reopenedAfterCrash(name, text);
  const scoring = vi.spyOn(app.pool, 'run');
  await app.workspace.resumeRun(id);
  await settled(app);
  expect(scoring.mock.calls.length).toBeLessThanOrEqual(most);
  expect(runOf(app).record).toMatchObject({ id, state: 'complete', rowCount: ROWS.length });
  expect(meansOf(app)['trajectory_exact_match']).toBe(1);
  expect(await storedRows(id)).toBe(ROWS.length);
  expect(await shownIds(await reopenApp())).toEqual(ROWS.map((one) => one.id));
});

it('can be stopped again: what was scored before stays under Runs', async () => {
  const { app, id } = await reopenedAfterCrash();
  const before = await storedRows(id);
  const resuming = app.workspace.resumeRun(id);
  await until(() => app.workspace.progress !== undefined);
  app.workspace.cancel();
  await resuming;
  await eventually(() =>
    expect(toasts(app)).toEqual([
      'Cancelled. The rows scored so far are kept under Runs; resume there.',
    ]),
  );
  expect(app.library.find(id)?.state).toBe('interrupted');
  expect(await storedRows(id)).toBe(before);
});

it('scores nothing of a run that is whole', async () => {
  const app = await openApp();
  const { id } = runOf(app).record;
  const scoring = vi.spyOn(app.pool, 'run');
  await app.workspace.resumeRun(id);
  await app.workspace.resumeRun('gone');
  expect(scoring).not.toHaveBeenCalled();
  expect(runOf(app).record.id).toBe(id);
});
