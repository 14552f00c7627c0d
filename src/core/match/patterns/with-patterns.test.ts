import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { whyNot } from '#core/explain/row/why-not.ts';
import { alignTrajectories } from '#core/match/align.ts';
import { bestReference } from '#core/match/best-reference.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { signaturesOf } from '#core/match/signature.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';

const CASES = tablesOf<{
  refusedGroups: [JsonValue, string, string][];
}>('patterns');

const MATCHER = createMatcher({ ...EXACT_RULES, patterns: true });
const ROLES = { predicted_trajectory: 'p', reference_trajectory: 'r' };

function step(tool_name: JsonValue, tool_input: JsonValue): JsonValue {
  return { tool_name, tool_input };
}

function explain(p: JsonValue, r: JsonValue) {
  const { row, issues } = readRow({ p, r }, ROLES, 1, MATCHER);
  const best = bestReference(row);
  if (!best || row.prediction.state !== 'calls') return { issues };
  const { calls } = row.prediction;
  const slots = alignTrajectories(best.reference, calls, best.pair);
  const why = whyNot(slots, best.reference, calls, MATCHER.diff);
  return {
    kinds: slots.map(({ kind }) => kind),
    words: why.words.map(({ text }) => text).join(''),
    causes: signaturesOf(slots, best.reference, calls, MATCHER.diff).map((line) =>
      line.split('\t'),
    ),
  };
}

it('says in words what a pattern expected', () => {
  const reference = [step('refund', { id: { $var: 'id' }, reason: { $any: ['late', 'lost'] } })];
  const { kinds, words, causes } = explain([step('refund', { id: 7, reason: 'no' })], reference);
  expect(kinds).toEqual(['changed']);
  expect(words).toBe('reason expected one of 2: "late" or "lost", was "no"');
  expect(causes).toEqual([['changed', '', '', '/reason', 'refund']]);
});

it('aligns with the closest of the ways, in an order that is allowed', () => {
  const reference = [
    { $inAnyOrder: [step('a', {}), step('b', {})] },
    { $oneOf: [[step('c', {})], [step('d', {}), step('e', {})]] },
    { $optional: [step('f', {}), step('g', {})] },
  ];
  const made = [step('b', {}), step('a', {}), step('d', {}), step('e', {})];
  expect(explain(made, reference)).toEqual({
    kinds: ['equal', 'equal', 'equal', 'equal'],
    words: '',
    causes: [],
  });
  expect(explain(made.slice(0, 3), reference)).toMatchObject({
    kinds: ['equal', 'equal', 'equal', 'missing'],
    words: 'missing e',
  });
});

it('names the values that a variable keeps from matching', () => {
  const reference = [
    step('buy', { item: 7, id: { $var: 'order' } }),
    step('confirm', { to: [{ $var: 'order' }] }),
  ];
  const { words, causes } = explain(
    [step('buy', { item: 7, id: 'A1' }), step('confirm', { to: ['A2'] })],
    reference,
  );
  expect(words).toMatch(/expected any value, the same as every other order, was "A\d"/);
  expect(causes).toHaveLength(1);
});

it('takes what is made for what is required before what is optional', () => {
  const search = step('search', { q: { $nonEmpty: true } });
  const rounds = { $repeat: { steps: [search], atLeast: 2, atMost: 4 } };
  const made = [step('search', { q: 'a' }), step('search', { q: 'b' })];
  const kinds = ['equal', 'equal', 'missing', 'missing', 'equal'];
  expect(explain([...made, step('end', {})], [rounds, step('end', {})]).kinds).toEqual(kinds);
  const either = [{ $optional: [search] }, step('search', { q: 'a' })];
  expect(explain([made[0]!], either).kinds).toEqual(['missing', 'equal']);
});

it('names the steps of a circle, and where one of them can be changed', () => {
  const named = (name: string, ...after: string[]) => ({
    ...{ tool_name: name, tool_input: {}, $step: name },
    ...(after.length > 0 ? { $after: after } : {}),
  });
  const reasonOf = (...r: JsonValue[]) => {
    const { reference } = readRow({ p: [], r }, ROLES, 1, MATCHER).row;
    return reference.state === 'unreadable' && reference.problem;
  };
  expect(reasonOf(step('x', {}), named('a', 'c'), named('b', 'a'), named('c', 'b'))).toMatchObject({
    path: '/1/$after',
    reason: expect.stringMatching(
      /^“a” comes after “c”, which comes after “b”, which comes after “a”:/,
    ) as string,
  });
  // without $after, a step comes after the one before
  expect(reasonOf({ ...(step('pay', {}) as object), $after: ['b'] }, named('b'))).toMatchObject({
    path: '/0/$after',
    reason: expect.stringMatching(/^“pay” comes after “b”, which comes after “pay”:/) as string,
  });
});

it('leaves a row with a malformed pattern out and says where it is', () => {
  const { issues } = explain(
    [],
    [step('a', {}), { $inAnyOrder: [step('b', { x: { $anyof: [1] } })] }],
  );
  expect(issues).toMatchObject([
    {
      code: 'trajectory_unreadable',
      problem: {
        code: 'pattern_malformed',
        path: '/1/$inAnyOrder/0/tool_input/x',
        nearest: '{"$any":[1]}',
      },
    },
  ]);
});

it.each(CASES.refusedGroups)('refuses %j', (item, path, reason) => {
  const { row } = readRow({ p: [], r: [item] }, ROLES, 1, MATCHER);
  expect(row.reference).toMatchObject({
    state: 'unreadable',
    problem: { code: 'pattern_malformed', path, reason: expect.stringMatching(reason) as string },
  });
});

it('has plain values and no groups where patterns are off', () => {
  const group = [{ $inAnyOrder: [step('a', {})] }];
  expect(readRow({ p: [], r: group }, ROLES, 1).row.reference).toMatchObject({
    problem: { code: 'patterns_off' },
  });
  expect(readRow({ p: group, r: [] }, ROLES, 1, MATCHER).row.prediction).toMatchObject({
    problem: { code: 'call_without_tool_name' },
  });
  const literal = [step('a', { x: { $any: [1] } })];
  expect(readRow({ p: literal, r: literal }, ROLES, 1).row.pair).toMatchObject({
    prediction: [0],
    reference: [0],
  });
  const { row } = readRow({ p: literal, r: literal }, ROLES, 1, MATCHER);
  expect(
    row.pair?.links?.[row.pair.prediction[0] as number]?.has(row.pair.reference[0] as number),
  ).toBe(false);
});
