import { expect, test } from 'vitest';
import { formatDuration, formatMoney, formatRemaining } from './format-number.ts';

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

const at = (share: number, seconds: number): string =>
  formatRemaining({ bytesTotal: 1000, bytesDone: share * 1000, startedAtMs: 0 }, seconds * 1000);

test('tells the time left by the speed so far', () => {
  expect(at(0.5, 10)).toBe('10 s left');
  expect(at(0.1, 30)).toBe('5 min left');
  expect(at(0.99, 20)).toBe('a moment left');
});

test('says nothing while there is nothing to go by', () => {
  expect(at(0, 10)).toBe('');
  expect(at(1, 10)).toBe('');
  expect(at(0.5, 1)).toBe('');
});
