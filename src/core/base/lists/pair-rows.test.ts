import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairRows } from './pair-rows.ts';

const keys = fc
  .array(fc.constantFrom(0, 1, 2, 3, 2 ** 52, 7.5, Number.NaN), { maxLength: 12 })
  .map((list) => Float64Array.from(list));

it('pairs by occurrence and leaves the rest', () => {
  const pairs = pairRows(Float64Array.of(5, 7, 5, 9), Float64Array.of(5, 8, 5, 5, 7));
  expect(pairs).toEqual({
    baselineRows: Uint32Array.of(0, 1, 2),
    candidateRows: Uint32Array.of(0, 4, 2),
    partners: Int32Array.of(0, 4, 2, -1),
    onlyBaseline: Uint32Array.of(3),
    onlyCandidate: Uint32Array.of(1, 3),
    duplicates: 3,
  });
});

it('pairs each key as often as the rarer side has it, in order', () => {
  fc.assert(
    fc.property(keys, keys, (a, b) => {
      const { baselineRows, candidateRows, onlyBaseline, onlyCandidate, partners } = pairRows(a, b);
      expect([...onlyBaseline].every((row) => partners[row] === -1)).toBe(true);
      expect([...baselineRows].map((row) => partners[row])).toEqual([...candidateRows]);
      expect([...baselineRows, ...onlyBaseline].sort((x, y) => x - y)).toEqual([...a.keys()]);
      expect([...candidateRows, ...onlyCandidate].sort((x, y) => x - y)).toEqual([...b.keys()]);
      for (const [pair, row] of baselineRows.entries()) {
        expect(a[row]).toBe(b[candidateRows[pair]!]);
      }
      for (const key of new Set([...a, ...b])) {
        const count = (list: Float64Array): number => list.filter((k) => k === key).length;
        const rows = [...baselineRows].filter((row) => a[row] === key);
        expect(rows.length).toBe(Math.min(count(a), count(b)));
        expect(rows).toEqual([...rows].sort((x, y) => x - y));
      }
    }),
  );
});

it('takes a million rows', () => {
  const list = Float64Array.from({ length: 1_000_000 }, (_, row) => (row * 7919) % 1_000_003);
  const reversed = list.toReversed();
  const { baselineRows, candidateRows } = pairRows(list, reversed);
  expect(baselineRows.length).toBe(1_000_000);
  expect(candidateRows[0]).toBe(999_999);
});
