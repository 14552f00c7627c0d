import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { parseJson } from '#core/base/json/parse-json.ts';
import { COLUMN_ROLES } from '#core/read/names/column-roles.ts';
import { assignRoles } from './columns.ts';
import { cellText } from './row-cells.ts';
import { readRow } from './read-row.ts';

const CASES = tablesOf<{
  cells: [JsonValue | undefined, number | string][];
  failures: [JsonValue, number | string][];
}>('reading');

const ROLES = assignRoles([]);
const CALLS = [{ tool_name: 'a', tool_input: { x: 1 } }];
const read = (record: JsonObject): ReturnType<typeof readRow> => readRow(record, ROLES, 7);

describe('readRow', () => {
  it('reads both sides and interns them', () => {
    const { row, issues } = read({
      predicted_trajectory: CALLS,
      reference_trajectory: JSON.stringify(CALLS),
    });
    expect(row.pair).toEqual({ prediction: [0], reference: [0], distinct: 1 });
    expect(row.prediction).toMatchObject({ state: 'calls', calls: CALLS });
    expect(issues).toEqual([]);
  });

  it('has no pair unless both sides have a list', () => {
    expect(read({ predicted_trajectory: CALLS }).row).toMatchObject({
      pair: null,
      reference: { state: 'missing' },
    });
    expect(read({ predicted_trajectory: CALLS, reference_trajectory: 'x y' }).row.pair).toBeNull();
    expect(read({ predicted_trajectory: [], reference_trajectory: [] }).row.pair).toMatchObject({
      distinct: 0,
    });
  });

  it('reads further references, and the first of them where there is no other', () => {
    const other = [{ tool_name: 'b' }];
    const both = read({
      predicted_trajectory: other,
      reference_trajectory: CALLS,
      reference_trajectories: [JSON.stringify(other), null],
    }).row;
    expect(both.pair?.distinct).toBe(2);
    expect(both.otherPairs.map(({ distinct }) => distinct)).toEqual([1]);
    expect(both.byName.otherPairs).toHaveLength(1);
    const alone = read({
      predicted_trajectory: other,
      reference_trajectories: JSON.stringify([other, CALLS]),
    }).row;
    expect(alone.pair?.distinct).toBe(1);
    expect(alone.otherPairs).toHaveLength(1);
    expect(read({ predicted_trajectory: other, reference_trajectories: [] }).row).toMatchObject({
      reference: { state: 'missing' },
      otherPairs: [],
    });
  });

  it.each([
    [{ tool_name: 'a' }, 'trajectory_not_list'],
    [[[{}]], 'call_without_tool_name'],
    ['[[', 'trajectory_not_json'],
  ])('notes further references that cannot be read: %j', (cell, code) => {
    const { row, issues } = read({ reference_trajectory: CALLS, reference_trajectories: cell });
    expect(row.reference).toMatchObject({ state: 'unreadable', problem: { code } });
    expect(issues).toMatchObject([{ column: 'reference_trajectories', problem: { code } }]);
  });

  it('compares names alone when asked to', () => {
    const { row } = read({
      predicted_trajectory: [{ tool_name: 'a', tool_input: 1 }],
      reference_trajectory: CALLS,
    });
    expect(row.pair?.distinct).toBe(2);
    expect(row.byName.pair?.distinct).toBe(1);
    expect(row.byName).toBe(row.byName.byName);
  });

  it('notes an unreadable side with its line and column', () => {
    const { row, issues } = read({ predicted_trajectory: 42, reference_trajectory: CALLS });
    expect(row.prediction).toMatchObject({
      state: 'unreadable',
      problem: { code: 'trajectory_not_list' },
    });
    expect(issues).toEqual([
      {
        code: 'trajectory_unreadable',
        line: 7,
        column: 'predicted_trajectory',
        problem: { code: 'trajectory_not_list', found: 'number' },
      },
    ]);
  });

  it('reads from the columns that the roles name, and from own columns only', () => {
    const record = parseJson(
      '{"steps": [], "__proto__": {"failure": 1, "reference_trajectory": []}}',
    ) as JsonObject;
    const { row } = readRow(record, assignRoles([], { predicted_trajectory: 'steps' }), 1);
    expect(row).toMatchObject({
      prediction: { state: 'calls' },
      reference: { state: 'missing' },
      failure: 'missing',
    });
    expect(readRow({ steps: [] }, {}, 1).row.prediction.state).toBe('missing');
  });

  it.each<[JsonValue | undefined, number | string]>([
    ...CASES.cells,
    [undefined, 'missing'],
    [Infinity, 'unreadable'],
  ])('reads a latency of %j as %j', (cell, expected) => {
    const { row, issues } = read(cell === undefined ? {} : { latency_in_seconds: cell });
    expect(row.latencySeconds).toBe(expected);
    expect(issues.map(({ code }) => code)).toEqual(
      expected === 'unreadable' ? ['number_unreadable'] : [],
    );
  });

  it.each<[string, number]>([
    ['1,5', 1.5],
    ['2,134', 2.134],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1.2s', 1.2],
    ['1200 ms', 1.2],
  ])('takes %s for a number and says so', (cell, value) => {
    const { row, issues } = read({ latency_in_seconds: cell });
    expect(row.latencySeconds).toBe(value);
    const place = { line: 7, column: 'latency_in_seconds' };
    expect(issues).toEqual([{ code: 'number_converted', ...place, found: `"${cell}"`, value }]);
  });

  it.each<[string, number]>([
    ['WAHR', 1],
    ['falsch', 0],
    ['Vrai', 1],
  ])('takes %s for a truth value and says so', (cell, value) => {
    const { row, issues } = read({ failure: cell });
    expect(row.failure).toBe(value);
    expect(issues.map(({ code }) => code)).toEqual(['number_converted']);
  });

  it('compares by name where a side has names only, and says so', () => {
    const { row, issues } = read({ predicted_trajectory: 'a|b', reference_trajectory: CALLS });
    expect(row.pair).toEqual({ prediction: [0, 1], reference: [0], distinct: 2 });
    expect(issues).toEqual([{ code: 'names_only', line: 7, column: 'predicted_trajectory' }]);
    expect(read({ predicted_trajectory: CALLS, reference_trajectory: ['a'] }).row.pair).toEqual({
      prediction: [0],
      reference: [0],
      distinct: 1,
    });
    expect(row.prediction).toMatchObject({ calls: [{ tool_name: 'a' }, { tool_name: 'b' }] });
  });

  it('notes what reading a side has needed', () => {
    const cell = `[{'name': 'a', 'args': '{"x": 1}'}, {'name': 'a', 'args': '{"x'}]`;
    const { issues } = read({ predicted_trajectory: cell });
    const place = { line: 7, column: 'predicted_trajectory' };
    expect(issues).toMatchObject([
      { code: 'cell_lenient', ...place, leniencies: [{ kind: 'single_quotes' }] },
      { code: 'calls_converted', ...place, forms: ['other_keys', 'arguments_json'] },
      { code: 'arguments_not_json', ...place, call: 2 },
    ]);
  });

  it.each(CASES.failures)('reads a failure of %j as %j', (cell, expected) => {
    expect(read({ failure: cell }).row.failure).toBe(expected);
  });

  it('never throws, whatever the cells hold', () => {
    const record = fc.record(Object.fromEntries(COLUMN_ROLES.map((role) => [role, json])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(record, (cells) => {
        const { row, issues } = read(cells as JsonObject);
        const columns = issues.flatMap((issue) =>
          issue.code === 'trajectory_unreadable' ? [issue.column] : [],
        );
        expect(row.prediction.state === 'unreadable').toBe(
          columns.includes('predicted_trajectory'),
        );
        expect(row.reference.state === 'unreadable').toBe(
          columns.some((column) => column.startsWith('reference_')),
        );
        expect(issues.every(({ line }) => line === 7)).toBe(true);
        expect(({} as JsonObject)['a']).toBeUndefined();
      }),
    );
  });
});

it('cellText is the text of the cell that a role names', () => {
  const record = {
    prompt: ' hi ',
    response: 4.5,
    reference: [1, { a: null }],
    id: 9007199254740993n,
    failure: ' ',
  };
  const text = (
    role: 'prompt' | 'response' | 'reference' | 'id' | 'failure' | 'latency_in_seconds',
  ): unknown => cellText(record, ROLES, role);
  expect(text('prompt')).toBe(' hi ');
  expect(text('response')).toBe('4.5');
  expect(text('reference')).toBe('[1, {"a": null}]');
  expect(text('id')).toBe('9007199254740993');
  expect(text('failure')).toBeUndefined();
  expect(text('latency_in_seconds')).toBeUndefined();
  expect(cellText(record, {}, 'prompt')).toBeUndefined();
});

it('calls with characters that were lost equal nothing: their side is left out, with its place', () => {
  const call = (value: string) => [{ tool_name: 'f', tool_input: { to: { name: value } } }];
  const calls = {
    predicted_trajectory: call('Jos\ufffd'),
    reference_trajectory: call('Jos\ufffd'),
  };
  const { row, issues } = readRow(calls, assignRoles(Object.keys(calls)), 3);
  expect([row.prediction.state, row.reference.state]).toEqual(['unreadable', 'unreadable']);
  const problem = { code: 'characters_lost', call: 1 };
  const told = { code: 'trajectory_unreadable', line: 3, problem };
  expect(issues).toEqual([
    { ...told, column: 'predicted_trajectory' },
    { ...told, column: 'reference_trajectory' },
  ]);
});
