import { expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { PATTERN_KEYS, PatternFinder, type PatternFacts } from './find-reference-patterns.ts';

const ROLES = { reference_trajectory: 'expected', reference_trajectories: 'all' };
const call = (tool_input: JsonValue, more: object = {}) => ({
  tool_name: 'a',
  tool_input,
  ...more,
});

function factsOf(...references: JsonValue[]): PatternFacts {
  const finder = new PatternFinder(ROLES);
  for (const [row, expected] of references.entries()) finder.add({ expected }, row, '$any');
  return finder.finish();
}

it('counts rows whose references hold patterns of values, of order, and groups', () => {
  expect(
    factsOf(
      [call({ x: 'plain' })],
      [call({ x: { $any: [1] } })],
      [call({}, { $step: 'first' })],
      [{ $inAnyOrder: [call({})] }],
      [call({ $anything: true })],
      JSON.stringify([call({ x: { $any: [1] } })]),
    ),
  ).toEqual({ found: { count: 5, first: 1, key: '$any' } });
});

it('looks at further references, and at references only', () => {
  const finder = new PatternFinder(ROLES);
  finder.add({ expected: [call({})], all: [[call({})], [call({ x: { $any: [1] } })]] }, 7, '$any');
  finder.add({ expected: [call({})], made: [call({ x: { $any: [1] } })] }, 8, '$any');
  expect(finder.finish()).toEqual({ found: { count: 1, first: 7, key: '$any' } });
});

it('says what cannot be used: an argument, a group, an expression, an order', () => {
  const reason = (reference: JsonValue) => factsOf(reference).broken?.problem;
  expect(reason([call({ x: { $any: 1 } })])).toMatchObject({ path: '/0/tool_input/x/$any' });
  expect(reason([{ $optional: [] }])).toMatchObject({ path: '/0/$optional' });
  expect(reason([call({ x: { $regex: '(' } })])).toMatchObject({ path: '/0/tool_input/x/$regex' });
  expect(reason([call({}, { $step: 'a', $after: ['a'] })])).toBeDefined();
  expect(factsOf([call({ x: { $any: [1] } })], [call({ x: { $any: [] } })])).toMatchObject({
    found: { count: 2, first: 0 },
    broken: { count: 1, first: 1 },
  });
});

it('names a variable that is used only once', () => {
  const uses = (...names: string[]) => names.map((name) => call({ id: { $var: name } }));
  expect(factsOf(uses('order', 'order'), uses('order', 'user', 'order'), uses('x')).lonely).toEqual(
    {
      ...{ count: 2, first: 1, name: 'user' },
    },
  );
  const rounds = (atMost: number) => [{ $repeat: { steps: uses('order'), atMost } }];
  expect(factsOf(rounds(2)).lonely).toBeUndefined();
  expect(factsOf(rounds(1)).lonely).toMatchObject({ name: 'order' });
});

it('reserves keys of all three kinds', () => {
  expect([...PATTERN_KEYS]).toEqual(expect.arrayContaining(['$var', '$inAnyOrder', '$after']));
});
