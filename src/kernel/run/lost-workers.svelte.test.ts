import { afterEach, describe, expect, vi } from 'vitest';
import { meansOf } from '../../../tests/support/four-rows.ts';
import {
  it,
  openApp,
  openFile,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownIds,
  shownRows,
} from '../../../tests/support/open-app.ts';
import ThreadWorker from '../../../tests/support/thread-worker.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import { jsonl, row, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';

const WORKER = '#workers/evaluation.worker.ts?worker&inline';
const toasts = (app: AppState): string[] =>
  app.notices.toasts.flatMap(({ text }) => (text.startsWith('Replaced') ? [] : [text]));
const CRASHED = 'A worker crashed and was replaced; its work is being repeated.';
const HUNG = 'A worker stopped responding and was replaced; its work is being repeated.';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Workers that answered a moment ago are not asked whether they live. */
function trustNobody(): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
}

describe('workers that were lost before they were needed', () => {
  it('crashed: they are replaced without a word, and the rows are scored', async ({ app }) => {
    for (const worker of [...ThreadWorker.living]) worker.crash();
    await openRows(app, THREE_ROWS);
    expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
    expect(meansOf(app)).toMatchObject({ trajectory_exact_match: 1 / 3, failure: null });
    expect(toasts(app)).toEqual([]);
  });

  it('hung: they are replaced, a notice says so, and the rows are scored', async ({ app }) => {
    for (const worker of [...ThreadWorker.living]) worker.hang();
    trustNobody();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const opening = app.workspace.openFile(new File([jsonl(THREE_ROWS)], 'rows.jsonl'));
    await until(() => app.workspace.progress !== undefined);
    const timer = repeatEvery(5, () => void vi.advanceTimersByTime(250));
    await opening;
    await settled(app);
    timer.stop();
    expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
    expect(new Set(toasts(app))).toEqual(new Set([HUNG]));
  });
});

describe('a worker that is lost while a file is scored', () => {
  const ROWS = Array.from({ length: 2500 }, (_, at) =>
    row(`r-${at}`, 'a', 'a', { prompt: `${at} ${'x'.repeat(2000)}` }),
  );

  it('crashed: its part is done again, no row is lost, and a notice says so', async ({ app }) => {
    const opening = app.workspace.openFile(new File([jsonl(ROWS)], 'rows.jsonl'));
    await until(() => (app.workspace.progress?.rowCount ?? 0) > 0);
    for (const worker of [...ThreadWorker.living]) worker.crash();
    expect(await opening).toBe(true);
    await settled(app);
    expect(runOf(app).columns.rowCount).toBe(ROWS.length);
    expect(meansOf(app)['trajectory_exact_match']).toBe(1);
    expect(await shownIds(app)).toEqual(ROWS.map(({ id }) => id));
    expect(toasts(app)).toContain(CRASHED);
    expect(runOf(app).record.state).toBe('complete');
  });

  it('crashed amid other settings: a notice says so, though nobody reads rows meanwhile', async ({
    app,
  }) => {
    await openRows(app, ROWS);
    const settings = { ...runOf(app).record.settings, duplicates: 'multiset' } as const;
    const scoring = app.workspace.setSettings(settings);
    await until(() => (app.workspace.progress?.rowCount ?? 0) > 0);
    for (const worker of [...ThreadWorker.living]) worker.crash();
    await scoring;
    await settled(app);
    expect(toasts(app)).toContain(CRASHED);
    expect(runOf(app).record.settings.duplicates).toBe('multiset');
    expect(scoresOf(app, 'trajectory_recall')).toEqual(ROWS.map(() => 1));
  });

  it('again and again: scoring ends and says why, nothing is stored', async ({ app }) => {
    // a row that cannot be read is told as a fault, which is none of this test's
    await until(() => app.view.detail !== undefined);
    const opening = app.workspace.openFile(new File([jsonl(ROWS)], 'rows.jsonl'));
    await until(() => app.workspace.progress !== undefined);
    const timer = repeatEvery(0, () => {
      for (const worker of [...ThreadWorker.living]) worker.crash();
    });
    await opening;
    timer.stop();
    expect(app.workspace.phase).toMatchObject({
      kind: 'unreadable',
      issue: { code: 'scoring_failed', reason: 'A worker crashed.' },
    });
    expect(app.library.list.map(({ name }) => name)).toEqual(['On-device home assistant']);
    await openRows(app, THREE_ROWS);
    expect(runOf(app).columns.rowCount).toBe(3);
  });
});

