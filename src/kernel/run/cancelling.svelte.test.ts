import { expect, vi } from 'vitest';
import { jsonl, row } from '../../../tests/e2e/rows.ts';
import { it } from '../../../tests/support/open-app.ts';
import { Scoring } from './scoring.ts';
import { openFiles } from '#features/data/open-files.ts';

/** Several slices of lines. */
const LARGE = jsonl(
  Array.from({ length: 4000 }, (_, at) =>
    row(`r-${String(at)}`, 'ab', 'ab', { filler: 'x'.repeat(1000) }),
  ),
);

it('progress is reported now and then, not with every part, and not after the end', async ({
  app,
}) => {
  const reported: number[] = [];
  const { pool, reader, library, trusted } = app;
  const blob = new File([LARGE], 'large.jsonl');
  const job = {
    dataset: { blob, fileName: blob.name, title: 'large', sampleId: '' },
    name: 'large',
    settings: app.workspace.settings,
    chosenRoles: {},
    reading: {},
  };
  const watcher = {
    onProgress: () => void reported.push(performance.now()),
    onPartial: () => undefined,
    onRecalled: () => undefined,
    onDefined: () => undefined,
  };
  const scoring = new Scoring({ pool, reader, library, trusted }, job, watcher);
  const fromMs = performance.now();
  const outcome = await scoring.run(new AbortController().signal);
  const endMs = performance.now();
  expect(outcome.kind).toBe('scored');
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(reported.length).toBeLessThanOrEqual(2 + (endMs - fromMs) / 100);
  expect(Math.max(...reported)).toBeLessThanOrEqual(endMs);
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
