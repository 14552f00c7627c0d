import { expect, it } from 'vitest';
import { freeName } from './free-name.ts';

it.each([
  ['a', [], 'a'],
  ['a', ['a'], 'a_2'],
  ['a', ['a', 'a_2', 'a_4'], 'a_3'],
  ['a', ['b', 'a_2'], 'a'],
])('%s beside %j is %s', (name, taken, free) => {
  expect(freeName(name, new Set(taken))).toBe(free);
});

it('numbers many copies of a name in linear time, past names that are taken', () => {
  const taken = new Set(['a_3']);
  const copies = new Map<string, number>();
  for (let count = 0; count < 100_000; count++) taken.add(freeName('a', taken, copies));
  expect(taken.size).toBe(100_001);
  expect([...taken].slice(0, 4)).toEqual(['a_3', 'a', 'a_2', 'a_4']);
});
