import { expect, it } from 'vitest';
import { findAtPath, isPath } from './json-path.ts';

const ANSWER = { out: { steps: [{ tool: 'a' }, { tool: 'b' }], text: 'done' }, 'x.y': [1, 2] };

it('finds keys, places, every item, and keys in quotes', () => {
  expect(findAtPath(ANSWER, 'out.text')).toEqual(['done']);
  expect(findAtPath(ANSWER, '$.out.steps[1].tool')).toEqual(['b']);
  expect(findAtPath(ANSWER, 'out.steps[].tool')).toEqual(['a', 'b']);
  expect(findAtPath(ANSWER, 'out.steps[*].tool')).toEqual(['a', 'b']);
  expect(findAtPath(ANSWER, '["x.y"][0]')).toEqual([1]);
  expect(findAtPath({ a: '{"b": [3]}' }, 'a.b[0]')).toEqual([3]);
});

it('finds nothing where a path leads nowhere, and the whole at its beginning', () => {
  expect(findAtPath(ANSWER, 'out.none')).toEqual([]);
  expect(findAtPath(ANSWER, 'out.steps.tool')).toEqual([]);
  expect(findAtPath(ANSWER, 'constructor')).toEqual([]);
  expect(findAtPath(ANSWER, '$')).toEqual([ANSWER]);
  expect(isPath('out.steps[')).toBe(false);
  expect(isPath('a b.c')).toBe(true);
});
