import { afterEach, describe, expect, vi } from 'vitest';
import { meansOf } from '../../../tests/support/four-rows.ts';
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
import ThreadWorker from '../../../tests/support/thread-worker.ts';
import { eventually } from '../../../tests/support/eventually.ts';
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

it('a worker that is lost while rows are read costs no row that was open: it is read and filtered again', async ({
  app,
}) => {
  for (const worker of ThreadWorker.living) worker.crash();
  const row = (await shownIds(app)).indexOf('hd-05');
  const detail = await app.reader.ask(runOf(app), 'detailRow', row);
  expect(JSON.stringify(detail)).toContain('Lights out, both doors locked');
  for (const worker of ThreadWorker.living) worker.crash();
  app.view.toggle({ kind: 'failing', columnId: 'trajectory_exact_match' });
  await eventually(async () => expect(await shownIds(app)).not.toContain('hd-03'));
  expect(await shownIds(app)).toContain('hd-04');
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
