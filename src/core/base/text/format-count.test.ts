import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCount } from './format-count.ts';

it('writes whole numbers as English does', () => {
  expect(formatCount(62_400)).toBe('62,400');
  fc.assert(
    fc.property(fc.integer(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString('en'));
    }),
  );
});
