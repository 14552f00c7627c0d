import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAmount, formatCount, formatOf } from './format-count.ts';

it('writes whole numbers as English does', () => {
  expect(formatCount(62_400)).toBe('62,400');
  fc.assert(
    fc.property(fc.integer(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString('en'));
    }),
  );
});

it('writes amounts with the digits that say something', () => {
  expect([1200, 0, 2.5, 0.0312, 12.25, null].map(formatAmount)).toEqual([
    '1,200',
    '0',
    '2.50',
    '0.031',
    '12.25',
    '–',
  ]);
});

it('writes values of a scale: small amounts keep their digits, shares have two', () => {
  expect(formatOf('amount')(0.0042)).toBe('0.0042');
  expect(formatOf('share')(0.0042)).toBe('0.00');
  expect(formatOf(undefined)(null)).toBe('–');
});
