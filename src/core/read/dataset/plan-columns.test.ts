import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { SERVICE_ROLES } from '#core/read/names/column-roles.ts';
import { planColumns } from './plan-columns.ts';

const CALLS = [{ tool_name: 'a', tool_input: {} }];

describe('planColumns', () => {
  it('takes columns by their usual names and their cells', () => {
    const { roles } = planColumns([
      { question: 'q', answer: 'a', my_log: CALLS, expected_tools: 'a|b', is_error: false },
    ]);
    expect(roles).toMatchObject({
      prompt: 'question',
      response: 'answer',
      predicted_trajectory: 'my_log',
      reference_trajectory: 'expected_tools',
      failure: 'is_error',
    });
  });

  it('takes no number for whether a run succeeded: 0 is a program’s success and a flag’s failure', () => {
    expect(planColumns([{ prompt: 'p', status: 0 }]).conversions).toEqual([]);
    expect(planColumns([{ prompt: 'p', status: 'failed' }]).conversions).toHaveLength(1);
  });

  it('prefers the service’s own names and what a person has set', () => {
    const row = { prompt: 'p', question: 'q', answer: 'a', output: 'o' };
    expect(planColumns([row]).roles.prompt).toBe('prompt');
    const { roles } = planColumns([row], { prompt: 'question', response: '' });
    expect(roles.prompt).toBe('question');
    expect(roles).not.toHaveProperty('response');
  });

  it('gives a role its usual name when no column fits', () => {
    expect(planColumns([{ x: 1 }]).roles.reference_trajectory).toBe('reference_trajectory');
  });

  it('names rows by a column that has another name or code in each, where none is an id', () => {
    const idOf = (...rows: JsonObject[]) => {
      const { id, row_name } = planColumns(rows).roles;
      return row_name ?? id;
    };
    expect(planColumns([{ ticket: 'T-1' }, { ticket: 'T-2' }]).roles.id).toBe('id');
    expect(planColumns([{ taskId: 'T-1' }, { taskId: 'T-2' }]).roles.id).toBe('taskId');
    expect(idOf({ team: 'a', ticket: 'T-1' }, { team: 'b', ticket: 'T-2' })).toBe('ticket');
    expect(idOf({ ref: 'x7' }, { ref: 'x8' })).toBe('ref');
    expect(idOf({ order_id: 1 }, { order_id: 2 })).toBe('order_id');
    expect(idOf({ id: 1, ticket: 'T-1' }, { id: 1, ticket: 'T-2' })).toBe('id');
    const others = [{ ticket: 'T-1' }, { ticket: 'T-1' }, { day: '2026-01-01' }, { city: 'Bonn' }];
    for (const row of others) expect(idOf({ day: '2026-01-02', city: 'Rome' }, row)).toBe('id');
    expect(planColumns([{ ticket: 'T-1' }, { ticket: 'T-2' }], { id: '' }).roles.id).toBe(
      undefined,
    );
  });

  it('names no rows by what the next run of the same tasks has otherwise', () => {
    const idOf = (...rows: JsonObject[]) => {
      const { id, row_name } = planColumns(rows).roles;
      return row_name ?? id;
    };
    expect(idOf({ latency: '812ms' }, { latency: '640ms' })).toBe('id');
    expect(idOf({ cost: '0.1USD' }, { cost: '0.2USD' })).toBe('id');
    expect(idOf({ error: 'E1' }, { error: 'E2' })).toBe('id');
    expect(idOf({ trace_id: 't1' }, { trace_id: 't2' })).toBe('id');
    expect(idOf({ 'Session ID': 's1' }, { 'Session ID': 's2' })).toBe('id');
    const skus = Array.from({ length: 80 }, (_, at) => ({ sku: `S${at % 60}`, prompt: `${at}` }));
    expect(idOf(...skus)).toBe('id');
    // trials of one task
    expect(idOf({ task_id: 'k', hash: 'a1' }, { task_id: 'k', hash: 'b2' })).toBe('id');
    expect(idOf({ hash: 'a1', task_id: 'k' }, { hash: 'b2', task_id: 'l' })).toBe('task_id');
  });

  it.for(SERVICE_ROLES)('names no rows by a column that is already its %s', (role) => {
    const [one, other] = ['T-1', 'T-2'].map((cell) => ({ [role]: cell, note: 'a note' }));
    expect(planColumns([one!, other!]).roles.row_name).toBe(undefined);
  });

  it('hears only calls contradict calls', () => {
    const disagreeing = (name: string, cell: JsonValue) =>
      planColumns([{ tools_called: [{ name: 'a', args: {} }], response: 'Paris', [name]: cell }])
        .disagreeing;
    for (const name of ['made_by', 'actual_intent', 'actual_output', 'outputs', 'prediction'])
      expect(disagreeing(name, 'Paris')).toEqual([]);
    for (const [name, cell] of [
      ['actual_tools', 'b'],
      ['calls_made', [{ name: 'b', args: {} }]],
      ['calls_made', "[{'name': 'b', 'args': {}}]"],
    ] as const)
      expect(disagreeing(name, cell)).toMatchObject([{ others: [name] }]);
  });

  it('asks before it takes whole numbers for milliseconds', () => {
    const { roles, conversions } = planColumns([{ duration: 1500 }]);
    expect(roles.latency_in_seconds).toBe('latency_in_seconds');
    expect(conversions).toEqual([]);
  });

  it('keeps conversions that were settled, until the column is another or none', () => {
    const rows = [{ latency_ms: 10, other_ms: 20, latency: 30 }];
    const role = 'latency_in_seconds';
    const settled = { role, column: 'latency_ms', unit: 'milliseconds' } as const;
    const first = planColumns([{ latency_ms: 10 }]);
    expect(first.conversions).toEqual([settled]);
    expect(planColumns(rows, first.roles, first.conversions)).toMatchObject({
      roles: { [role]: role },
      conversions: [settled],
    });
    expect(planColumns(rows, { [role]: 'other_ms' }, [settled]).conversions).toEqual([
      { ...settled, column: 'other_ms' },
    ]);
    expect(planColumns(rows, { [role]: 'latency' }, [settled])).toMatchObject({
      roles: { [role]: 'latency' },
      conversions: [],
    });
    expect(planColumns(rows, { [role]: '' }, [settled]).conversions).toEqual([]);
  });

  it.each([
    [{ failure: 0, error: 'Traceback' }, ['error']],
    [{ failure: 0, success: false, exception: 'boom', errored: 'no' }, ['success', 'exception']],
    [{ failure: 1, error: 'Traceback', success: false, passed: true }, undefined],
    [{ failure: 0, error: null, success: 'unknown' }, undefined],
    [{ error: 'Traceback', success: true }, ['success']],
  ])('names columns that contradict the failure: %j', (row, others) => {
    const [found] = planColumns([row, {}]).disagreeing;
    expect(found?.others).toEqual(others);
    expect(found?.column).toBe(others && ('failure' in row ? 'failure' : 'error'));
  });

  it('names columns of calls that are not those that were taken, unless a person has chosen', () => {
    const [x, y] = [
      { name: 'x', args: {} },
      { name: 'y', args: {} },
    ];
    const rows = [
      { called: [x], expected: [y], actual_calls: [x], steps: [y], messages: [], tools_used: null },
      { called: [], expected: [y], actual_calls: [], trajectory: [y], messages: [] },
    ];
    expect(planColumns(rows).disagreeing).toEqual([
      { role: 'predicted_trajectory', column: 'called', others: ['steps', 'trajectory'] },
    ]);
    expect(planColumns(rows, { predicted_trajectory: 'steps' }).disagreeing).toEqual([]);
  });

  it('takes no column for a second side that a person has chosen for the other', () => {
    const rows = [{ prompt: 'Q', predicted_trajectory: [], reference_trajectory: [] }];
    const { roles } = planColumns(rows, { predicted_trajectory: 'reference_trajectory' });
    expect(roles.reference_trajectory).toBeUndefined();
  });

  it('reads a success as no failure', () => {
    expect(planColumns([{ passed: true }])).toMatchObject({
      roles: { failure: 'failure' },
      conversions: [{ role: 'failure', column: 'passed', isInverted: true }],
    });
  });
});

