import { describe, expect, it } from 'vitest';
import { COLUMN_ROLES, ROLE_TITLES } from '#core/read/names/column-roles.ts';
import { assignRoles, suggestColumn } from './columns.ts';

describe('assignRoles', () => {
  it('takes the names of the reference service, recorded or not', () => {
    expect(assignRoles([])).toEqual(Object.fromEntries(COLUMN_ROLES.map((role) => [role, role])));
  });

  it('finds the usual name of an id, the plainest first', () => {
    expect(assignRoles(['uuid', 'case_id']).id).toBe('case_id');
    expect(assignRoles(['case_id', 'id']).id).toBe('id');
    expect(assignRoles(['identity']).id).toBe('id');
  });

  it('prefers what a person chose, and an empty text means no column', () => {
    const roles = assignRoles(['id', 'steps'], {
      predicted_trajectory: 'steps',
      id: '',
      failure: '__proto__',
    });
    expect(roles).toMatchObject({
      predicted_trajectory: 'steps',
      failure: '__proto__',
      prompt: 'prompt',
    });
    expect(roles).not.toHaveProperty('id');
  });
});

describe('suggestColumn', () => {
  it.each([
    ['predicted_trajectory', ['prompt', 'tool_calls'], 'tool_calls'],
    ['predicted_trajectory', ['expected_tools', 'actual_tools'], 'actual_tools'],
    ['reference_trajectory', ['tool_calls', 'expected_tools'], 'expected_tools'],
    ['reference_trajectory', ['golden_trajectory'], 'golden_trajectory'],
    ['prompt', ['Question'], 'Question'],
    ['response', ['final_response'], 'final_response'],
    ['reference', ['ground_truth'], 'ground_truth'],
    ['latency_in_seconds', ['latency_ms', 'duration'], 'duration'],
    ['failure', ['is_error'], 'is_error'],
    ['id', ['trace_id'], 'trace_id'],
    ['prompt', ['task', 'User Query'], 'User Query'],
    ['predicted_trajectory', ['steps', 'toolsCalled'], 'toolsCalled'],
    ['reference_trajectory', ['inputs.expected_tools'], 'inputs.expected_tools'],
    ['failure', ['success', 'status'], undefined],
    ['id', ['idea', 'hidden'], undefined],
    ['prompt', [], undefined],
  ] as const)('for %s among %j is %s', (role, names, expected) => {
    expect(suggestColumn(role, names, {})).toBe(expected);
  });

  it('passes over columns that already have a role', () => {
    expect(suggestColumn('prompt', ['question', 'query'], { id: 'question' })).toBe('query');
  });

  it('has words for every role', () => {
    expect(COLUMN_ROLES.every((role) => ROLE_TITLES[role] !== '')).toBe(true);
  });
});
