import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/json/json-value.ts';
import { readTrajectory } from '#core/trajectory/read-trajectory.ts';
import type { Trajectory } from '#core/trajectory/trajectory.ts';
import { isCovered, isSameSequence, precisionOf, recallOf } from './compare-pair.ts';
import { EXACT_MATCHER } from './match-calls.ts';
import { pairWithNames } from './pair-with-names.ts';

const calls = (...cell: JsonValue[]): Trajectory => {
  const side = readTrajectory(cell);
  return side.state === 'calls' ? side.calls : [];
};
const call = (tool_name: string, tool_input: JsonValue): JsonValue => ({ tool_name, tool_input });
const pair = (made: Trajectory, expected: Trajectory) =>
  pairWithNames(EXACT_MATCHER.pair, made, expected);

describe('pairWithNames', () => {
  it('compares calls that are names by name, and the others by arguments too', () => {
    const expected = calls(call('a', { x: 1 }), 'b');
    expect(isSameSequence(pair(calls(call('a', { x: 1 }), call('b', { y: 2 })), expected))).toBe(
      true,
    );
    expect(isSameSequence(pair(calls(call('a', { x: 2 }), call('b', {})), expected))).toBe(false);
    expect(isSameSequence(pair(calls(call('a', { x: 1 }), call('c', {})), expected))).toBe(false);
  });

  it('does not take a call without arguments for a name', () => {
    const twice = pair(
      calls(call('b', { y: 1 }), call('a', 1)),
      calls('b', call('b', {}), call('a', 1)),
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
