import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { convertRow } from '#core/read/dataset/convert-cell.ts';
import { planColumns } from '#core/read/dataset/plan-columns.ts';

const CASES = tablesOf<{
  splitCalls: [string, JsonValue, JsonValue, JsonValue][];
}>('reading');

type Sides = Readonly<Record<'predicted_trajectory' | 'reference_trajectory', JsonValue>>;

/** The first row as it is scored, and what of it is used. */
function read(...rows: readonly JsonObject[]): Sides {
  const { roles, conversions } = planColumns(rows);
  const row = convertRow(rows[0]!, conversions);
  const side = (role: keyof Sides): JsonValue => row[roles[role] ?? ''] ?? null;
  return {
    predicted_trajectory: side('predicted_trajectory'),
    reference_trajectory: side('reference_trajectory'),
  };
}

const call = (tool_name: string, tool_input?: JsonValue): JsonObject => ({
  tool_name,
  ...(tool_input === undefined ? {} : { tool_input }),
});

const TOOLS = ['expected_tool', 'reference_tool', 'ground_truth_tool_name', 'goldTool'];
const INPUTS = ['args', 'arguments', 'params', 'tool_args', 'tool_input', 'argsJson'];
it.each(TOOLS.flatMap((tool) => INPUTS.map((input) => [tool, input])))(
  'names of tools with arguments beside them are one call: %s and its %s',
  (tool, suffix) => {
    const input = `${tool.replace(/_?tool(_name)?$/i, '')}_${suffix}`;
    const row = {
      prompt: 'q',
      [tool]: 'a',
      [input]: { x: 1 },
      predicted_tool: 'a',
      predicted_args: '{"x": 2}',
    };
    expect(read(row)).toEqual({
      reference_trajectory: [call('a', { x: 1 })],
      predicted_trajectory: [call('a', { x: 2 })],
    });
  },
);

it.each<[string, JsonObject]>([
  ['tool_name, tool_args', { tool_name: 'a', tool_args: "{'x': 2}" }],
  ['tool, args', { tool: 'a', args: { x: 2 } }],
  ['function_name, arguments', { function_name: 'a', arguments: { x: 2 } }],
  ['actual_tool, actual_tool_input', { actual_tool: 'a', actual_tool_input: { x: 2 } }],
  [
    'predicted_tool_name, predicted_tool_args',
    { predictedToolName: 'a', predictedToolArgs: { x: 2 } },
  ],
])('names of tools with arguments beside them are the prediction: %s', (_, cells) => {
  const row = { ...cells, expected_tool: 'a', expected_arguments: { x: 1 } };
  expect(read(row)).toEqual({
    reference_trajectory: [call('a', { x: 1 })],
    predicted_trajectory: [call('a', { x: 2 })],
  });
});

it('names of tools with arguments beside them take arguments without a side where no other column of names could', () => {
  const calls = [{ name: 'a', args: { x: 2 } }];
  const row = { expected_tool: 'a', tool_params: { x: 1 }, tool_calls: calls };
  expect(read(row)).toEqual({
    reference_trajectory: [call('a', { x: 1 })],
    predicted_trajectory: calls,
  });
  const unclear = { expected_tool: 'a', predicted_tool: 'b', args: { x: 1 } };
  expect(read(unclear)).toEqual({ reference_trajectory: 'a', predicted_trajectory: 'b' });
});

it.each(CASES.splitCalls)(
  'names of tools with arguments beside them are calls in order: %s',
  (_, names, args, calls) => {
    const usual = { expected_tools: 'a', expected_args: { x: 1 } };
    const { reference_trajectory } = read(
      { expected_tools: names, expected_args: args },
      usual,
      usual,
    );
    expect(reference_trajectory).toEqual(calls);
  },
);

it('names of tools with arguments beside them stay names where the arguments are not as many, or there are none', () => {
  const usual = { expected_tools: 'a', expected_args: { x: 1 } };
  const odd = { expected_tools: ['a', 'b'], expected_args: [{ x: 1 }] };
  expect(read(odd, usual).reference_trajectory).toEqual(['a', 'b']);
  const empty = { expected_tools: ['a'], expected_args: '' };
  expect(planColumns([empty]).conversions).toEqual([]);
});

it('names of tools with arguments beside them are not made of columns that are none of that', () => {
  const rows = [{ tool: 'playground 3', input: 'q', expected_output: 'o' }];
  expect(planColumns(rows).conversions).toEqual([]);
  expect(planColumns([{ tool: 'playground', version: 3 }]).conversions).toEqual([]);
});

it('names of tools with arguments beside them are as a person chose, also when the file is read again', () => {
  const rows = [{ wanted: 'a', expected_args: { x: 1 }, tool: 'a', args: {} }];
  const chosen = { reference_trajectory: 'wanted' };
  const { roles, conversions } = planColumns(rows, chosen);
  expect(roles.reference_trajectory).toBe('reference_trajectory');
  expect(convertRow(rows[0]!, conversions)).toMatchObject({
    reference_trajectory: [call('a', { x: 1 })],
    predicted_trajectory: [call('a', {})],
  });
  expect(planColumns(rows, chosen, conversions)).toMatchObject({ roles, conversions });
  expect(planColumns(rows, { reference_trajectory: '' }).conversions).toEqual([
    { role: 'predicted_trajectory', column: 'tool', argumentsColumn: 'args' },
  ]);
});
