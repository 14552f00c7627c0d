import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { casesOf } from '../../../../tests/support/cases.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import { type JsonValue, DEPTH_LIMIT, isBlank, isNoValueWord } from '#core/base/json/json-value.ts';
import { internCalls } from '#core/calls/intern-calls.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { TrajectorySide } from '#core/calls/trajectory.ts';
import { readTrajectory } from './read-trajectory.ts';

const problemOf = (cell: JsonValue): unknown => {
  const side = readTrajectory(cell);
  return side.state === 'unreadable' ? side.problem : side.state;
};

/** What a cell is read as, in the words of the fixture. */
function givenBy(side: TrajectorySide): string {
  if (side.state === 'missing') return 'missing';
  if (side.state === 'unreadable') return `unreadable: ${printJson({ ...side.problem })}`;
  const calls = side.calls.map(({ tool_name, tool_input, isNameOnly }) =>
    isNameOnly ? tool_name : `${tool_name} ${printJson(tool_input)}`,
  );
  const { forms = [], tolerances = [], isNamesOnly, unparsed, found } = side.reading ?? {};
  const words: string[] = [...forms, ...tolerances.map(({ kind }) => kind)];
  if (found) words.push(`call ${String(found.call)} from ${found.keys.join(', ')}`);
  if (isNamesOnly) words.push('names only');
  if (unparsed) words.push(`call ${String(unparsed.call)}: ${unparsed.reason}`);
  return (calls.join('; ') || 'no calls') + (words.length > 0 ? ` (${words.join(', ')})` : '');
}

/** A value with so many levels of lists. */
const deep = (levels: number): JsonValue =>
  JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as JsonValue;

describe('readTrajectory', () => {
  it.each(
    casesOf<{ of: string; cell: JsonValue; areExpected?: true; gives: string }>('trajectory-cells'),
  )('$of: $cell', ({ cell, areExpected, gives }) => {
    expect(givenBy(readTrajectory(cell, { areExpected }))).toBe(gives);
  });

  it('takes nothing, and no number, as not recorded', () => {
    expect(readTrajectory(undefined)).toEqual({ state: 'missing' });
    expect(readTrajectory(Number.NaN)).toEqual({ state: 'missing' });
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

  it('names the spreadsheet that cut a cell', () => {
    const cut = (length: number): unknown => problemOf('[{"tool_name":"a"},'.padEnd(length, ' '));
    expect(cut(32_767)).toMatchObject({ code: 'trajectory_not_json', cutBy: 'Excel' });
    expect(cut(50_000)).toMatchObject({ cutBy: 'Google Sheets' });
    expect(cut(40_000)).not.toHaveProperty('cutBy');
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

  it('takes no two calls for equal that differ in what is beside the name', () => {
    const about = { id: 'c1', type: 'call', status: 'ok', duration_ms: 12, output: { rows: 3 } };
    const key = fc.constantFrom('amount', 'to', 'wishes', 'payload', 'tool_arguments', 'user_id');
    const value = fc.oneof(json, json.map(printJson), fc.record({ amount: json }));
    const beside = fc.dictionary(key, value, { minKeys: 1, maxKeys: 3 });
    fc.assert(
      fc.property(beside, beside, fc.constantFrom({}, about), (a, b, record) => {
        const isNothing = (one: object): boolean =>
          Object.values(one).every((item) =>
            ['null', '""', '{}', '[]'].includes(printJson(unwrapEncoded(item as JsonValue))),
          );
        fc.pre(!isJsonEqual(a, b) && !isNothing(a) && !isNothing(b));
        const [one, other] = [a, b].map((values) =>
          readTrajectory([{ tool_name: 'refund', ...values, ...record }]),
        );
        if (one?.state !== 'calls' || other?.state !== 'calls') return;
        // one object is the arguments, whatever its key
        const keys = [a, b].map((values) => Object.keys(values).join());
        fc.pre(keys[0] === keys[1]);
        expect(internCalls(one.calls, other.calls).distinct).toBe(2);
      }),
      { numRuns: lawRuns(1000) },
    );
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
        const isMissing = isBlank(text) || (isNoValueWord(text) && text.trim() !== 'none');
        expect(readTrajectory(text).state === 'missing').toBe(isMissing);
      }),
    );
  });
});

it('isBlank holds for nothing, null and spaces', () => {
  const blank = [undefined, null, '', ' ', '\t\r\n'];
  expect(blank.map(isBlank)).toEqual(blank.map(() => true));
  expect([0, false, [], {}, 'x', '0'].map((cell) => isBlank(cell))).not.toContain(true);
});
