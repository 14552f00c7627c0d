import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { assignRoles } from './columns.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { joinRow } from './pair-sides.ts';

function join(
  prediction: JsonObject | undefined,
  reference: JsonObject | undefined,
  roles: ColumnRoles = assignRoles(['id']),
): JsonObject {
  const side = (record: JsonObject | undefined) => record && { record, roles };
  return joinRow(side(prediction), side(reference));
}

describe('joinRow', () => {
  it('trusts each file on its own side and keeps what the other says otherwise', () => {
    expect(
      join(
        { id: 1, prompt: 'p', predicted_trajectory: [], reference: 'old', note: 'mine', tag: 'x' },
        { id: '1', prompt: 'p', reference_trajectory: [], reference: 'new', note: 'y', tag: 'x' },
      ),
    ).toEqual({
      ...{ id: 1, prompt: 'p', predicted_trajectory: [], tag: 'x', reference_trajectory: [] },
      ...{ reference: 'new', 'reference (predictions)': 'old' },
      ...{ note: 'mine', 'note (references)': 'y' },
    });
  });

  it('never takes what an agent did from the file of references', () => {
    const reference = { response: 'r', latency_in_seconds: 2, predicted_trajectory: [] };
    expect(join({ id: 1 }, reference)).toEqual({
      ...{ id: 1, 'response (references)': 'r', 'latency_in_seconds (references)': 2 },
      'predicted_trajectory (references)': [],
    });
    expect(join(undefined, { id: 2, reference_trajectory: [] })).toEqual({
      ...{ id: 2, reference_trajectory: [] },
    });
  });

  it('gives columns with a role the service’s own names; a mere namesake plays none', () => {
    const roles = { ...assignRoles(['id']), response: 'answer' };
    expect(join({ answer: 'a', response: 'draft', empty: null }, undefined, roles)).toEqual({
      ...{ response: 'a', 'response (no role)': 'draft' },
    });
  });

  it('keeps a column that is named like a property of objects', () => {
    const row: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
    const joined = join(row as JsonObject, { id: 1 });
    expect(JSON.stringify(joined)).toBe('{"__proto__":1,"constructor":2,"id":1}');
  });
});
