import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { SAMPLES } from '#samples/registry.ts';
import type { ChunkRecord, RunRecord } from '#engine/run-file/records.ts';
import {
  fillDisk,
  loseConnection,
  putRaw,
  readRaw,
  removeRaw,
  useFreshDatabases,
  watchConnections,
} from '../../../tests/fixtures/storage/database-faults.ts';
import {
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
import { jsonl, row, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openFiles } from '#features/data/load-data.svelte.ts';
import { start } from '#app/start.ts';

const HOME = SAMPLES[0]!.title;
const EXACT = 'trajectory_exact_match';
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
  it.each([
    ['before the source', 'runs', 1],
    ['at the source', 'sources', 1],
    ['at the first chunk', 'chunks', 1],
    ['at a later chunk', 'chunks', 3],
    ['at the end of the run', 'runs', 2],
  ] as const)(
    '%s leaves the run open and the older runs whole, and is told',
    async (_, store, nth) => {
      const app = await openApp();
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

  it('does not cost the run whose columns are changed', async () => {
    const app = await openApp();
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

  it('goes on when the stored data are cleared under it', async () => {
    const app = await openApp();
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
  it('keep the runs of both, scored at once', async () => {
    const app = await openApp();
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

describe('a page that went away amid scoring', () => {
  /** Leaves the database as a crash does, after two of the three chunks of a file were stored. */
  async function crash(): Promise<string> {
    const app = await openApp();
    const [work] = await readRaw('drafts');
    const begin = vi.spyOn(app.library.store, 'begin');
    await open(app, 'large.jsonl', LARGE);
    await settled(app);
    const [begun] = begin.mock.calls.at(-1) ?? [];
    if (!begun) throw new Error('nothing was stored');
    expect(begun).toMatchObject({ state: 'running', rowCount: 0 });
    const chunks = (await readRaw('chunks')) as ChunkRecord[];
    expect(chunks.filter(({ runId }) => runId === begun.id)).toHaveLength(3);
    await removeRaw('chunks', [begun.id, 2]);
    await putRaw('runs', begun);
    // the work in hand is saved once a run is whole
    await putRaw('drafts', work);
    return begun.id;
  }

  it('keeps the older runs and the rows that were stored of the new one', async () => {
    const id = await crash();
    const app = await reopenApp();
    await eventually(() => expect(app.library.find(id)?.state).toBe('interrupted'));
    expect(names(app)).toEqual(['large', HOME]);
    await app.workspace.openRun(id);
    const { rowCount } = runOf(app).columns;
    expect(rowCount).toBeGreaterThan(0);
    expect(rowCount).toBeLessThan(34);
    expect((await shownRows(app))[0]?.id).toBe('big-0');
    await expectHome(app);
  });

  it('is gone on with where it stopped', async () => {
    const id = await crash();
    const app = await reopenApp();
    await eventually(() => expect(app.library.find(id)?.state).toBe('interrupted'));
    const append = vi.spyOn(app.library.store, 'appendChunk');
    await app.workspace.resumeRun(id);
    await settled(app);
    expect(append.mock.calls.map(([runId, index]) => [runId, index])).toEqual([[id, 2]]);
    expect(scoresOf(app, EXACT)).toEqual(Array.from({ length: 34 }, () => 1));
    expect(app.library.find(id)).toMatchObject({ state: 'complete', rowCount: 34 });
    const again = await reopenApp();
    expect(runOf(again).columns.rowCount).toBe(34);
    expect(names(again)).toEqual(['large', HOME]);
  });

  it('is discarded as a run is deleted', async () => {
    const id = await crash();
    const app = await reopenApp();
    await eventually(() => expect(app.library.find(id)?.state).toBe('interrupted'));
    await app.library.remove(id);
    expect(names(app)).toEqual([HOME]);
    expect(await readRaw('chunks')).toHaveLength(1);
  });

  it('leaves nothing where no row of it was stored', async () => {
    const id = await crash();
    for (const index of [0, 1]) await removeRaw('chunks', [id, index]);
    const app = await reopenApp();
    await eventually(async () => {
      const runs = (await readRaw('runs')) as RunRecord[];
      expect(runs.map(({ name }) => name)).toEqual([HOME]);
    });
    expect(names(app)).toEqual([HOME]);
    expect(await readRaw('chunks')).toHaveLength(1);
    expect(runOf(app).columns.rowCount).toBe(18);
  });

  it('has stored no row of a table: only its end makes rows of it', async () => {
    const app = await openApp();
    const append = vi.spyOn(app.library.store, 'appendChunk');
    let endsAtPart: (() => void) | undefined;
    const put = vi
      .spyOn(app.library.store, 'putSource')
      .mockImplementation(() => new Promise((resolve) => (endsAtPart = () => resolve())));
    const cells = THREE_ROWS.map(({ id, predicted_trajectory: p, reference_trajectory: r }) =>
      [id, p, r].map((cell) => JSON.stringify(JSON.stringify(cell)).replaceAll('\\"', '""')),
    );
    const text = `id,predicted_trajectory,reference_trajectory\n${cells.join('\n')}\n`;
    const opening = open(app, 'large.csv', text);
    await eventually(() => expect(put).toHaveBeenCalled());
    expect(append).not.toHaveBeenCalled();
    endsAtPart?.();
    await opening;
  });
});

it('a run whose deletion is undone is stored again, and whoever deleted it hears of it', async () => {
  const app = await openApp();
  await settled(app);
  const onRestored = vi.fn();
  await app.library.remove(runOf(app).record.id, onRestored);
  expect(names(app)).toEqual([]);
  expect(onRestored).not.toHaveBeenCalled();
  app.notices.toasts.at(-1)?.action?.run();
  await eventually(() => expect(onRestored).toHaveBeenCalledOnce());
  expect(names(app)).toEqual([HOME]);
});
