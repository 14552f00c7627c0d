import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { call, calls } from '../../../tests/support/build.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { EXACT_MATCHER, createMatcher, pairWithNames } from './match-calls.ts';
import { EXACT_RULES, type ArgumentRule } from './rules.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { isCovered, isSameSequence, precisionOf, recallOf } from './compare-pair.ts';

const CASES = tablesOf<{
  argumentPairs: [string, Partial<ArgumentRule>, JsonValue, JsonValue, boolean][];
}>('matching');

/** Whether a call with some arguments matches one with others. */
function isMatch(made: JsonValue, expected: JsonValue, rule: Partial<ArgumentRule>): boolean {
  const matcher = createMatcher({ ...EXACT_RULES, rule: { mode: 'exact', ...rule } });
  const { prediction, reference, links } = matcher.pair([call('t', made)], [call('t', expected)]);
  const [p, r] = [prediction[0]!, reference[0]!];
  return p === r || (links?.[p]?.has(r) ?? false);
}

describe('createMatcher', () => {
  it('is plain equality itself where no rule departs from it', () => {
    expect(createMatcher(undefined)).toBe(EXACT_MATCHER);
    const tools = [{ tool: 'a', rule: { mode: 'exact' as const, ignoredPaths: [] } }];
    expect(createMatcher({ ...EXACT_RULES, tools })).toBe(EXACT_MATCHER);
    expect(EXACT_MATCHER.pair(calls('ab'), calls('b'))).not.toHaveProperty('links');
  });

  it.each<[string, Partial<ArgumentRule>, JsonValue, JsonValue, boolean]>([
    ...CASES.argumentPairs,
    ['absolute', { absoluteTolerance: 1 }, Infinity, 5, false],
    ['big', { ignoreListOrder: true }, [2n ** 60n, 1], [1, 2 ** 60], true],
  ])('%s', (_name, rule, made, expected, matches) => {
    expect(isMatch(made, expected, rule)).toBe(matches);
  });

  it.each(['+7', '0x7', '7.', '.7', '', '7e', 'NaN', '７', '7 ', '7n'])(
    'takes %j for no number',
    (text) => {
      expect(isMatch([text], [7], { numbersAsText: true })).toBe(false);
      expect(isMatch([text], [text], { numbersAsText: true })).toBe(true);
    },
  );

  it('uses the rule of the tool where there is one', () => {
    const matcher = createMatcher({
      rule: { mode: 'ignore' },
      tools: [{ tool: 'pay', rule: { mode: 'superset' } }],
      optionalCalls: false,
    });
    const made = [call('pay', { sum: 5, note: '' }), call('look', { q: 1 })];
    const expected = [call('look', { q: 2 }), call('pay', { sum: 5 }), call('pay', { sum: 6 })];
    const { prediction, reference, links } = matcher.pair(made, expected);
    expect(prediction[1]).toBe(reference[0]);
    expect([...(links?.[prediction[0]!] ?? [])]).toEqual([prediction[0], reference[1]]);
  });

  it('marks optional calls only where the rules and the data say so', () => {
    const optional = {
      ...call('a'),
      source: { tool_name: 'a', tool_input: {}, optional: true },
    };
    const { pair, pairNames } = createMatcher({ ...EXACT_RULES, optionalCalls: true });
    expect(pair([], [call('a'), optional]).optional).toEqual([false, true]);
    expect(pairNames([], [optional]).optional).toEqual([true]);
    expect(pair([], calls('ab'))).not.toHaveProperty('optional');
    expect(EXACT_MATCHER.pair([], [optional])).not.toHaveProperty('optional');
  });
});

const read = (...items: JsonValue[]): Trajectory => {
  const side = readTrajectory(items);
  return side.state === 'calls' ? side.calls : [];
};
const cell = (tool_name: string, tool_input: JsonValue): JsonValue => ({ tool_name, tool_input });
const pair = (made: Trajectory, expected: Trajectory) =>
  pairWithNames(EXACT_MATCHER.pair, made, expected);

describe('pairWithNames', () => {
  it('compares calls that are names by name, and the others by arguments too', () => {
    const expected = read(cell('a', { x: 1 }), 'b');
    expect(isSameSequence(pair(read(cell('a', { x: 1 }), cell('b', { y: 2 })), expected))).toBe(
      true,
    );
    expect(isSameSequence(pair(read(cell('a', { x: 2 }), cell('b', {})), expected))).toBe(false);
    expect(isSameSequence(pair(read(cell('a', { x: 1 }), cell('c', {})), expected))).toBe(false);
  });

  it('does not take a call without arguments for a name', () => {
    const twice = pair(
      read(cell('b', { y: 1 }), cell('a', 1)),
      read('b', cell('b', {}), cell('a', 1)),
    );
    expect(isCovered(twice)).toBe(false);
    expect(recallOf(twice, 'membership')).toBeCloseTo(2 / 3);
    expect(precisionOf(twice, 'membership')).toBe(1);
  });

  it('is like comparing without it where no call is a name', () => {
    const input = fc.constantFrom({}, { x: 1 }, null, 'b');
    const list = fc.array(fc.tuple(fc.constantFrom('a', 'b'), input), { maxLength: 6 });
    fc.assert(
      fc.property(list, list, (made, expected) => {
        const sideOf = (side: typeof made): Trajectory =>
          side.map(([tool_name, tool_input]) => ({ tool_name, tool_input, source: {} }));
        const exact = EXACT_MATCHER.pair(sideOf(made), sideOf(expected));
        expect(pair(sideOf(made), sideOf(expected))).toEqual(exact);
      }),
    );
  });
});
