import { expect, it } from 'vitest';
import { METRICS } from '#core/score/metrics/registry.ts';
import { METRIC_GROUPS } from './metric-groups.ts';

it('lists every metric once', () => {
  const listed = METRIC_GROUPS.flatMap(({ metrics }) => metrics);
  expect(new Set(listed)).toEqual(new Set(METRICS));
  expect(listed).toHaveLength(METRICS.length);
});
