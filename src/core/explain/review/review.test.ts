import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mergeCode,
  NO_REVIEWS,
  withMark,
  type Reviews,
  type RowReview,
} from '#core/score/review/review.ts';
import { NO_ROWS, type ScoreValues } from '#core/score/columns/scored-columns.ts';
import { codeShares, marksOfCode } from './code-shares.ts';
import { nextToRead, rowsToRead } from './reading-order.ts';

const mark = (row: number, code: string, more: Partial<RowReview> = {}): RowReview => ({
  ...{ row, id: '', step: 0, steps: 2, tool: 'book', code, note: '' },
  ...more,
});
const readOf = (marks: readonly RowReview[]): Reviews => marks.reduce(withMark, NO_REVIEWS);
const right = (row: number): RowReview => mark(row, '', { step: null });

const analysis = fc
  .array(fc.tuple(fc.nat(40), fc.constantFrom('a', 'b', 'c', ''), fc.boolean()), { maxLength: 30 })
  .map((list) =>
    readOf(list.map(([row, code, isWhole]) => mark(row, code, { step: isWhole ? null : 1 }))),
  );

describe('shares', () => {
  it('of codes, of nothing wrong and of what has no code yet sum to the rows read', () => {
    fc.assert(
      fc.property(analysis, (known) => {
        const { read, groups, right, uncoded } = codeShares(known);
        const parts = [...groups, right, uncoded];
        expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(read);
        if (read > 0) expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
        for (const { share, interval } of read > 0 ? parts : []) {
          expect(interval!.low).toBeLessThanOrEqual(share + 1e-9);
          expect(interval!.high).toBeGreaterThanOrEqual(share - 1e-9);
        }
      }),
    );
  });

  it('count what was merged as one, and say which codes it was', () => {
    const known = mergeCode(
      readOf([mark(0, 'date'), mark(1, 'fare'), mark(2, 'fare'), right(3), mark(4, '')]),
      'date',
      'fare',
    );
    const { groups, right: fine, uncoded } = codeShares(known);
    expect(groups).toMatchObject([
      { code: { name: 'fare' }, rows: 3, share: 0.6, parts: [{ name: 'date', rows: 1 }] },
    ]);
    expect([fine.rows, uncoded.rows]).toEqual([1, 1]);
    expect(marksOfCode(known, 'fare').map(({ row }) => row)).toEqual([0, 1, 2]);
  });
});

/** Rows with an exact match or not. */
function scored(values: readonly number[]): ScoreValues {
  const id = 'trajectory_exact_match';
  const outcomes = Uint8Array.from(values, (value) => Number(Number.isNaN(value)));
  return { id, metricId: id, values: Float64Array.from(values), outcomes };
}

describe('rows to read', () => {
  const columns = { ...NO_ROWS, rowCount: 5, scores: [scored([1, 0, Number.NaN, 0, 0])] };

  it('are those that fail, each once, in an order that is always the same', () => {
    const worth = rowsToRead(columns);
    expect([worth.count, worth.isFailing]).toEqual([3, true]);
    const read = new Set<number>();
    for (let next = nextToRead(columns, worth, read); next >= 0;) {
      expect(read.has(next)).toBe(false);
      read.add(next);
      next = nextToRead(columns, worth, read);
    }
    expect([...read].sort()).toEqual([1, 3, 4]);
  });

  it('are all where none fails or nothing tells', () => {
    const fine = rowsToRead({ ...columns, scores: [scored([1, 1, 1, 1, 1])] });
    expect([fine.count, fine.isFailing, fine.has(4), fine.has(5)]).toEqual([5, false, true, false]);
    expect(rowsToRead({ ...columns, scores: [] }).count).toBe(5);
  });
});