describe('declarations of tools', () => {
  const schema = { type: 'object', properties: { to: { type: 'string' } } };
  const declared = [{ name: 'trains', parameters: schema }];
  const roleIn = (row: JsonObject): string | undefined =>
    planColumns([row, { predicted_trajectory: [] }]).roles.tool_declarations;

  it('are taken from a column of a usual name whose cells declare tools', () => {
    expect(roleIn({ tools: declared })).toBe('tools');
    expect(roleIn({ 'inputs.availableTools': JSON.stringify(declared) })).toBe(
      'inputs.availableTools',
    );
    expect(roleIn({ tools: declared, tool_definitions: declared })).toBe('tool_definitions');
  });

  it('are taken where some requests had no tools', () => {
    const rows = [{ tools: declared }, { tools: [] }, { tools: null }];
    expect(planColumns(rows).roles.tool_declarations).toBe('tools');
    expect(planColumns([{ tools: [] }]).roles.tool_declarations).toBe('tool_declarations');
  });

  it('are not taken from names of tools, calls, or what is another role', () => {
    expect(roleIn({ tools: ['trains'] })).toBe('tool_declarations');
    expect(roleIn({ tools: [{ name: 'trains', arguments: { to: 'Graz' } }] })).toBe(
      'tool_declarations',
    );
    expect(roleIn({ tools: declared, tool_declarations: [] })).toBe('tool_declarations');
    const chosen = planColumns([{ tools: declared }], { predicted_trajectory: 'tools' }).roles;
    expect(chosen.tool_declarations).toBe('tool_declarations');
  });
});
