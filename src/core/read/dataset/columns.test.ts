import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import type { ColumnRole } from '#core/read/names/column-roles.ts';
import { COLUMN_ROLES, ROLE_TITLES } from '#core/read/names/column-roles.ts';
import { assignRoles, suggestColumn } from './columns.ts';

const CASES = tablesOf<{
  rolesOfNames: [ColumnRole, string[], string][];
}>('reading');

describe('assignRoles', () => {
  it('takes the names of the reference service, recorded or not', () => {
    const usual = COLUMN_ROLES.filter((role) => role !== 'row_name');
    expect(assignRoles([])).toEqual(Object.fromEntries(usual.map((role) => [role, role])));
  });

  it('finds the usual name of an id, the plainest first', () => {
    expect(assignRoles(['uuid', 'case_id']).id).toBe('case_id');
    expect(assignRoles(['case_id', 'id']).id).toBe('id');
    expect(assignRoles(['identity']).id).toBe('id');
  });

  it('takes no column whose calls are compared for an answer as well', () => {
    const roles = assignRoles(['predicted', 'reference'], {
      predicted_trajectory: 'predicted',
      reference_trajectory: 'reference',
    });
    expect(roles).not.toHaveProperty('reference');
    expect(roles.reference_trajectory).toBe('reference');
    expect(assignRoles(['reference']).reference).toBe('reference');
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
  it.each<[ColumnRole, string[], string | undefined]>([
    ...CASES.rolesOfNames,
    ['failure', ['success', 'status'], undefined],
    ['id', ['idea', 'hidden'], undefined],
    ['prompt', [], undefined],
  ])('for %s among %j is %s', (role, names, expected) => {
    expect(suggestColumn(role, names, {})).toBe(expected);
  });

  it('passes over columns that already have a role', () => {
    expect(suggestColumn('prompt', ['question', 'query'], { id: 'question' })).toBe('query');
  });

  it('has words for every role', () => {
    expect(COLUMN_ROLES.every((role) => ROLE_TITLES[role] !== '')).toBe(true);
  });
});
