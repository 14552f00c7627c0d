import { expect, vi } from 'vitest';
import { treatTextAsNumbers } from '#features/metrics/matching/apply-rules.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { it, openRows, runOf, settled } from '../../../tests/support/open-app.ts';
import { readRaw } from '../../../tests/fixtures/storage/database-faults.ts';

const idsOf = (app: AppState) => app.library.list.map(({ id }) => id);

it('a file that is scored again as before is the run it was, with all that is changed of it', async ({
  app,
}) => {
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  const { id } = runOf(app).record;
  const before = idsOf(app);
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  expect(idsOf(app)).toEqual(before);
  expect(runOf(app).record.id).toBe(id);
  expect(await readRaw('chunks')).toHaveLength(2);
  expect(await readRaw('sources')).toHaveLength(2);
  await app.workspace.rename('Baseline');
  expect(app.library.find(id)?.name).toBe('Baseline');
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  expect(app.library.list).toHaveLength(3);
});

it('who writes to a run that is not stored a second time writes to the older one', async ({
  app,
}) => {
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  const { id } = runOf(app).record;
  const begin = vi.spyOn(app.library.store, 'begin');
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  const begunId = begin.mock.calls.at(-1)?.[0].id ?? '';
  expect(begunId).not.toBe(id);
  await app.workspace.runs.change(begunId, (run) => ({
    ...run,
    record: { ...run.record, name: 'Later' },
  }));
  expect(app.library.find(id)?.name).toBe('Later');
});

it('a run that differs in rules, name or data is another one', async ({ app }) => {
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  await openRows(app, THREE_ROWS, 'yours.jsonl');
  await openRows(app, THREE_ROWS.slice(1), 'mine.jsonl');
  await app.workspace.setSettings({ ...app.workspace.settings, duplicates: 'multiset' });
  await settled(app);
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  expect(app.library.list).toHaveLength(5);
});

it('rules that are set back lead back to the run before, which stays', async ({ app }) => {
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  const { id, settings } = runOf(app).record;
  app.workspace.keepRun();
  await app.workspace.setSettings({ ...settings, duplicates: 'multiset' });
  await settled(app);
  expect(app.library.list).toHaveLength(3);
  await app.workspace.setSettings(settings);
  await settled(app);
  await eventually(() => expect(app.library.list).toHaveLength(2));
  expect(runOf(app).record.id).toBe(id);
  await app.workspace.setSettings({ ...settings, duplicates: 'multiset' });
  await settled(app);
  await eventually(() => expect(app.library.list).toHaveLength(3));
  expect(app.library.find(id)).toBeDefined();
});

it('a rule that is tried on a sample twice leaves one run', async ({ app }) => {
  const { id } = runOf(app).record;
  for (let times = 0; times < 2; times++) {
    treatTextAsNumbers(app);
    await eventually(() => expect(runOf(app).record.id).not.toBe(id));
    await settled(app);
    app.notices.toasts.at(-1)?.action?.run();
    await eventually(() => expect(runOf(app).record.id).toBe(id));
    await settled(app);
  }
  expect(idsOf(app)).toHaveLength(2);
});

it.for([0, 5, 50])('a rule that is undone %s ms later is undone', async (ms, { app }) => {
  const { id, settings } = runOf(app).record;
  treatTextAsNumbers(app);
  await new Promise((resolve) => setTimeout(resolve, ms));
  app.notices.toasts.at(-1)?.action?.run();
  await eventually(() => expect(app.library.list.length).toBeGreaterThan(0));
  await settled(app);
  await eventually(() => {
    expect(runOf(app).record.id).toBe(id);
    expect(app.workspace.settings).toEqual(settings);
    expect(app.workspace.progress).toBeUndefined();
  });
});
