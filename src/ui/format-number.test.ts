import { expect, test } from 'vitest';
import { formatRemaining } from './format-number.ts';

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
