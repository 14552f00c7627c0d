import { describe, expect, onTestFinished, vi } from 'vitest';
import { EXACT } from '../../../tests/support/build.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { SAMPLES } from '#samples/registry.ts';
import {
  fillDisk,
  loseConnection,
  readRaw,
  useFreshDatabases,
  watchConnections,
} from '../../../tests/fixtures/storage/database-faults.ts';
import {
  it,
  loadPage,
  openApp,
  openOtherTab,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownRows,
} from '../../../tests/support/open-app.ts';
import { csv, jsonl, row, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openFiles } from '#features/data/open-files.ts';
import { start } from '#app/start.ts';

const HOME = SAMPLES[0]!.title;
/** Few rows of many bytes: a file is stored in chunks of one, two and then more megabytes. */
const LARGE = jsonl(
  Array.from({ length: 34 }, (_, at) =>
    row(`big-${String(at)}`, 'a', 'a', { prompt: 'x'.repeat(100_000) }),
  ),
);

const names = (app: AppState) => app.library.list.map(({ name }) => name);
const told = (app: AppState) => app.notices.banners.map(({ title }) => title);

/** Opens text as a file; it may not come to be stored. */
function open(app: AppState, name: string, text: string): Promise<void> {
  return openFiles(app, [new File([text], name)]);
}

async function expectHome(app: AppState): Promise<void> {
  const run = app.library.list.find(({ name }) => name === HOME);
  expect(await app.workspace.openRun(run?.id ?? '')).toBe(true);
  expect(runOf(app).columns.rowCount).toBe(18);
  expect(
    ['in_order_match', 'precision', 'recall'].map((id) => scoresOf(app, `trajectory_${id}`)[4]),
  ).toEqual([0, 0.8, 2 / 3]);
}

describe('a disk that is full', () => {
  it.for([
    ['before the source', 'runs', 1],
    ['at the source', 'sources', 1],
    ['at the first chunk', 'chunks', 1],
    ['at a later chunk', 'chunks', 3],
    ['at the end of the run', 'runs', 2],
  ] as const)(
    '%s leaves the run open and the older runs whole, and is told',
    async ([, store, nth], { app }) => {
      const free = fillDisk('commit', nth, store);
      await open(app, 'large.jsonl', LARGE);
      await eventually(() => expect(told(app)).toEqual(['Storage is full.']));
      const { columns, record } = runOf(app);
      expect(columns.rowCount).toBe(34);
      expect(record.state).toBe('running');
      expect((await shownRows(app))[0]?.id).toBe('big-0');
      expect(names(app)).toEqual([HOME]);
      await expectHome(app);
      expect(told(app)).toEqual(['Storage is full.']);

      free();
      const again = await reopenApp();
      expect(runOf(again).columns.rowCount).toBe(18);
      expect(names(again)).toEqual([HOME]);
      await openRows(again, THREE_ROWS, 'three.jsonl');
      expect(names(again)).toEqual(['three', HOME]);
      expect(told(again)).toEqual([]);
      // nothing is left of the run that found no room
      expect(await readRaw('runs')).toHaveLength(2);
      expect(await readRaw('sources')).toHaveLength(2);
      expect(await readRaw('chunks')).toHaveLength(2);
    },
  );

  it('does not cost the run whose columns are changed', async ({ app }) => {
    await openRows(app, THREE_ROWS, 'mine.jsonl');
    fillDisk('commit');
    await app.workspace.setRole('prompt', 'id');
    await eventually(() => expect(told(app)).toEqual(['Storage is full.']));
    expect(runOf(app).record.roles.prompt).toBe('id');
    expect(names(app)).toEqual(['mine', HOME]);
  });
});

describe('without storage', () => {
  it('scoring works, and it is said what that means', async () => {
    await openApp();
    vi.stubGlobal('indexedDB', undefined);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const app = loadPage();
    await start(app);
    await open(app, 'three.jsonl', jsonl(THREE_ROWS));
    expect(scoresOf(app, EXACT)).toEqual([1, 0, 0]);
    expect(names(app)).toEqual([]);
    await eventually(() =>
      expect(app.notices.banners).toMatchObject([
        {
          title: 'This browser does not let the page store anything.',
          text: expect.stringContaining('Scoring works') as unknown,
        },
      ]),
    );
  });

  it('goes on when the stored data are cleared under it', async ({ app }) => {
    app.store.close();
    const connections = watchConnections();
    await app.library.refresh();
    useFreshDatabases();
    loseConnection(connections[0]!);
    await eventually(() =>
      expect(told(app)).toEqual([
        'The stored runs were removed or the connection to them was lost.',
      ]),
    );
    app.view.select(3);
    await eventually(() => expect(app.view.detail?.prompt).toContain('Film night!'));
    await openRows(app, THREE_ROWS, 'three.jsonl');
    expect(runOf(app).record.state).toBe('complete');
    expect(names(app)).toEqual(['three']);
  });
});

describe('two tabs', () => {
  it('keep the runs of both, scored at once', async ({ app }) => {
    const other = await openOtherTab();
    await Promise.all([
      open(app, 'three.jsonl', jsonl(THREE_ROWS)),
      open(other, 'other.jsonl', jsonl(THREE_ROWS)),
    ]);
    for (const tab of [app, other]) {
      await settled(tab);
      await tab.library.refresh();
      expect(names(tab).toSorted()).toEqual([HOME, 'other', 'three']);
      expect(scoresOf(tab, EXACT)).toEqual([1, 0, 0]);
    }
  });
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
