import { expect, onTestFinished, vi } from 'vitest';
import { jsonl, row } from '../../../tests/e2e/rows.ts';
import { it } from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import { Scoring } from './scoring.ts';
import { openFiles } from '#features/data/open-files.ts';

/** Several slices of lines. */
const LARGE = jsonl(
  Array.from({ length: 4000 }, (_, at) =>
    row(`r-${String(at)}`, 'ab', 'ab', { filler: 'x'.repeat(1000) }),
  ),
);

function scoringOf(app: AppState, onProgress = (): void => undefined): Scoring {
  const { pool, reader, library, trusted } = app;
  const blob = new File([LARGE], 'large.jsonl');
  const job = {
    dataset: { blob, fileName: blob.name, title: 'large', sampleId: '' },
    name: 'large',
    settings: app.workspace.settings,
    chosenRoles: {},
    reading: {},
  };
  const ignore = (): undefined => undefined;
  const watcher = { onProgress, onPartial: ignore, onRecalled: ignore, onDefined: ignore };
  return new Scoring({ pool, reader, library, trusted }, job, watcher);
}

it('progress is reported now and then, not with every part, and not after the end', async ({
  app,
}) => {
  const reported: number[] = [];
  const scoring = scoringOf(app, () => void reported.push(performance.now()));
  const fromMs = performance.now();
  const outcome = await scoring.run(new AbortController().signal);
  const endMs = performance.now();
  expect(outcome.kind).toBe('scored');
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(reported.length).toBeLessThanOrEqual(2 + (endMs - fromMs) / 100);
  expect(Math.max(...reported)).toBeLessThanOrEqual(endMs);
});

it('rows so far are summarised while others are to come, and all rows once', async ({ app }) => {
  let ms = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 2000));
  onTestFinished(() => clock.mockRestore());
  const ask = vi.spyOn(app.reader, 'ask');
  await scoringOf(app).run(new AbortController().signal);
  const summarised = ask.mock.calls
    .filter(([, name]) => name === 'digest')
    .map(([run, , isPartial]) => [(run as ReadableRun).columns.rowCount < 4000, isPartial]);
  expect(summarised).toEqual([
    [true, true],
    [false, false],
  ]);
});

it('what a worker reports after scoring has ended brings no progress back', async ({ app }) => {
  const ask = app.pool.ask.bind(app.pool) as (...args: unknown[]) => Promise<never>;
  let report: (() => unknown) | undefined;
  vi.spyOn(app.pool, 'ask').mockImplementation((name, input, options) => {
    if (name !== 'scoreText') return ask(name, input, options);
    const follow = options?.onProgress as (part: unknown, touch: () => void) => unknown;
    const onProgress = (part: unknown, touch: () => void): never => {
      report = () => follow(part, touch);
      throw new Error('lost amid the file');
    };
    return ask(name, input, { ...options, onProgress });
  });
  const row = { id: 'a', predicted_trajectory: [], filler: 'x'.repeat(1000) };
  const text = JSON.stringify({ rows: Array.from({ length: 1100 }, () => row) });
  await openFiles(app, [new File([text], 'more-than-a-slice.json')]);
  expect(app.workspace.phase).toMatchObject({ kind: 'unreadable' });
  expect(report).toBeDefined();
  await report?.();
  expect(app.workspace.progress).toBeUndefined();
});