describe('a worker that is lost while rows are read', () => {
  it('costs no row that was open: it is read and filtered again', async ({ app }) => {
    for (const worker of ThreadWorker.living) worker.crash();
    const row = (await shownIds(app)).indexOf('hd-05');
    const detail = await app.reader.ask(runOf(app), 'detailRow', row);
    expect(JSON.stringify(detail)).toContain('Lights out, both doors locked');
    for (const worker of ThreadWorker.living) worker.crash();
    app.view.toggle({ kind: 'failing', columnId: 'trajectory_exact_match' });
    await vi.waitUntil(async () => !(await shownIds(app)).includes('hd-03'));
    expect(await shownIds(app)).toContain('hd-04');
  });

  it('is replaced, and the rows are read from another', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    const reading = shownRows(app);
    for (const worker of [...ThreadWorker.living]) worker.crash();
    expect((await reading).map(({ id }) => id)).toEqual(['r-same', 'r-swapped', 'r-extra']);
    expect(toasts(app)).toEqual([CRASHED]);
  });
});

describe('a worker lost amid a file', () => {
  const COUNT = 1500;
  const filler = 'x'.repeat(1500);
  const lines = Array.from(
    { length: COUNT },
    (_, at) =>
      `{"id":"${String(at)}","prompt":"${filler}","predicted_trajectory":["a"],"reference_trajectory":["a"]}\n`,
  ).join('');
  const table = `id,prompt,predicted_trajectory,reference_trajectory\n${Array.from(
    { length: COUNT },
    (_, at) => `${String(at)},${filler},"[""a""]","[""a""]"\n`,
  ).join('')}`;

  it.each([
    ['rows.jsonl', lines],
    ['rows.csv', table],
  ])('costs no row, is said, and the run is stored whole: %s', async (name, text) => {
    const app = await openApp();
    const read = Blob.prototype.stream;
    let crashes = 0;
    vi.spyOn(Blob.prototype, 'stream').mockImplementation(function (this: Blob) {
      // the first slice of the file
      if (this.size > 1_000_000 && crashes++ === 0)
        for (const worker of ThreadWorker.living) worker.crash();
      return read.call(this);
    });
    await openFile(app, name, text);
    expect(crashes).toBeGreaterThan(0);
    expect(toasts(app)).toContain('A worker crashed and was replaced; its work is being repeated.');
    const isWhole = (one: AppState): void => {
      expect(runOf(one).columns.rowCount).toBe(COUNT);
      expect(new Set(runOf(one).columns.lines).size).toBe(COUNT);
      expect(scoresOf(one, 'trajectory_exact_match').every((score) => score === 1)).toBe(true);
      expect(runOf(one).record.state).toBe('complete');
    };
    isWhole(app);
    isWhole(await reopenApp());
  });
});

it('code of the workers that cannot be loaded is said, with what to do', async () => {
  vi.doMock(WORKER, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const app = await openApp();
  vi.doUnmock(WORKER);
  expect(app.workspace.phase).toEqual({
    kind: 'unreadable',
    issue: {
      code: 'scoring_failed',
      reason: 'The code that scores could not be loaded. Reload the page.',
    },
  });
  expect(runOf(await reopenApp()).columns.rowCount).toBe(18);
});

/** Does something over and over, between other tasks of the thread. */
function repeatEvery(ms: number, act: () => void): { stop: () => void } {
  let isOn = true;
  const again = (): void => {
    if (!isOn) return;
    act();
    setTimeout(again, ms);
  };
  again();
  return { stop: () => (isOn = false) };
}
