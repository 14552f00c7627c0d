import { expect, it } from 'vitest';
import { formatRowScore } from './metric-lines.ts';

const scores = (metricId: string) => ({
  id: metricId,
  metricId,
  values: Float64Array.from([1, Number.NaN]),
  outcomes: Uint8Array.from([0, 1]),
});

it('writes scores as their scale asks', () => {
  expect(formatRowScore(scores('trajectory_exact_match'), 0)).toBe('1');
  expect(formatRowScore(scores('trajectory_recall'), 0)).toBe('1.00');
  expect(formatRowScore(scores('trajectory_recall'), 1)).toBe('–');
  expect(formatRowScore(undefined, 0)).toBe('–');
});
