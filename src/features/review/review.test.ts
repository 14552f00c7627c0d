import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mergeCode,
  NO_REVIEWS,
  withReview,
  type Reviews,
  type RowReview,
} from '#core/score/review/review.ts';
import { NO_ROWS, type ScoreValues } from '#core/score/columns/scored-columns.ts';
import { codeShares } from './code-shares.ts';
import { readingOf } from './reading-order.ts';
import { verdictAgreements } from './verdict-agreement.ts';

const mark = (row: number, code: string, more: Partial<RowReview> = {}): RowReview => ({
  ...{ row, id: '', step: 0, steps: 2, tool: 'book', code, note: '' },
  ...more,
});
const readOf = (marks: readonly RowReview[]): Reviews => marks.reduce(withReview, NO_REVIEWS);
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
        const { read, groups, passing, unsure, uncoded } = codeShares(known);
        const parts = [...groups, passing, unsure, uncoded];
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
    const { groups, passing, uncoded } = codeShares(known);
    expect(groups).toMatchObject([
      { code: { name: 'fare' }, rows: 3, share: 0.6, parts: [{ name: 'date', rows: 1 }] },
    ]);
    expect([passing.rows, uncoded.rows]).toEqual([1, 1]);
    const several = readOf([mark(0, 'date', { furtherCodes: ['fare'] }), mark(1, 'fare')]);
    expect(codeShares(several).groups.map(({ rows }) => rows)).toEqual([2, 1]);
    expect(codeShares(mergeCode(several, 'date', 'fare')).groups[0]).toMatchObject({ rows: 2 });
  });
});

const ID = 'trajectory_exact_match';

/** Rows with an exact match or not. */
function scored(values: readonly number[]): ScoreValues {
  const outcomes = Uint8Array.from(values, (value) => Number(Number.isNaN(value)));
  return { id: ID, metricId: ID, values: Float64Array.from(values), outcomes };
}

describe('rows to read', () => {
  const columns = { ...NO_ROWS, rowCount: 5, scores: [scored([1, 0, Number.NaN, 0, 0])] };

  it('are those that fail, then the others, each once, in an order that is always the same', () => {
    let reviews = NO_REVIEWS;
    const reading = () => readingOf(columns, reviews, ID);
    expect(reading()).toMatchObject({ count: 3, isFailing: true, readCount: 0 });
    for (let next = reading().nextAfter(-1); next >= 0; next = reading().nextAfter(next)) {
      expect(reading().hasRead(next)).toBe(false);
      reviews = withReview(reviews, right(next));
    }
    const order = reviews.marks.map(({ row }) => row);
    expect(order.slice(0, 3).sort()).toEqual([1, 3, 4]);
    expect(reading()).toMatchObject({ readCount: 3, othersCount: 2 });
  });

  it('go by the threshold, and are all where none fails or nothing tells', () => {
    const none = { count: 5, isFailing: false };
    expect(readingOf(columns, undefined, ID, { [ID]: 0 })).toMatchObject(none);
    expect(readingOf({ ...columns, scores: [] }, undefined, ID)).toMatchObject(none);
    expect(readingOf(columns, undefined, '')).toMatchObject(none);
  });
});

describe('agreement of a metric with verdicts', () => {
  /** Reviews of the first rows: which a person fails. */
  const judged = (fails: readonly boolean[]): Reviews =>
    readOf(fails.map((isFail, row) => ({ ...right(row), verdict: isFail ? 'fail' : 'pass' })));
  const columnsOf = (values: readonly number[]) => ({
    ...NO_ROWS,
    rowCount: values.length,
    scores: [scored(values)],
  });

  it('has the rates of the rows read, and the share of all rows corrected by them', () => {
    // fails 6 of 10 rows; of 4 of these a person fails 3, of 2 others 1
    const columns = columnsOf([0, 0, 0, 0, 1, 1, 0, 0, 1, 1]);
    const known = judged([true, true, true, false, true, false]);
    const [found] = verdictAgreements(columns, known, {});
    expect(found).toMatchObject({
      column: { id: ID },
      truePositives: { rows: 3, of: 4 },
      falsePositives: { rows: 1, of: 2 },
      failing: 0.6,
      kappa: { rows: 6, agreement: 4 / 6 },
    });
    const { share, low, high } = found!.corrected!;
    expect(share).toBeCloseTo(0.6 * 0.75 + 0.4 * 0.5, 12);
    expect([low > 0, low < share, high > share, high < 1]).toEqual([true, true, true, true]);
  });

  it('corrects nothing where only one kind of rows was read, and passes over who is unsure', () => {
    const [found] = verdictAgreements(columnsOf([0, 0, 1, 1]), judged([true, true]), {});
    expect(found!.corrected).toBeUndefined();
    const unsure = readOf([{ ...right(0), verdict: 'unsure' }]);
    expect(verdictAgreements(columnsOf([0, 1]), unsure, {})).toEqual([]);
    expect(verdictAgreements(columnsOf([Number.NaN]), judged([true]), {})).toEqual([]);
  });

  it('gives the share itself where all rows were read', () => {
    const list = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(list, (rows) => {
        const columns = columnsOf(rows.map(([passes]) => Number(passes)));
        const fails = rows.map(([, isFail]) => isFail);
        const [found] = verdictAgreements(columns, judged(fails), {});
        expect(found!.corrected!.share).toBeCloseTo(fails.filter(Boolean).length / rows.length, 9);
      }),
    );
  });
});
