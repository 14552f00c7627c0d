import fc from 'fast-check';
import { expect, it } from 'vitest';
import cases from '../../../../tests/fixtures/error-codes/published.json' with { type: 'json' };
import { kappaOf } from './kappa.ts';

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
