import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../tests/support/arbitraries.ts';
import { parseJson, printJson } from '#core/json/parse-json.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { DEPTH_LIMIT, isBlank, readTrajectory } from './read-trajectory.ts';

const problemOf = (cell: JsonValue): unknown => {
  const side = readTrajectory(cell);
  return side.state === 'unreadable' ? side.problem : side.state;
};

/** A value with so many levels of lists. */
const deep = (levels: number): JsonValue =>
  JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as JsonValue;

describe('readTrajectory', () => {
  it.each([[undefined], [null], [''], ['  \n'], ['null'], [' null ']])(
    'takes %j as not recorded',
    (cell) => {
      expect(readTrajectory(cell)).toEqual({ state: 'missing' });
    },
  );

  it.each([[[]], ['[]'], [' [ ] ']])('takes %j as no calls made', (cell) => {
    expect(readTrajectory(cell as JsonValue)).toEqual({ state: 'calls', calls: [] });
  });

  it('reads a list and the same list as JSON text alike', () => {
    const list: JsonValue = [
      { tool_name: 'search', tool_input: { q: 9007199254740993n }, id: 7 },
      { tool_input: [], tool_name: '__proto__' },
    ];
    const side = readTrajectory(list);
    expect(side).toEqual({
      state: 'calls',
      calls: [
        {
          tool_name: 'search',
          tool_input: { q: 9007199254740993n },
          source: (list as JsonValue[])[0],
        },
        { tool_name: '__proto__', tool_input: [], source: (list as JsonValue[])[1] },
      ],
    });
    expect(readTrajectory(printJson(list))).toEqual(side);
  });

  it('takes a call without tool_input as one without arguments, and null as null', () => {
    const side = readTrajectory([{ tool_name: 'a' }, { tool_name: 'a', tool_input: null }]);
    expect(side.state === 'calls' && side.calls.map((call) => call.tool_input)).toEqual([{}, null]);
  });

  it.each<[JsonValue, unknown]>([
    [42, { code: 'trajectory_not_list', found: 'number' }],
    [true, { code: 'trajectory_not_list', found: 'boolean' }],
    [{ tool_name: 'a' }, { code: 'trajectory_not_list', found: 'object' }],
    ['"a"', { code: 'trajectory_not_list', found: 'text' }],
    ['[1', { code: 'trajectory_not_json', column: 3, reason: 'List is not closed' }],
    [
      "[{'tool_name': 'a'}]",
      { code: 'trajectory_not_json', column: 3, reason: 'Keys need double quotes' },
    ],
    [[null], { code: 'call_not_object', call: 1, found: 'null' }],
    [[{ tool_name: 'a' }, 'b'], { code: 'call_not_object', call: 2, found: 'text' }],
    [[[]], { code: 'call_not_object', call: 1, found: 'list' }],
    [[{}], { code: 'call_without_tool_name', call: 1, found: '' }],
    [[{ tool_name: '' }], { code: 'call_without_tool_name', call: 1, found: 'tool_name' }],
    [[{ tool_name: 1, x: 2 }], { code: 'call_without_tool_name', call: 1, found: 'tool_name, x' }],
  ])('says what is wrong with %j', (cell, problem) => {
    expect(problemOf(cell)).toEqual(problem);
  });

  it('does not take a tool name from the prototype', () => {
    const cell = parseJson('[{"__proto__":{"tool_name":"a"}}]');
    expect(problemOf(cell)).toEqual({
      code: 'call_without_tool_name',
      call: 1,
      found: '__proto__',
    });
  });

  it('refuses arguments nested too deep, however deep', () => {
    const at = (levels: number): unknown =>
      problemOf(printJson([{ tool_name: 'a', tool_input: deep(levels) }]));
    expect(at(DEPTH_LIMIT - 2)).toBe('calls');
    expect(at(DEPTH_LIMIT - 1)).toEqual({ code: 'trajectory_too_deep', limit: DEPTH_LIMIT });
    const levels = 10_000;
    const text = `[{"tool_name":"a","tool_input":${'['.repeat(levels)}${']'.repeat(levels)}}]`;
    expect(problemOf(text)).toEqual({ code: 'trajectory_too_deep', limit: DEPTH_LIMIT });
  });

  it('never throws, and reads the text of a value as the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const side = readTrajectory(value);
        if (typeof value !== 'string') expect(readTrajectory(printJson(value))).toEqual(side);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isMissing = isBlank(text) || text.trim() === 'null';
        expect(readTrajectory(text).state === 'missing').toBe(isMissing);
      }),
    );
  });
});

describe('isBlank', () => {
  it('holds for nothing, null and spaces', () => {
    const blank = [undefined, null, '', ' ', '\t\r\n'];
    expect(blank.map(isBlank)).toEqual(blank.map(() => true));
    expect([0, false, [], {}, 'x', '0'].map((cell) => isBlank(cell))).not.toContain(true);
  });
});
