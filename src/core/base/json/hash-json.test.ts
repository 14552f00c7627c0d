import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprintOf, hashBytes } from './equal-json.ts';

it('hashBytes depends on every byte, the length and the seed', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (list, place, change) => {
      const hash = hashBytes(list);
      const other = Uint8Array.from(list);
      other[place % list.length]! ^= change;
      expect(hashBytes(Uint8Array.from(list))).toBe(hash);
      expect(hashBytes(other)).not.toBe(hash);
      expect(hashBytes(Uint8Array.of(...list, 0))).not.toBe(hash);
      expect(hashBytes(list, 1)).not.toBe(hash);
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
    }),
  );
});

it('fingerprintOf depends on the hashes, their order and the size', () => {
  const prints = [
    fingerprintOf([1, 2], 9),
    fingerprintOf([2, 1], 9),
    fingerprintOf([1, 2], 10),
    fingerprintOf([1], 9),
    fingerprintOf([], 0),
  ];
  expect(new Set(prints).size).toBe(prints.length);
  expect(fingerprintOf([1, 2], 9)).toBe(prints[0]);
  expect(prints[0]).toMatch(/^[0-9a-f]{16}-9$/);
});
