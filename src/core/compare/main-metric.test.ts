import { expect, it } from 'vitest';
import { EXACT, IN_ORDER } from '../../../tests/support/build.ts';
import { mainMetric } from './main-metric.ts';

it.each([
  ['in-order match, wherever it is', ['rouge_l', EXACT, IN_ORDER], IN_ORDER],
  ['else the first that scores calls', ['rouge_l', EXACT, 'trajectory_recall'], EXACT],
  ['else the first with a good end', ['latency_in_seconds', 'rouge_l', 'failure'], 'rouge_l'],
  ['a metric of which less is better', ['latency_in_seconds', 'failure'], 'failure'],
  ['none that has no good end, or is time', ['trajectory_single_tool_use', 'latency_in_seconds']],
  ['none that nobody knows', ['vibes']],
])('is %s', (_, ids, expected?: string) => {
  expect(mainMetric(ids.map((metricId) => ({ metricId })))?.metricId).toBe(expected);
});

it('has scored pairs, where they are counted', () => {
  const columns = [
    { metricId: IN_ORDER, pairs: 0 },
    { metricId: 'rouge_l', pairs: 3 },
    { metricId: EXACT, pairs: 2 },
  ];
  expect(mainMetric(columns)?.metricId).toBe(EXACT);
});
