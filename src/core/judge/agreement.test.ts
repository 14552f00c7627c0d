import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementOf, nearestScore, type LabelledRow } from './agreement.ts';

/** Rows by [human, judge, how many]. */
const rowsOf = (...counts: readonly (readonly [number, number, number])[]): LabelledRow[] =>
  counts.flatMap(([human, judge, n]) => Array.from({ length: n }, () => ({ human, judge })));

describe('agreementOf', () => {
  it('gives kappa as worked out by hand', () => {
    // 50 rows: 20 both 1, 15 both 0, 5 only the person, 10 only the judge
    const found = agreementOf(rowsOf([1, 1, 20], [0, 0, 15], [1, 0, 5], [0, 1, 10]), [0, 1]);
    expect(found).toMatchObject({
      rows: 50,
      matrix: [
        [15, 10],
        [5, 20],
      ],
      agreement: 0.7,
      byChance: 0.5,
      baseRate: 0.5,
      balancedAccuracy: 0.7,
    });
    expect(found?.kappa).toBeCloseTo(0.4, 12);
    expect(found?.f1).toBeCloseTo((30 / 45 + 40 / 55) / 2, 12);
  });

  it('is not taken in by a judge that always says the same', () => {
    const found = agreementOf(rowsOf([1, 1, 45], [0, 1, 5]), [0, 1]);
    expect(found).toMatchObject({ agreement: 0.9, baseRate: 0.9, kappa: 0, balancedAccuracy: 0.5 });
    expect(agreementOf(rowsOf([1, 1, 9]), [0, 1])).toMatchObject({ agreement: 1, kappa: null });
    expect(agreementOf([], [0, 1])).toBeUndefined();
  });

  it('keeps to its laws', () => {
    const score = fc.constantFrom(1, 2, 3);
    const rows = fc.array(fc.record({ human: score, judge: score }), { minLength: 1 });
    fc.assert(
      fc.property(rows, (list) => {
        const found = agreementOf(list, [1, 2, 3])!;
        const turned = agreementOf(
          list.map(({ human, judge }) => ({ human: judge, judge: human })),
          [1, 2, 3],
        )!;
        expect(found.matrix.flat().reduce((a, b) => a + b)).toBe(list.length);
        expect(turned.kappa ?? 1).toBeCloseTo(found.kappa ?? 1, 12);
        expect(found.kappa ?? 1).toBeLessThanOrEqual(1);
        expect(found.agreement).toBeLessThanOrEqual(1);
        const itself = agreementOf(
          list.map(({ human }) => ({ human, judge: human })),
          [1, 2, 3],
        );
        expect(itself).toMatchObject({ agreement: 1, balancedAccuracy: 1, f1: 1 });
      }),
    );
  });
});

it('takes the mean of samples for the rating it is nearest to', () => {
  expect([1.4, 1.5, 4.9].map((score) => nearestScore(score, [1, 2, 5]))).toEqual([1, 1, 5]);
});
