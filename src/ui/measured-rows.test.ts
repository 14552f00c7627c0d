import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../tests/support/law-runs.ts';
import { RowHeights } from './measured-rows.ts';

const heights = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });
const changes = fc.array(fc.tuple(fc.nat(59), fc.integer({ min: 1, max: 900 })), { maxLength: 20 });

it('heights of rows are those of a plain list, whatever was measured', () => {
  fc.assert(
    fc.property(heights, changes, fc.nat(40_000), (given, measured, at) => {
      const plain = [...given];
      const rows = new RowHeights(plain.length, (index) => plain[index]!);
      for (const [index, height] of measured) {
        const isChange = index < plain.length && plain[index] !== height;
        expect(rows.set(index, height)).toBe(isChange);
        if (index < plain.length) plain[index] = height;
      }
      const tops = plain.map((_, index) => plain.slice(0, index).reduce((a, b) => a + b, 0));
      expect(plain.map((_, index) => rows.topOf(index))).toEqual(tops);
      expect(rows.total).toBe(plain.reduce((a, b) => a + b, 0));
      expect(rows.rowAt(at)).toBe(
        Math.max(
          0,
          tops.findLastIndex((top) => top <= at),
        ),
      );
    }),
    { numRuns: lawRuns(60) },
  );
});

it('heights of rows of no rows are nothing', () => {
  const rows = new RowHeights(0, () => 20);
  expect([rows.total, rows.rowAt(10), rows.topOf(3), rows.set(0, 5)]).toEqual([0, 0, 0, false]);
});
