import { afterEach, describe, expect, it, vi } from 'vitest';
import { THREE_ROWS } from '../../tests/e2e/rows.ts';
import {
  openApp,
  openFile,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  shownIds,
} from '../../tests/support/open-app.ts';
import ThreadWorker from '../../tests/support/thread-worker.ts';
import { until } from '../../tests/support/until.ts';
import type { AppState } from './app.svelte.ts';

const WORKER = '#workers/evaluation.worker.ts?worker&inline';
const toasts = (app: AppState): string[] => app.notices.toasts.map(({ text }) => text);

afterEach(() => void vi.restoreAllMocks());

/** Has what counts the silence of workers go by ten times as fast. */
function hurry(): void {
  const start = globalThis.setInterval;
  const hurried = (tick: () => void, ms = 0): unknown => start(tick, ms / 10);
  vi.spyOn(globalThis, 'setInterval').mockImplementation(hurried as never);
}

async function expectThreeRows(app: AppState): Promise<void> {
  expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
  expect(scoresOf(app, 'trajectory_in_order_match')).toEqual([1, 0, 1]);
  expect(scoresOf(app, 'trajectory_precision')).toEqual([1, 1, 0.5]);
  expect(runOf(app).record.state).toBe('complete');
}

describe('workers that are lost while nothing is to do', () => {
  it('are replaced when they have crashed', async () => {
    const app = await openApp();
    for (const worker of ThreadWorker.living) worker.crash();
    await openRows(app, THREE_ROWS);
    await expectThreeRows(app);
  });

  it('are replaced when they hang, which is said, and the result is complete', async () => {
    const app = await openApp();
    hurry();
    for (const worker of ThreadWorker.living) worker.hang();
    await openRows(app, THREE_ROWS);
    expect(toasts(app)).toContain(
      'A worker stopped answering and was replaced; its part is being done again.',
    );
    await expectThreeRows(app);
  });

  it('cost no row that was open: it is read and filtered again', async () => {
    const app = await openApp();
    for (const worker of ThreadWorker.living) worker.crash();
    const row = (await shownIds(app)).indexOf('hd-05');
    const detail = await app.reader.detailRow(runOf(app), row);
    expect(JSON.stringify(detail)).toContain('Lights out, both doors locked');
    for (const worker of ThreadWorker.living) worker.crash();
    app.view.toggle({ kind: 'failing', columnId: 'trajectory_exact_match' });
    await until(async () => !(await shownIds(app)).includes('hd-03'));
    expect(await shownIds(app)).toContain('hd-04');
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
    const read = Blob.prototype.arrayBuffer;
    let crashes = 0;
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
      // the first slice of the file, not what is read to show rows
      if (this.size > 1_000_000 && crashes++ === 0)
        for (const worker of ThreadWorker.living) worker.crash();
      return read.call(this);
    });
    await openFile(app, name, text);
    expect(crashes).toBeGreaterThan(0);
    expect(toasts(app)).toContain(
      'A worker crashed and was replaced; its part is being done again.',
    );
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
