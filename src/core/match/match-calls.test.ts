import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, calls } from '../../../tests/support/build.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { EXACT_MATCHER, createMatcher, pairWithNames } from './match-calls.ts';
import { EXACT_RULES, type ArgumentRule } from './rules.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { isCovered, isSameSequence, precisionOf, recallOf } from './compare-pair.ts';

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
    ['ignore', { mode: 'ignore' }, { a: 1 }, [2], true],
    ['subset', { mode: 'subset' }, { a: 1 }, { a: 1, b: 2 }, true],
    ['subset', { mode: 'subset' }, { a: 1, b: 2 }, { a: 1 }, false],
    ['subset', { mode: 'subset' }, { o: { x: 1 } }, { o: { x: 1, y: 2 }, p: 0 }, true],
    ['subset', { mode: 'subset' }, {}, { a: 1 }, true],
    ['superset', { mode: 'superset' }, { a: 1, b: 2 }, { a: 1 }, true],
    ['superset', { mode: 'superset' }, { a: 2, b: 2 }, { a: 1 }, false],
    ['superset', { mode: 'superset' }, { l: [{ a: 1, b: 2 }] }, { l: [{ a: 1 }] }, true],
    ['superset', { mode: 'superset' }, { l: [1, 2] }, { l: [1] }, false],
    ['keys', { mode: 'keys', keys: ['a'] }, { a: 1, b: 2 }, { a: 1, c: 3 }, true],
    ['keys', { mode: 'keys', keys: ['a', 'b'] }, { a: 1, b: 2 }, { a: 1 }, false],
    ['keys', { mode: 'keys', keys: ['__proto__'] }, { a: 1 }, { a: 2 }, true],
    ['keys', { mode: 'keys', keys: [] }, [1], [2], false],
    [
      'paths',
      { ignoredPaths: ['**/id'] },
      { l: [{ id: 1, x: 2 }] },
      { l: [{ id: 9, x: 2 }] },
      true,
    ],
    ['paths', { ignoredPaths: ['id'] }, { id: 1, x: { id: 2 } }, { id: 1, x: { id: 3 } }, false],
    ['paths', { ignoredPaths: ['l/*'] }, { l: [1, 2] }, { l: [] }, true],
    ['paths', { ignoredPaths: ['id'] }, { x: 1 }, { id: null, x: 1 }, true],
    ['absolute', { absoluteTolerance: 0.5 }, { n: 10.5 }, { n: 10 }, true],
    ['absolute', { absoluteTolerance: 0.5 }, { n: 10.51 }, { n: 10 }, false],
    ['absolute', { absoluteTolerance: 9 }, { n: '1' }, { n: 1 }, false],
    ['absolute', { absoluteTolerance: 1 }, 9007199254740993n, 9007199254740992, true],
    ['absolute', { absoluteTolerance: 0.5 }, 9007199254740993n, 9007199254740992, false],
    ['absolute', { absoluteTolerance: 1 }, Infinity, 5, false],
    ['relative', { relativeTolerance: 0.1 }, { n: 110 }, { n: 100 }, true],
    ['relative', { relativeTolerance: 0.1 }, { n: 100 }, { n: 111.2 }, false],
    ['relative', { relativeTolerance: 0.1 }, { n: -90 }, { n: -100 }, true],
    ['case', { ignoreCase: true }, { q: 'OSLO' }, { q: 'oslo' }, true],
    ['case of keys', { ignoreCase: true }, { Q: 'a' }, { q: 'a' }, false],
    ['space', { ignoreSpace: true }, { q: ' a \n b' }, { q: 'a b' }, true],
    ['space', { ignoreSpace: true }, { q: 'ab' }, { q: 'a b' }, false],
    ['numbers as text', { numbersAsText: true }, { t: '21' }, { t: 21 }, true],
    ['numbers as text', { numbersAsText: true }, { t: -2.5 }, { t: '-25e-1' }, true],
    ['numbers as text', { numbersAsText: true }, ['1.0', { n: '1' }], ['1', { n: 1 }], true],
    ['numbers as text', { numbersAsText: true }, { t: '22' }, { t: 21 }, false],
    ['numbers as text', { numbersAsText: true }, { t: ' 21' }, { t: 21 }, false],
    ['numbers and space', { numbersAsText: true, ignoreSpace: true }, [' 21'], [21], true],
    ['near numbers', { numbersAsText: true, absoluteTolerance: 1 }, ['20.5'], [21], true],
    ['no numbers', { numbersAsText: true }, ['007'], [7], false],
    ['no numbers', { numbersAsText: true }, ['007'], ['7'], false],
    ['no numbers', { numbersAsText: true }, ['1e400'], ['1e500'], false],
    ['no numbers', { numbersAsText: true }, ['true'], [true], false],
    ['long', { numbersAsText: true }, ['9007199254740993'], [9007199254740993n], true],
    ['long', { numbersAsText: true }, ['9007199254740993'], [9007199254740992], false],
    ['very long', { numbersAsText: true }, ['1'.repeat(101)], [`${'1'.repeat(101)}.0`], false],
    ['NFC', { unicodeForm: 'NFC' }, { q: 'e\u0301' }, { q: 'é' }, true],
    ['NFC', { unicodeForm: 'NFC' }, { q: 'ﬁ' }, { q: 'fi' }, false],
    ['NFKC', { unicodeForm: 'NFKC' }, { q: 'ﬁ' }, { q: 'fi' }, true],
    ['list order', { ignoreListOrder: true }, { l: [3, 1, 3] }, { l: [3, 3, 1] }, true],
    ['list order', { ignoreListOrder: true }, { l: [3, 1, 1] }, { l: [3, 3, 1] }, false],
    ['list order', { ignoreListOrder: true }, [[2, 1], ['a']], [['a'], [1, 2.0]], true],
    ['list order', { ignoreListOrder: true }, [{ a: 1, b: 2 }, 0], [0, { b: 2, a: 1 }], true],
    [
      'list order with tolerance: never greedy',
      { ignoreListOrder: true, absoluteTolerance: 1 },
      [2, 1],
      [2, 3],
      true,
    ],
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
