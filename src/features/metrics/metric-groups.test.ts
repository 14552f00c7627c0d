import { expect, it } from 'vitest';
import { METRICS } from '#core/score/metrics/registry.ts';
import { METRIC_GROUPS } from './metric-groups.ts';

it('lists every metric once', () => {
  const listed = METRIC_GROUPS.flatMap(({ metrics }) => metrics);
  expect(new Set(listed)).toEqual(new Set(METRICS));
  expect(listed).toHaveLength(METRICS.length);
});

it('keeps apart what the service has and what it has not', () => {
  const idsOf = (id: string): string[] =>
    METRIC_GROUPS.find((group) => group.id === id)!.metrics.map((metric) => metric.id);
  expect(idsOf('trajectory')).toContain('failure');
  expect(idsOf('response')).toEqual([
    ...['exact_match', 'bleu', 'rouge_1', 'rouge_2', 'rouge_l', 'rouge_l_sum'],
  ]);
  expect(idsOf('tool-call')).toHaveLength(4);
  expect(idsOf('further')).toContain('trajectory_f1');
});
