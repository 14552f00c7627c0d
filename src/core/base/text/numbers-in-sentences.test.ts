import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAmount, formatCount, formatOf, formatScore, toDecimals } from './sentence.ts';

it('writes whole numbers as English does', () => {
  expect(formatCount(62_400)).toBe('62,400');
  fc.assert(
    fc.property(fc.integer(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString('en'));
    }),
  );
});

it('writes amounts with the digits that say something', () => {
  const amounts = [1200, 47_919.55, 0, 2.5, 0.0312, 12.25, null];
  expect(amounts.map(formatAmount).join(' ')).toBe('1,200 47,920 0 2.50 0.031 12.25 –');
});

it.each([
  [0, '0.00'],
  [1, '1.00'],
  [0.999, '0.999'],
  [-0.004, '-0.004'],
  [0.00004, '0.00004'],
  [1 - 1e-15, '1.00'],
  [2.999, '3.00'],
])('writes %d as %s: what is neither 0 nor 1 never reads as either', (value, text) => {
  expect(formatScore(value)).toBe(text);
});

it('writes a share in per cent alike', () => {
  expect(toDecimals(99.97, 1, 100)).toBe('99.97');
  expect(toDecimals(0.02, 1, 100)).toBe('0.02');
  expect(toDecimals(100, 1, 100)).toBe('100.0');
});

it('writes values of a scale: small amounts keep their digits, shares have two', () => {
  expect(formatOf('amount')(0.0042)).toBe('0.0042');
  expect(formatOf('share')(0.42)).toBe('0.42');
  expect(formatOf(undefined)(null)).toBe('–');
});
