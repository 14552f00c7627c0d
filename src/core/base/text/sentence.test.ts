import { expect, it } from 'vitest';
import { listFirst } from './list-first.ts';
import { boundText } from './sentence.ts';

it('cuts only what is too long', () => {
  expect(boundText('abc', 3)).toBe('abc');
  expect(boundText('abcd', 3)).toBe('abc…');
});

it('never cuts a character in half', () => {
  expect(boundText('ab😀', 3)).toBe('ab…');
  expect(boundText('ab😀c', 4)).toBe('ab😀…');
});

it('lists the first of many names, and counts the others', () => {
  expect(listFirst([], 2)).toBe('');
  expect(listFirst(['a', 'b'], 2)).toBe('a, b');
  expect(listFirst(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  expect(listFirst(['a'], 2, 2001)).toBe('a and 2,000 more');
});
