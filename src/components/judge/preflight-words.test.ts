import { expect, test } from 'vitest';
import { writeDuration, writeMoney } from './preflight-words.ts';

test('what is not known is not 0', () => {
  expect(writeMoney(undefined)).toMatch(/^unknown/);
  expect(writeDuration(undefined)).toMatch(/^unknown/);
  expect([0, 0.001, 1.239].map(writeMoney)).toEqual([
    'about $0.00',
    'less than $0.01',
    'about $1.24',
  ]);
  expect([12_400, 89_000, 120_000, 7_200_000].map(writeDuration)).toEqual([
    'about 12 s',
    'about 89 s',
    'about 2 min',
    'about 2 h',
  ]);
});
