import { expect, test } from 'vitest';
import { formatMoney } from './texts.ts';

test('what is not known is not 0', () => {
  expect(formatMoney(undefined)).toMatch(/^unknown/);
  expect([0, 0.001, 1.239].map(formatMoney)).toEqual([
    'about $0.00',
    'less than $0.01',
    'about $1.24',
  ]);
});
