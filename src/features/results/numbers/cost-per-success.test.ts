import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { scoreRecords } from '../../../../tests/support/build.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { costPerSuccess, type CostPerSuccess } from './cost-per-success.ts';

const METRICS = { metrics: ['trajectory_in_order_match', 'total_cost', 'loops'] };

/** A row that passes or not, and what it cost; null for not recorded. */
function rowOf(passes: boolean, cost: number | null): JsonObject {
  const call = { tool_name: passes ? 'a' : 'b', tool_input: {} };
  return {
    predicted_trajectory: [cost === null ? call : { ...call, cost }],
    reference_trajectory: [{ tool_name: 'a', tool_input: {} }],
  };
}

function costOf(
  rows: readonly (readonly [passes: boolean, cost: number | null])[],
  metrics = METRICS,
): CostPerSuccess | undefined {
  const columns = scoreRecords(
    rows.map(([passes, cost]) => rowOf(passes, cost)),
    metrics,
  );
  return costPerSuccess(columns, Uint32Array.from(rows.keys()), {});
}

it('cost per success is what all rows cost by the rows that pass; failures are paid for', () => {
  const found = costOf([
    [true, 0.5],
    [false, 0.25],
    [true, 1],
    [true, null],
  ]);
  expect(found).toEqual({
    metricId: 'trajectory_in_order_match',
    ...{ total: 1.75, rows: 3, passes: 2, unrecorded: 1, perSuccess: 0.875, interval: null },
  });
});

it('cost per success is none where nothing passes, and unknown where no cost is recorded or chosen', () => {
  expect(costOf([[false, 2]])?.perSuccess).toBeNull();
  expect(costOf([[true, null]])).toBeUndefined();
  expect(costOf([[true, 1]], { metrics: ['trajectory_in_order_match'] })).toBeUndefined();
  expect(costOf([[true, 1]], { metrics: ['total_cost', 'loops'] })).toBeUndefined();
});

it('cost per success lies within its interval, which has no width where all pass at one price', () => {
  const row = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 40 }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 30, maxLength: 60, size: 'max' }), (rows) => {
      const found = costOf(rows.map(([passes, cost]) => [passes, cost / 8] as const));
      if (!found?.interval) return;
      expect(found.interval.low).toBeLessThanOrEqual(found.perSuccess!);
      expect(found.interval.high).toBeGreaterThanOrEqual(found.perSuccess!);
    }),
    { numRuns: lawRuns(30) },
  );
  const even = costOf(Array.from({ length: 40 }, () => [true, 0.5] as const));
  expect(even?.interval).toEqual({ low: 0.5, high: 0.5 });
});
