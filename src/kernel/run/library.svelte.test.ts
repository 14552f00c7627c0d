import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { SAMPLES } from '#samples/registry.ts';
import { fillDisk } from '../../../tests/fixtures/storage/database-faults.ts';
import {
  it,
  openApp,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { groupRuns } from '#features/runs/group-runs.ts';
import { rateOf } from '#features/runs/trend.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { AppState } from '#kernel/app.svelte.ts';

const [HOME, SUPPORT] = SAMPLES;
const LISTED = [
  'trajectory_exact_match',
  'trajectory_in_order_match',
  'trajectory_any_order_match',
  'trajectory_precision',
  'trajectory_recall',
];

const names = (app: AppState) => app.library.list.map(({ name }) => name);

function runNamed(app: AppState, name: string): RunRecord {
  const run = app.library.list.find((one) => one.name === name);
  if (!run) throw new Error(`no run is called ${name}`);
  return run;
}

async function openWeather(): Promise<AppState> {
  const app = await openApp();
  await openRows(app, THREE_ROWS, 'weather.jsonl');
  return app;
}

async function expectWeather(app: AppState): Promise<void> {
  expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
  expect(LISTED.map((id) => scoresOf(app, id))).toEqual([
    ...[
      [1, 0, 0],
      [1, 0, 1],
    ],
    ...[
      [1, 1, 1],
      [1, 1, 0.5],
      [1, 1, 1],
    ],
  ]);
  app.view.select(2);
  await eventually(() => expect(app.view.detail?.prompt).toBe('Prompt of r-extra'));
  expect(app.view.detail?.slots.map(({ kind }) => kind)).toEqual(['equal', 'extra']);
}

describe('the list', () => {
  it('has every scored dataset, newest first, with its name, rows and means', async () => {
    const app = await openWeather();
    const before = Date.now();
    await app.workspace.openSample(SUPPORT!);
    await settled(app);
    expect(names(app)).toEqual([SUPPORT!.title, 'weather', HOME!.title]);
    expect(groupRuns(app.library.list)).toHaveLength(3);
    const weather = runNamed(app, 'weather');
    expect(weather.rowCount).toBe(3);
    expect(runNamed(app, SUPPORT!.title).createdAtMs).toBeGreaterThanOrEqual(before);
    const means = LISTED.map((id) => rateOf(weather, id)?.mean.toFixed(2));
    expect(means).toEqual(['0.33', '0.67', '1.00', '0.83', '1.00']);
    expect(app.library.isLoaded).toBe(true);
  });
});

describe('renaming', () => {
  it('holds for the list and the open run, and lasts', async () => {
    const app = await openWeather();
    await app.workspace.rename('  Weather, second try ');
    expect(app.workspace.title).toBe('Weather, second try');
    expect(runOf(app).record.name).toBe('Weather, second try');
    expect(names(app)[0]).toBe('Weather, second try');
    // nothing is no name
    await app.workspace.rename(' ');
    const again = await reopenApp();
    expect(again.workspace.title).toBe('Weather, second try');
    expect(names(again)).toEqual(['Weather, second try', HOME!.title]);
  });

  it('holds for a run that is not open', async () => {
    const app = await openWeather();
    await app.library.rename(runNamed(app, HOME!.title).id, 'Home');
    expect(names(app)).toEqual(['weather', 'Home']);
    expect(app.workspace.title).toBe('weather');
  });
});

describe('deleting', () => {
  it('is taken back with all rows', async () => {
    const app = await openWeather();
    const { id } = runNamed(app, 'weather');
    await app.library.remove(id);
    expect(names(app)).toEqual([HOME!.title]);
    expect(await app.library.load(id)).toBeUndefined();
    const notice = app.notices.toasts.find(({ text }) => text === 'Deleted “weather”.');
    expect(notice?.action?.label).toBe('Undo');
    notice?.action?.run();
    await eventually(() => expect(names(app)).toEqual(['weather', HOME!.title]));
    await app.workspace.openSample(HOME!);
    expect(await app.workspace.openRun(id)).toBe(true);
    await expectWeather(app);
  });

  it('cannot be taken back once the notice is gone', async () => {
    const app = await openWeather();
    const toast = vi.spyOn(app.notices, 'toast');
    await app.library.remove(runNamed(app, 'weather').id);
    const [, undo, onGone] = toast.mock.calls.at(-1) ?? [];
    onGone?.();
    const restore = vi.spyOn(app.library.store, 'restore');
    undo?.run();
    expect(restore).not.toHaveBeenCalled();
  });
});

describe('a stored run', () => {
  it('opens with all rows after a reload', async () => {
    const first = await openWeather();
    const { id } = runNamed(first, 'weather');
    await first.workspace.openSample(HOME!);
    const app = await reopenApp();
    expect(runOf(app).columns.rowCount).toBe(18);
    await app.workspace.openRun(id);
    await expectWeather(app);
    await expectWeather(await reopenApp());
  });

  it('that cannot be read is told, and what is open stays', async () => {
    const app = await openWeather();
    vi.spyOn(app.library.store, 'read').mockRejectedValue(new Error('cut off'));
    expect(await app.workspace.openRun(runNamed(app, HOME!.title).id)).toBe(false);
    await eventually(() =>
      expect(app.notices.banners).toMatchObject([
        { kind: 'error', title: 'This run could not be opened.', text: 'cut off' },
      ]),
    );
  });
});

describe('an unsaved run', () => {
  it('that visits to be compared is loaded as it is', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    await settled(app);
    const run = runOf(app);
    const visitor = { ...run, record: { ...run.record, id: 'unsaved-9' } };
    app.library.visiting = [visitor];
    expect(await app.library.load('unsaved-9')).toBe(visitor);
  });

  it('stays open and unsaved where there is no room for it', async () => {
    const app = await openWeather();
    await app.workspace.openUnsaved(runOf(app));
    fillDisk('put');
    await app.workspace.keep();
    expect(app.workspace.isUnsaved).toBe(true);
    await expectWeather(app);
    await eventually(() => expect(app.notices.banners[0]?.title).toBe('Storage is full.'));
  });
});
