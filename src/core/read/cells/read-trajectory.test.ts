import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import { type JsonValue, DEPTH_LIMIT, isBlank } from '#core/base/json/json-value.ts';
import type { SideNotes, TrajectorySide } from '#core/calls/trajectory.ts';
import { readTrajectory } from './read-trajectory.ts';

const problemOf = (cell: JsonValue): unknown => {
  const side = readTrajectory(cell);
  return side.state === 'unreadable' ? side.problem : side.state;
};

const JSON_ARGS = ['other_keys', 'arguments_json'];

const DEFINITION: JsonValue = {
  name: 'a',
  description: 'Looks things up.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
};

const inputsOf = (side: TrajectorySide): unknown =>
  side.state === 'calls' && side.calls.map(({ tool_input }) => tool_input);
const readingOf = (side: TrajectorySide): SideNotes | undefined =>
  side.state === 'calls' ? side.reading : undefined;
const namesOf = (cell: JsonValue): unknown => {
  const side = readTrajectory(cell);
  return side.state === 'calls' ? side.calls.map(({ tool_name }) => tool_name) : side.state;
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

  it('takes absent, null and empty arguments for none, and says so', () => {
    const absent: JsonValue[] = [{}, { tool_input: null }, { tool_input: ' ' }];
    absent.push({ tool_input: 'null' });
    const side = readTrajectory(absent.map((input) => ({ tool_name: 'a', ...(input as object) })));
    expect(inputsOf(side)).toEqual([{}, {}, {}, {}]);
    expect(readingOf(side)?.forms).toEqual(['arguments_absent']);
  });

  it.each<[JsonValue, unknown]>([
    [42, { code: 'trajectory_not_list', found: 'number' }],
    [true, { code: 'trajectory_not_list', found: 'boolean' }],
    [{ calls: 2 }, { code: 'trajectory_not_list', found: 'object' }],
    ['"a"', { code: 'trajectory_not_list', found: 'text' }],
    ['[1', { code: 'trajectory_not_json', column: 3, reason: 'List is not closed' }],
    [
      "[{'tool_name': 'a'}",
      { code: 'trajectory_not_json', column: 20, reason: 'List is not closed' },
    ],
    [
      'two words',
      { code: 'trajectory_not_json', column: 1, reason: '“two” is a name, not a value' },
    ],
    [[''], { code: 'call_not_object', call: 1, found: 'text' }],
    [[DEFINITION], { code: 'call_is_definition', call: 1 }],
    [[{ type: 'function', function: DEFINITION }], { code: 'call_is_definition', call: 1 }],
    [[null], { code: 'call_not_object', call: 1, found: 'null' }],
    [[{ tool_name: 'a' }, ' '], { code: 'call_not_object', call: 2, found: 'text' }],
    [[[]], { code: 'call_not_object', call: 1, found: 'list' }],
    [[{}], { code: 'call_without_tool_name', call: 1, found: '' }],
    [[{ tool_name: '' }], { code: 'call_without_tool_name', call: 1, found: 'tool_name' }],
    [[{ tool_name: 1, x: 2 }], { code: 'call_without_tool_name', call: 1, found: 'tool_name, x' }],
  ])('says what is wrong with %j', (cell, problem) => {
    expect(problemOf(cell)).toEqual(problem);
  });

  it.each<[JsonValue, string[]]>([
    [{ name: 'f', args: { x: 1 } }, ['other_keys', 'single_call']],
    [[{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }], JSON_ARGS],
    [[{ toolName: 'f', toolInput: { x: 1 } }], ['other_keys']],
    [[{ function: 'f', kwargs: { x: 1 } }], ['other_keys']],
    [[{ tool_call: { name: 'f' }, input: { x: 1 } }], ['other_keys']],
    [[{ tool_name: 'f', tool_input: '{"x": 1}' }], ['arguments_json']],
    [[{ tool_name: 'f', tool_input: "{'x': 1}" }], ['arguments_lenient']],
    [[{ tool_name: 'f', tool_input: '"{\\"x\\":1}"' }], ['arguments_json']],
    [['f(x=1)'], ['expressions']],
    ['[f(x=1)]', ['expressions']],
    ["[Call(name='f', input_parameters={'x': 1})]", ['other_keys']],
    ['[{"tool_name":"f","tool_input":{"x":1}}]', []],
    [JSON.stringify('[{"tool_name":"f","tool_input":{"x":1}}]'), ['double_encoded']],
  ])('finds name and arguments in %j', (cell, forms) => {
    const side = readTrajectory(cell);
    expect(side.state === 'calls' && side.calls).toMatchObject([
      { tool_name: 'f', tool_input: { x: 1 } },
    ]);
    expect(readingOf(side)?.forms ?? []).toEqual(forms);
  });

  it.each<JsonValue>([["book(name='Emma')"], "[book(name='Emma')]"])(
    'takes the tool from a call as text, whatever its arguments are called: %j',
    (cell) => {
      const side = readTrajectory(cell);
      expect(side.state === 'calls' && side.calls).toMatchObject([
        { tool_name: 'book', tool_input: { name: 'Emma' } },
      ]);
    },
  );

  it('keeps arguments that are plain text, and flags those that look like JSON and are not', () => {
    const cell = (tool_input: string): JsonValue => [{ tool_name: 'f', tool_input }];
    expect(inputsOf(readTrajectory(cell('find it')))).toEqual(['find it']);
    expect(readingOf(readTrajectory(cell('find it')))).toBeUndefined();
    const broken = readTrajectory(cell('{"city": "Par'));
    expect(inputsOf(broken)).toEqual(['{"city": "Par']);
    expect(readingOf(broken)?.unparsed).toEqual({
      call: 1,
      reason: 'String is not closed (column 14)',
    });
  });

  it.each<[JsonValue, string[] | string]>([
    ['a|b', ['a', 'b']],
    ['a; b', ['a', 'b']],
    ['a, b,c', ['a', 'b', 'c']],
    ['a -> b → c', ['a', 'b', 'c']],
    ['get-x\nns.get_y', ['get-x', 'ns.get_y']],
    ['search', ['search']],
    [
      ['a', 'Two words'],
      ['a', 'Two words'],
    ],
    ['NO_TOOL_CALL', []],
    ['none', []],
    [' - ', []],
    ['None', 'missing'],
    ['nan', 'missing'],
    [Number.NaN, 'missing'],
    ['a, b c', 'unreadable'],
    ['a,,b', 'unreadable'],
    ['3', 'unreadable'],
  ])('reads the names in %j', (cell, names) => {
    expect(namesOf(cell)).toEqual(names);
    const isNamed = Array.isArray(names) && names.length > 0;
    expect(readingOf(readTrajectory(cell))?.isNamesOnly ?? false).toBe(isNamed);
  });

  it('reads names alike whether or not it has to look for a value first', () => {
    const pieces = ['a', 'B_1', 'r', 'none', 'None', 'null', 'nan', 'inf', 'no_tool_call', '1'];
    const between = ['|', ';', ',', '->', '→', ' ', '  ', '\n', '-', '.', '', '#', '//'];
    const text = fc
      .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...between)), { maxLength: 5 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      // with white space after it, no text is taken for plain names
      fc.property(text, (cell) => {
        expect(readTrajectory(cell)).toEqual(readTrajectory(`${cell} `));
      }),
      { numRuns: lawRuns(1000) },
    );
  });

  it('reads names among calls: those are compared by name', () => {
    const side = readTrajectory([{ tool_name: 'a', tool_input: {} }, 'b', 'c(x=1)']);
    expect(side.state === 'calls' && side.calls).toMatchObject([
      { tool_name: 'a', tool_input: {} },
      { tool_name: 'b', tool_input: {}, isNameOnly: true },
      { tool_name: 'c', tool_input: { x: 1 } },
    ]);
    expect(readingOf(side)).toMatchObject({
      isNamesOnly: false,
      forms: ['expressions', 'some_names'],
    });
    expect(readingOf(readTrajectory(['b', 'c(x=1)']))?.isNamesOnly).toBe(false);
  });

  it('names the spreadsheet that cut a cell', () => {
    const cut = (length: number): unknown => problemOf('[{"tool_name":"a"},'.padEnd(length, ' '));
    expect(cut(32_767)).toMatchObject({ code: 'trajectory_not_json', cutBy: 'Excel' });
    expect(cut(50_000)).toMatchObject({ cutBy: 'Google Sheets' });
    expect(cut(40_000)).not.toHaveProperty('cutBy');
  });

  it('notes a key that an object has twice', () => {
    const side = readTrajectory('[{"tool_name":"a","tool_input":{"x":1,"x":2}}]');
    expect(inputsOf(side)).toEqual([{ x: 2 }]);
    expect(readingOf(side)?.leniencies).toMatchObject([{ kind: 'duplicate_keys', count: 1 }]);
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
        const isMissing = isBlank(text) || /^(null|None|NaN|nan|NA|NaT)$/.test(text.trim());
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
