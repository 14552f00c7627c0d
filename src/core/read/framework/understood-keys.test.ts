import { expect, it } from 'vitest';
import { TRACE_KEYS, findUnusedKeys } from './understood-keys.ts';

it('names an attribute whose value is a list of numbers of any size', () => {
  const values = [{ intValue: 9_007_199_254_740_993n }];
  const span = { attributes: [{ key: 'app.sizes', value: { arrayValue: { values } } }] };
  expect(findUnusedKeys([span], [], TRACE_KEYS)).toEqual({
    paths: ['attributes.app.sizes'],
    count: 1,
  });
});

it('takes numbers by the ids of calls as read, and nothing else among them', () => {
  const step = { times: { a: 0.25, b: '4', note: 'warm' } };
  const understood = { has: () => false, numbersById: new Set(['times']) };
  expect(findUnusedKeys([step], [], understood)?.paths).toEqual(['times.b', 'times.note']);
});
