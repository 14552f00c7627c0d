import { expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { holdUp } from '../../tests/support/gate.ts';
import { loadPage, openFile, settled, shownIds } from '../../tests/support/open-app.ts';
import { useFreshDatabases } from '../../tests/fixtures/storage/database-faults.ts';
import { THREE_ROWS, jsonl } from '../../tests/e2e/rows.ts';
import { watchFaults } from '#kernel/faults.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import { SAMPLES } from '#samples/registry.ts';
import { start } from './start.ts';

it('waits on a first visit for no store, and opens the work left on the next', async () => {
  useFreshDatabases();
  const app = loadPage();
  const listing = holdUp(app.library, 'refresh');
  const started = start(app);
  await eventually(() => expect(app.workspace.run?.columns.rowCount).toBe(18));
  listing.open();
  await started;
  await openFile(app, 'rows.jsonl', jsonl(THREE_ROWS));
  await settled(app);
  await app.workspace.saveNow();
  const again = loadPage();
  await start(again);
  expect(await shownIds(again)).toEqual(['r-same', 'r-swapped', 'r-extra']);
});

it('says so when nothing can be shown at first, and opens what a person opens then', async () => {
  useFreshDatabases();
  const app = loadPage();
  const stop = watchFaults(app.notices);
  const missing = new TypeError('Failed to fetch dynamically imported module: sample.js');
  vi.spyOn(SAMPLES[0]!, 'load').mockRejectedValue(missing);
  await start(app);
  await eventually(() => expect(app.notices.banners.map(({ id }) => id)).toEqual(['missing']));
  expect(app.isStarting).toBe(false);
  expect(app.workspace.phase).toEqual({ kind: 'empty' });
  expect(app.workspace.progress).toBeUndefined();
  await openFile(app, 'rows.jsonl', jsonl(THREE_ROWS));
  expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
  stop();
});

it('opens the drawer again, once, out of which the network was switched on', async () => {
  useFreshDatabases();
  sessionStorage.setItem('trajectory-playground:drawer', 'judge');
  for (const isOpen of [true, undefined]) {
    const app = loadPage();
    await start(app);
    expect(resultsOf(app).drawers.judge).toBe(isOpen);
  }
});
