import { describe, expect, it } from 'vitest';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { Run } from './group-runs.ts';
import { meanChange, whatChanged } from './what-changed.ts';

const RUN = {
  datasetName: 'a',
  fingerprint: '1',
  rowCount: 18,
  settings: DEFAULT_SETTINGS,
  summary: [{ columnId: 'x' }],
} as unknown as Run;
const AGENT = {
  ...{ way: 'model', title: 'A model', runId: 'r', trials: 1, headers: [] },
  values: { model: 'small', steps: '10' },
};

const large = { ...AGENT, values: { ...AGENT.values, model: 'large' } };
const patient = { ...AGENT, values: { ...AGENT.values, steps: '20' } };
const ownAgent = { ...AGENT, title: 'Own agent', values: {} };
const settings = { ...DEFAULT_SETTINGS, duplicates: 'multiset' } as const;
const otherFile = { datasetName: 'b', fingerprint: '2' };
const taskSet = { count: 18, ids: 'a', content: 'b' };

it.each<[now: Partial<Run>, before: Partial<Run>, text: string]>([
  [{ settings }, {}, 'repeats counted once'],
  [{}, { settings }, 'standard rules'],
  [{ agent: large }, { agent: AGENT }, 'agent: small → large'],
  [{ agent: AGENT }, {}, 'agent: small'],
  [{}, { agent: AGENT }, 'no agent'],
  [{ agent: patient }, { agent: AGENT }, 'agent settings'],
  [{ agent: ownAgent }, { agent: AGENT }, 'agent: small → Own agent'],
  [otherFile, {}, 'file: b'],
  [{ ...otherFile, name: 'b' }, {}, 'other data'],
  [{ fingerprint: '2' }, {}, 'other data'],
  [{ fingerprint: '2', taskSet }, { taskSet }, 'other predictions'],
  [{ fingerprint: '2', rowCount: 20 }, {}, 'other data, +2 rows'],
  [{ rowCount: 17 }, {}, '−1 row'],
  [{ summary: [] }, {}, 'other metrics'],
  [{}, {}, 'scored again'],
])('%j against %j: %s', (now, before, text) => {
  expect(whatChanged({ ...RUN, ...now }, { ...RUN, ...before }).join(', ')).toBe(text);
});

describe('meanChange', () => {
  const mean = (mean: number | null, low?: number, high?: number, notEvaluated = 2) =>
    ({
      mean,
      valid: 50,
      notEvaluated,
      errors: 0,
      interval: low === undefined ? null : { low, high, method: 'wilson' },
    }) as MetricSummary;

  it('is settled where the interval of the difference leaves out 0', () => {
    const low = mean(0.2, 0.12, 0.32);
    const high = mean(0.4, 0.29, 0.53);
    // 0.2 > √(0.11² + 0.12²)
    expect(meanChange(high, low)?.isSettled).toBe(true);
    expect(meanChange(low, high)).toMatchObject({ isSettled: true });
    expect(meanChange(low, high)?.difference).toBeCloseTo(-0.2);
    expect(meanChange(mean(0.3, 0.19, 0.42), low)?.isSettled).toBe(false);
  });

  it('settles no rise of a run that scores fewer of its rows, but a fall', () => {
    const low = mean(0.2, 0.12, 0.32);
    expect(meanChange(mean(0.4, 0.29, 0.53, 40), low)?.isSettled).toBe(false);
    expect(meanChange(mean(0.4, 0.29, 0.53, 0), low)?.isSettled).toBe(true);
    expect(meanChange(mean(0.01, 0, 0.02, 40), low)?.isSettled).toBe(true);
  });

  it('settles nothing without an interval, and is nothing without a mean', () => {
    expect(meanChange(mean(1), mean(0, 0, 0.1))).toEqual({ difference: 1, isSettled: false });
    expect(meanChange(mean(null), mean(0.5))).toBeUndefined();
    expect(meanChange(mean(0.5), undefined)).toBeUndefined();
  });
});
