import { expect, it } from 'vitest';
import { namesIn, splitNames } from './call-names.ts';

it.each([
  ['search -> book', ['search', 'book']],
  ['a|b ; c,d → e', ['a', 'b', 'c', 'd', 'e']],
  ['a\r\n\n \n b', ['a', 'b']],
  ['a,\nb\n,c', ['a', 'b', 'c']],
  ['a,,b', ['a', '', 'b']],
  [' ', ['']],
])('splits %j', (text, names) => {
  expect(splitNames(text)).toEqual(names);
});

it('looks at white space once', () => {
  expect(splitNames(`${'a\n\n'.repeat(40_000)}${' '.repeat(400_000)}!`)).toHaveLength(40_001);
  expect(namesIn(`a${' '.repeat(9000)}b`)).toBeUndefined();
});
