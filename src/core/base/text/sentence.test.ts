import { expect, it } from 'vitest';
import { boundText } from './sentence.ts';

it('cuts only what is too long', () => {
  expect(boundText('abc', 3)).toBe('abc');
  expect(boundText('abcd', 3)).toBe('abc…');
});

it('never cuts a character in half', () => {
  expect(boundText('ab😀', 3)).toBe('ab…');
  expect(boundText('ab😀c', 4)).toBe('ab😀…');
});
