import { expect, test } from 'vitest';
import { formatDuration, formatMoney } from './texts.ts';

test('what is not known is not 0', () => {
  expect(formatMoney(undefined)).toMatch(/^unknown/);
  expect(formatDuration(undefined)).toMatch(/^unknown/);
  expect([0, 0.001, 1.239].map(formatMoney)).toEqual([
    'about $0.00',
    'less than $0.01',
    'about $1.24',
  ]);
  expect([12_400, 89_000, 120_000, 7_200_000].map(formatDuration)).toEqual([
    'about 12 s',
    'about 89 s',
    'about 2 min',
    'about 2 h',
  ]);
});
