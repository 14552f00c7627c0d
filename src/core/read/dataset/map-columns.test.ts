import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../../tests/support/arbitraries.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { COLUMN_NAMES, simplifyName } from '#core/read/names/column-names.ts';
import { convertRow } from './convert-cell.ts';
import { planColumns, mapColumns } from './plan-columns.ts';
import { readRow } from './read-row.ts';

const CALLS = [{ name: 'f', args: { a: 1 } }];
const rolesOf = (...rows: JsonObject[]): Record<string, string> =>
  Object.fromEntries(mapColumns(rows).choices.map(({ role, column }) => [role, column]));

describe('simplifyName', () => {
  it.each([
    ['expectedTools', 'expected_tools'],
    ['Expected Tools', 'expected_tools'],
    ['inputs.expected-tools', 'expected_tools'],
    ['output', 'output'],
    ['expected_output', 'expected_output'],
    ['latencyMs', 'latency_ms'],
    ['outputs_tool_calls', 'tool_calls'],
  ])('%s is %s', (name, simple) => {
    expect(simplifyName(name)).toBe(simple);
  });

  it('leaves the names of the lists alone', () => {
    for (const names of Object.values(COLUMN_NAMES)) {
      expect(names.map(simplifyName)).toEqual(names);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('mapColumns', () => {
  it('goes by name, in any notation', () => {
    expect(
      rolesOf({
        Question: 'Q',
        ActualTools: CALLS,
        'expected tools': ['f'],
        final_answer: 'A',
        case_id: 1,
      }),
    ).toEqual({
      id: 'case_id',
      prompt: 'Question',
      response: 'final_answer',
      predicted_trajectory: 'ActualTools',
      reference_trajectory: 'expected tools',
    });
  });

  it('decides by content what a name with two meanings holds', () => {
    expect(rolesOf({ ground_truth: 'Paris' })).toEqual({ reference: 'ground_truth' });
    expect(rolesOf({ ground_truth: CALLS })).toEqual({ reference_trajectory: 'ground_truth' });
    expect(rolesOf({ output: CALLS })).toEqual({ predicted_trajectory: 'output' });
    expect(rolesOf({ output: 'done' })).toEqual({ response: 'output' });
  });

  it('finds calls under names nobody knows, and says why', () => {
    const rows = [{ my_log: CALLS }, { my_log: JSON.stringify(CALLS) }, { my_log: null }];
    expect(mapColumns(rows).choices).toEqual([
      { role: 'predicted_trajectory', column: 'my_log', why: { by: 'content', cells: 2, of: 2 } },
    ]);
    expect(rolesOf({ my_gold_log: CALLS })).toEqual({ reference_trajectory: 'my_gold_log' });
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ['two names that tell no side', { calls: CALLS, tools: CALLS }, ['calls', 'tools']],
    ['names of one side twice', { steps: CALLS, actions: CALLS }, ['steps', 'actions']],
    ['names nobody knows', { run_a: CALLS, run_b: CALLS }, ['run_a', 'run_b']],
    ['three of them', { x: CALLS, y: CALLS, z: CALLS }, ['x', 'y', 'z']],
    ['one side told', { expected_tools: CALLS, run_1: CALLS, run_2: CALLS }, ['run_1', 'run_2']],
    ['one list under a name of either', { trajectory: CALLS }, ['trajectory']],
    ['one list under no name', { answers: CALLS }, ['answers']],
    ['one list beside an answer', { trajectory: CALLS, response: 'Done.' }, []],
    ['one other list beside a told side', { expected_tools: CALLS, run: CALLS }, []],
    ['both told', { expected_tools: CALLS, tools_called: CALLS }, []],
    ['told by a word', { solution: CALLS, calls: CALLS }, []],
  ])('never guesses a side without a word: %s', (_, row, names) => {
    const { unsure } = mapColumns([row]);
    expect(unsure?.names ?? []).toEqual(names);
    const roles = rolesOf(row);
    if (names.length > 1) expect(roles).not.toHaveProperty('predicted_trajectory');
  });

  it('takes the service’s own names whatever they hold', () => {
    expect(rolesOf({ predicted_trajectory: 'oops', tool_calls: CALLS })).toEqual({
      predicted_trajectory: 'predicted_trajectory',
    });
  });

  it('takes descriptions of tools for what is declared, and plain steps and words for nothing', () => {
    const definition = {
      name: 'f',
      description: 'd',
      parameters: { type: 'object', properties: {} },
    };
    expect(
      rolesOf({ tools: [definition], steps: ['open', 'close'], trajectory: 'It went well.' }),
    ).toEqual({ tool_declarations: 'tools' });
  });

  it.each<[JsonObject, JsonValue, string]>([
    [{ latency_ms: 1500 }, 1.5, 'milliseconds'],
    [{ latencyMs: '250' }, 0.25, 'milliseconds'],
    [{ duration: 2.5 }, 2.5, 'seconds'],
    [{ duration: 1500 }, 1500, 'unsure'],
    [{ elapsed_seconds: 1500 }, 1500, 'seconds'],
  ])('reads the time of %j', (row, seconds, unit) => {
    expect(mapColumns([row]).choices[0]).toMatchObject({ role: 'latency_in_seconds', unit });
    const { conversions } = planColumns([row]);
    const isConverted = unit === 'milliseconds';
    expect(convertRow(row, conversions)).toEqual(
      isConverted ? { ...row, latency_in_seconds: seconds } : row,
    );
  });

  it.each<[JsonObject, JsonValue]>([
    [{ success: true }, 0],
    [{ success: 'false' }, 1],
    [{ passed: 0 }, 1],
    [{ error: 'Timeout' }, 1],
    [{ status: 'completed' }, 0],
    [{ status: 'failed' }, 1],
    [{ level: 'ERROR' }, 1],
    [{ level: 'WARNING' }, 0],
    [{ success: 'maybe' }, 'maybe'],
    [{ success: 'NULL' }, 'NULL'],
    [{ error: 'N/A' }, 0],
    [{ error: '[]' }, 0],
  ])('reads the failure of %j', (row, failure) => {
    const { roles, conversions } = planColumns([row]);
    expect(roles.failure).toBe('failure');
    expect(convertRow(row, conversions)).toEqual({ ...row, failure });
  });

  it('takes no status for a failure that says something else', () => {
    const failures = (...words: readonly JsonValue[]): readonly JsonValue[] => {
      const rows = words.map((status) => ({ status }));
      const { conversions } = planColumns(rows);
      return rows.map((row) => (convertRow(row, conversions) as JsonObject)['failure'] ?? null);
    };
    expect(failures('done', 'resolved')).toEqual([null, null]);
    expect(failures(200, 404)).toEqual([null, null]);
    expect(failures('ok', 'failed', 'pending')).toEqual([0, 1, 'pending']);
    expect(failures('ok', 'timeout')).toEqual([0, 1]);
    const broken = ['timed out', 'TIMED_OUT', 'errored', 'exception', 'crashed', 'aborted'];
    expect(failures('ok', ...broken)).toEqual([0, ...broken.map(() => 1)]);
  });

  it('takes no milliseconds for seconds', () => {
    const rows = [{ latency_ms: 1500 }, { latency_ms: '1500,5' }, { latency_ms: '20 ms' }];
    const { roles, conversions } = planColumns(rows.slice(0, 1));
    const times = rows.map((row) => readRow(convertRow(row, conversions), roles, 1));
    expect(times.map(({ row }) => row.latencySeconds)).toEqual([1.5, 'unreadable', 0.02]);
    const truth = { latency_in_seconds: 'true' };
    expect(readRow(truth, planColumns([truth]).roles, 1).row.latencySeconds).toBe('unreadable');
  });

  it('leaves rows with the usual columns as they are', () => {
    const row = { latency_in_seconds: 2, failure: 1 };
    expect(convertRow(row, planColumns([row]).conversions)).toBe(row);
    const { conversions } = planColumns([{ error: 'x' }]);
    expect(convertRow({ error: null }, conversions)).toEqual({ error: null });
  });

  it('takes a column once and never throws', () => {
    const name = fc.oneof(
      fc.constantFrom(...Object.values(COLUMN_NAMES).flat(), '__proto__', 'x'),
      fc.string(),
    );
    const hostile = fc.constant<JsonValue>({ toString: 1, valueOf: 1 });
    const row = fc.dictionary(name, fc.oneof(json, hostile), { maxKeys: 6 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const { choices } = mapColumns(rows);
        expect(new Set(choices.map(({ column }) => column)).size).toBe(choices.length);
        const { conversions } = planColumns(rows);
        for (const item of rows) expect(convertRow(item, conversions)).toMatchObject({ ...item });
      }),
    );
  });
});
