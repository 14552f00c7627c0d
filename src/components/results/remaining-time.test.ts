import { expect, it } from 'vitest';
import { remainingInWords } from './remaining-time.ts';

const at = (share: number, seconds: number): string =>
  remainingInWords(
    { datasetName: '', rowCount: 0, bytesTotal: 1000, bytesDone: share * 1000, startedAtMs: 0 },
    seconds * 1000,
  );

it('tells the time left by the speed so far', () => {
  expect(at(0.5, 10)).toBe('10 s left');
  expect(at(0.1, 30)).toBe('5 min left');
  expect(at(0.99, 20)).toBe('a moment left');
});

it('says nothing while there is nothing to go by', () => {
  expect(at(0, 10)).toBe('');
  expect(at(1, 10)).toBe('');
  expect(at(0.5, 1)).toBe('');
});
