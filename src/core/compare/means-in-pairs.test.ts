import { expect, it } from 'vitest';
import { EXACT } from '../../../tests/support/build.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { wilsonInterval } from '#core/base/statistics/interval.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { meansInPairs } from './means-in-pairs.ts';
import type { PairedRows } from './pair-scores.ts';

function run(scores: Readonly<Record<string, readonly number[]>>): ScoredColumns {
  return {
    scores: Object.entries(scores).map(([id, values]) => ({
      ...{ id, metricId: id, values: Float64Array.from(values) },
      outcomes: Uint8Array.from(values, (value) =>
        Number.isNaN(value) ? OUTCOMES.indexOf('prediction_empty') : 0,
      ),
    })),
  } as unknown as ScoredColumns;
}

/** The rows of A in its order, those of B in the opposite one. */
function paired(count: number): PairedRows {
  const baselineRows = Uint32Array.from({ length: count }, (_, row) => row);
  return { baselineRows, candidateRows: baselineRows.toReversed() };
}

it('has the mean and interval of each run over the rows scored in both', () => {
  const a = run({ [EXACT]: [1, 1, 0, Number.NaN] });
  const b = run({ [EXACT]: [1, 0, Number.NaN, 1] });
  // B’s rows as A has them: 1, not scored, 0, 1
  const [means, ...others] = meansInPairs(a, b, paired(4));
  expect(others).toEqual([]);
  expect(means).toEqual({
    ...{ columnId: EXACT, metricId: EXACT, pairs: 2 },
    baseline: { mean: 0.5, interval: wilsonInterval(1, 2) },
    candidate: { mean: 0.5, interval: wilsonInterval(1, 2) },
  });
});

it('leaves out what is no score from 0 to 1, and what one run lacks', () => {
  const values = [1, 1];
  const a = run({ latency_in_seconds: values, trajectory_recall: values, [EXACT]: values });
  const b = run({ latency_in_seconds: values, [EXACT]: values });
  expect(meansInPairs(a, b, paired(2)).map(({ columnId }) => columnId)).toEqual([EXACT]);
});

it('has no number where nothing is scored in both', () => {
  const a = run({ [EXACT]: [Number.NaN] });
  const none = { mean: null, interval: null };
  expect(meansInPairs(a, a, paired(1))).toEqual([
    { ...{ columnId: EXACT, metricId: EXACT, pairs: 0 }, baseline: none, candidate: none },
  ]);
});
