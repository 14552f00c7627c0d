import { describe, expect, it } from 'vitest';
import { assignRoles } from './columns.ts';
import { missingSide, takeSideAs } from './missing-side.ts';

function dataset(filled: Readonly<Record<string, number>>) {
  const columns = Object.entries(filled).map(([name, count]) => ({ name, filled: count }));
  return { columns, roles: assignRoles(Object.keys(filled)) };
}

it.each([
  [{ predicted_trajectory: 2 }, 'reference'],
  [{ predicted_trajectory: 2, reference_trajectory: 0 }, 'reference'],
  [{ reference_trajectory: 1 }, 'predicted'],
  [{ reference_trajectories: 1 }, 'predicted'],
  [{ predicted_trajectory: 2, reference_trajectory: 1 }, undefined],
  [{ prompt: 2 }, undefined],
])('missingSide of %j is %s', (filled, side) => {
  expect(missingSide(dataset(filled))).toBe(side);
});

describe('takeSideAs', () => {
  it('turns a recorded run into what is expected, its answer too', () => {
    const roles = takeSideAs(dataset({ predicted_trajectory: 1, response: 1 }), 'reference');
    expect(roles).toMatchObject({
      reference_trajectory: 'predicted_trajectory',
      reference: 'response',
    });
    expect(roles).not.toHaveProperty('predicted_trajectory');
    expect(roles).not.toHaveProperty('response');
  });

  it('keeps an expected answer that is there, and goes the other way too', () => {
    const both = dataset({ predicted_trajectory: 1, response: 1, reference: 1 });
    expect(takeSideAs(both, 'reference').reference).toBe('reference');
    const expected = dataset({ reference_trajectory: 1, reference: 1 });
    expect(takeSideAs(expected, 'predicted')).toMatchObject({
      predicted_trajectory: 'reference_trajectory',
      response: 'reference',
    });
  });
});
