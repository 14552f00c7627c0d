import { describe, expect, it } from 'vitest';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
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

const changed = (now: Partial<Run>, before: Partial<Run> = {}) =>
  whatChanged({ ...RUN, ...now }, { ...RUN, ...before });

describe('whatChanged', () => {
  it('names the new rules, also when they are those of the service', () => {
    const settings = { ...DEFAULT_SETTINGS, duplicates: 'multiset' } as const;
    expect(changed({ settings })).toEqual(['repeats counted once']);
    expect(changed({}, { settings })).toEqual(['Vertex AI rules']);
  });

  it('names the agent by its model, before and after', () => {
    const large = { ...AGENT, values: { ...AGENT.values, model: 'large' } };
    expect(changed({ agent: large }, { agent: AGENT })).toEqual(['agent: small → large']);
    expect(changed({ agent: AGENT })).toEqual(['agent: small']);
    expect(changed({}, { agent: AGENT })).toEqual(['no agent']);
    const patient = { ...AGENT, values: { ...AGENT.values, steps: '20' } };
    expect(changed({ agent: patient }, { agent: AGENT })).toEqual(['agent settings']);
    const other = { ...AGENT, title: 'Own agent', values: {} };
    expect(changed({ agent: other }, { agent: AGENT })).toEqual(['agent: small → Own agent']);
  });

  it('names the file, or says that its data are others', () => {
    const other = { datasetName: 'b', fingerprint: '2' };
    expect(changed(other)).toEqual(['file: b']);
    expect(changed({ ...other, name: 'b' })).toEqual(['other data']);
    expect(changed({ fingerprint: '2' })).toEqual(['other data']);
    const taskSet = { count: 18, ids: 'a', content: 'b' };
    expect(changed({ fingerprint: '2', taskSet }, { taskSet })).toEqual(['other predictions']);
  });

  it('counts rows that were added or removed', () => {
    expect(changed({ fingerprint: '2', rowCount: 20 })).toEqual(['other data', '+2 rows']);
    expect(changed({ rowCount: 17 })).toEqual(['−1 row']);
  });

  it('names other metrics, and nothing where nothing differs', () => {
    expect(changed({ summary: [] })).toEqual(['other metrics']);
    expect(changed({})).toEqual(['scored again']);
  });
});

describe('meanChange', () => {
  const mean = (mean: number | null, low?: number, high?: number) =>
    ({
      mean,
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

  it('settles nothing without an interval, and is nothing without a mean', () => {
    expect(meanChange(mean(1), mean(0, 0, 0.1))).toEqual({ difference: 1, isSettled: false });
    expect(meanChange(mean(null), mean(0.5))).toBeUndefined();
    expect(meanChange(mean(0.5), undefined)).toBeUndefined();
  });
});
