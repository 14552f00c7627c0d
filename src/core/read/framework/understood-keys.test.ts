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
