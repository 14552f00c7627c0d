import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { NO_ROWS, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { viewRows } from '#core/explain/view/view-rows.ts';
import { BINS, binOf, binStart, filtersOfBin, summariseScores } from './summarise.ts';

function columnOf(metricId: string, values: readonly number[]): ScoredColumns {
  const scores = {
    id: metricId,
    metricId,
    values: Float64Array.from(values),
    outcomes: Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0)),
  };
  return { ...NO_ROWS, rowCount: values.length, scores: [scores] };
}

it.each([
  ['trajectory_exact_match', fc.constantFrom(0, 1, Number.NaN)],
  ['trajectory_recall', fc.double({ min: 0, max: 1 })],
  ['trajectory_recall', fc.tuple(fc.nat(24), fc.integer({ min: 1, max: 24 })).map(share)],
  ['latency_in_seconds', fc.double({ min: 0, max: 1e6 })],
  ['latency_in_seconds', fc.nat(48).map((tick) => tick / 10)],
  ['metric_of_later', fc.double({ min: -10, max: 10 })],
])('filtersOfBin keeps as many rows as the bar of %s counts', (metricId, score) => {
  fc.assert(
    fc.property(fc.array(score, { minLength: 1, maxLength: 60 }), (values) => {
      const columns = columnOf(metricId, values);
      const summary = summariseScores(columns.scores[0]!);
      for (const [bin, count] of summary.histogram.bins.entries()) {
        expect(viewRows(columns, filtersOfBin(summary, bin), [])).toHaveLength(count);
      }
    }),
    { numRuns: lawRuns(60) },
  );
});

function share([a, b]: readonly [number, number]): number {
  return Math.min(a, b) / b;
}

it('binOf puts a score into the bin whose start it has reached', () => {
  const axis = { min: -1, max: 3.3 };
  for (let bin = 0; bin < BINS; bin++) expect(binOf(axis, binStart(axis, bin))).toBe(bin);
  expect(binOf(axis, 3.3)).toBe(BINS - 1);
});
