import { beforeEach, expect, it, vi } from 'vitest';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { row } from '../../../tests/e2e/rows.ts';
import { openApp, runOf } from '../../../tests/support/open-app.ts';
import { storeRuns } from '../../../tests/support/stored-runs.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { BaselineRuns } from './judge-rows.ts';

const against = (id: string): JudgeMetric =>
  ({ baseline: { kind: 'run', id, name: 'before' } }) as unknown as JudgeMetric;

let app: AppState;
let baselines: BaselineRuns;
let before: string;
beforeEach(async () => {
  app = await openApp();
  baselines = new BaselineRuns(app);
  const runs = await storeRuns(app, {
    before: [row('one', 'a', 'a'), row('gone', 'a', 'a'), row('two', 'a', 'a')],
    after: [row('two', 'b', 'a'), row('new', 'a', 'a'), row('one', 'b', 'a')],
  });
  before = runs[0] ?? '';
});

it('the run that a metric compares with has for each row its own, or none', async () => {
  const other = await baselines.find(runOf(app), against(before));
  expect(other?.run.record.id).toBe(before);
  expect([...(other?.partners ?? [])]).toEqual([2, -1, 0]);
});

it('the run that a metric compares with is read once for all rows', async () => {
  const load = vi.spyOn(app.library, 'load');
  const [one, two] = await Promise.all([
    baselines.find(runOf(app), against(before)),
    baselines.find(runOf(app), against(before)),
  ]);
  expect(one).toBe(two);
  expect(load).toHaveBeenCalledTimes(1);
});

it('the run that a metric compares with is none for a metric that compares with no run', async () => {
  const alone = { baseline: { kind: 'column', column: 'x' } } as unknown as JudgeMetric;
  expect(await baselines.find(runOf(app), alone)).toBeUndefined();
  expect(await baselines.find(runOf(app), {} as JudgeMetric)).toBeUndefined();
});

it('the run that a metric compares with may be stored no more', async () => {
  await expect(baselines.find(runOf(app), against('deleted'))).rejects.toThrow(
    'The baseline run is no longer stored.',
  );
});
