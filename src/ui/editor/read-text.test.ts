import { expect, it } from 'vitest';
import { tooLargeToPaste } from './read-text.ts';

const MEGABYTE = 1_000_000;

const tooLarge = (pasted: string, value = '', from = 0, to = 0): string | undefined =>
  tooLargeToPaste(pasted, { value, selectionStart: from, selectionEnd: to }, MEGABYTE);

it('lets the editor take what it can hold', () => {
  expect(tooLarge('ab', 'cd')).toBeUndefined();
  expect(tooLarge('x'.repeat(MEGABYTE), 'cd', 0, 2)).toBeUndefined();
});

it('counts bytes, not characters, and lines: each is laid out', () => {
  for (const pasted of ['語'.repeat(MEGABYTE / 2), '\n'.repeat(20_000)])
    expect(tooLarge(pasted)).toBe(pasted);
  expect(tooLarge('\n'.repeat(19_999))).toBeUndefined();
});

it('gives the pasted text, or the whole when only both together are too large', () => {
  const large = 'x'.repeat(MEGABYTE + 1);
  expect(tooLarge(large, 'ab', 1, 1)).toBe(large);
  expect(tooLarge('y'.repeat(MEGABYTE), 'abc', 1, 2)).toBe(`a${'y'.repeat(MEGABYTE)}c`);
});
