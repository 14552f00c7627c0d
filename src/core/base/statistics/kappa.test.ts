import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import cases from '../../../../tests/fixtures/error-codes/published.json' with { type: 'json' };
import { correctedShare } from './corrected-share.ts';
import { kappaOf } from './kappa.ts';

describe('kappa', () => {
  it.each(cases.kappa)('$source', ({ matrix, kappa, low, high }) => {
    const found = kappaOf(matrix);
    expect(found?.kappa).toBeCloseTo(kappa, 4);
    if (low === undefined) return;
    expect(found?.interval?.low).toBeCloseTo(low, 4);
    expect(found?.interval?.high).toBeCloseTo(high, 4);
  });

  const counts = fc.integer({ min: 1, max: 5 }).chain((size) =>
    fc.array(fc.array(fc.nat(20), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  );

  it('of a reader with itself is 1, and does not exist where there is one category', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), (rows) => {
        const matrix = rows.map((count, i) => rows.map((_, j) => (i === j ? count : 0)));
        const found = kappaOf(matrix);
        const used = rows.filter((count) => count > 0).length;
        if (used === 0) expect(found).toBeUndefined();
        else if (used === 1) expect(found).toMatchObject({ kappa: null, interval: null });
        else expect(found).toMatchObject({ kappa: 1, agreement: 1, interval: { low: 1, high: 1 } });
      }),
    );
  });

  it('lies within its interval, within −1 to 1, and is the same with readers changed over', () => {
    fc.assert(
      fc.property(counts, (matrix) => {
        const found = kappaOf(matrix);
        const other = kappaOf(matrix.map((_, j) => matrix.map((line) => line[j] ?? 0)));
        expect(other === undefined).toBe(found === undefined);
        const isNone = (found?.kappa ?? null) === null;
        expect((other?.kappa ?? null) === null).toBe(isNone);
        if (!found || found.kappa === null) return;
        expect(other?.kappa).toBeCloseTo(found.kappa, 9);
        const { low, high } = found.interval!;
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(found.kappa + 1e-9);
        expect(high).toBeGreaterThanOrEqual(found.kappa - 1e-9);
      }),
    );
  });
});

describe('a corrected share', () => {
  it.each(cases.correctedShare)(
    '$source',
    ({ claimed, of, truePositives, falsePositives, share }) => {
      const found = correctedShare(claimed / of, truePositives, falsePositives);
      expect(found?.share).toBeCloseTo(share, 4);
      expect(found?.isClipped).toBe(false);
    },
  );

  it('is the apparent one of a perfect test, and none of a test that says nothing', () => {
    expect(correctedShare(0.3, 1, 0)).toEqual({ share: 0.3, isClipped: false });
    expect(correctedShare(0.3, 0.5, 0.5)).toBeUndefined();
    expect(correctedShare(0.3, 0.2, 0.6)).toBeUndefined();
    expect(correctedShare(0.05, 0.9, 0.1)).toEqual({ share: 0, isClipped: true });
    expect(correctedShare(0.95, 0.9, 0.1)).toEqual({ share: 1, isClipped: true });
  });

  it('undoes what a test does to a share', () => {
    const rate = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(rate, rate, rate, (share, hits, alarms) => {
        fc.pre(hits - alarms > 0.01);
        const apparent = share * hits + (1 - share) * alarms;
        expect(correctedShare(apparent, hits, alarms)?.share).toBeCloseTo(share, 6);
      }),
    );
  });
});
