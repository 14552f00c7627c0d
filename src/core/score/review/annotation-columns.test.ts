import { describe, expect, it } from 'vitest';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { planResultColumns, resultCells, resultNames } from '#core/share/results/result-table.ts';
import { shownSummaries } from '#core/explain/summary/metric-summary.ts';
import { summarise } from '#core/explain/summary/summarise.ts';
import { viewRows } from '#core/explain/view/view-rows.ts';
import { withAnnotations } from './annotation-columns.ts';
import type { RowRating } from './review.ts';

const ROWS = scoreRecords(['ab', 'ba', 'a'].map((made) => recordOf(calls(made), calls('ab'))));
const RATINGS: readonly RowRating[] = [
  { row: 0, rating: 5, note: '' },
  { row: 2, rating: 2, note: 'Stops too early' },
];
const RATED = withAnnotations(ROWS, { ratings: RATINGS });

describe('withAnnotations', () => {
  it('is a score column: it has a mean, filters and cells', () => {
    const summary = shownSummaries(summarise(RATED)).find(({ columnId }) => columnId === 'rating');
    expect(summary).toMatchObject({ mean: 3.5, valid: 2, notEvaluated: 1 });
    const rows = (filter: Parameters<typeof viewRows>[1][number]): number[] => [
      ...viewRows(RATED, [filter], []),
    ];
    expect(rows({ kind: 'score-relation', columnId: 'rating', relation: '>=', value: 4 })).toEqual([
      0,
    ]);
    expect(rows({ kind: 'unscored', columnId: 'rating' })).toEqual([1]);
    expect(rows({ kind: 'score-text', columnId: 'rating', text: 'EARLY' })).toEqual([2]);
    expect(rows({ kind: 'failing', columnId: 'rating' })).toEqual([]);
    const plan = planResultColumns(RATED);
    const at = resultNames(plan).indexOf('rating');
    expect(resultNames(plan)[at + 1]).toBe('rating/note');
    expect(resultCells(plan, {}, 2).slice(at, at + 2)).toEqual([2, 'Stops too early']);
  });

  it('passes over what is off the scale or of no row', () => {
    expect(withAnnotations(ROWS, {})).toBe(ROWS);
    const odd = [7, 0, 1.5, Number.NaN].map((rating, row) => ({ row: row % 2, rating, note: '' }));
    const columns = withAnnotations(ROWS, {
      ratings: [...odd, { row: 9, rating: 3, note: 'x' }],
    });
    expect(columns.scores.at(-1)?.values.every(Number.isNaN)).toBe(true);
  });
});
