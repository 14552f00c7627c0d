import { expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { SAMPLES } from '#samples/registry.ts';
import {
  loseConnection,
  useFreshDatabases,
  watchConnections,
} from '../../../tests/fixtures/storage/database-faults.ts';
import { it, openRows, runOf, settled } from '../../../tests/support/open-app.ts';
import { csv, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openFiles } from '#features/data/open-files.ts';

const HOME = SAMPLES[0]!.title;

const names = (app: AppState) => app.library.list.map(({ name }) => name);
const told = (app: AppState) => app.notices.banners.map(({ title }) => title);

/** Opens text as a file; it may not come to be stored. */
function open(app: AppState, name: string, text: string): Promise<void> {
  return openFiles(app, [new File([text], name)]);
}

it('without storage goes on when the stored data are cleared under it', async ({ app }) => {
  app.store.close();
  const connections = watchConnections();
  await app.library.refresh();
  useFreshDatabases();
  loseConnection(connections[0]!);
  await eventually(() =>
    expect(told(app)).toEqual(['The stored runs were removed or the connection to them was lost.']),
  );
  app.view.select(3);
  await eventually(() => expect(app.view.detail?.prompt).toContain('Film night!'));
  await openRows(app, THREE_ROWS, 'three.jsonl');
  expect(runOf(app).record.state).toBe('complete');
  expect(names(app)).toEqual(['three']);
});

it('no row of a table is stored before its end, which alone makes rows of it', async ({ app }) => {
  const append = vi.spyOn(app.library.store, 'appendChunk');
  let endsAtPart: (() => void) | undefined;
  const put = vi
    .spyOn(app.library.store, 'putSource')
    .mockImplementation(() => new Promise((resolve) => (endsAtPart = () => resolve())));
  const opening = open(app, 'large.csv', csv(THREE_ROWS));
  await eventually(() => expect(put).toHaveBeenCalled());
  expect(append).not.toHaveBeenCalled();
  endsAtPart?.();
  await opening;
});

it('a run whose deletion is undone is stored again, and whoever deleted it hears of it', async ({
  app,
}) => {
  await settled(app);
  const onRestored = vi.fn();
  await app.library.remove(runOf(app).record.id, onRestored);
  expect(names(app)).toEqual([]);
  expect(onRestored).not.toHaveBeenCalled();
  app.notices.toasts.at(-1)?.action?.run();
  await eventually(() => expect(onRestored).toHaveBeenCalledOnce());
  expect(names(app)).toEqual([HOME]);
});
