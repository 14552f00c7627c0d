import { expect, it } from 'vitest';
import { assignRoles } from './columns.ts';
import { RowsDescriber } from './describe-rows.ts';

const ROWS = [
  {
    id: 1,
    prompt: 'Lamp off',
    predicted_trajectory: [
      { tool_name: 'home.set_lamp', tool_input: {} },
      { tool_name: 'transfer_to_helper', tool_input: {} },
    ],
    reference_trajectory: ['set_lamp'],
  },
  { id: 2, prompt: 'Lamp on', predicted_trajectory: [], reference_trajectory: ['set_lamp'] },
];

it('counts tools on each side, names pseudo-tools and proposes names', () => {
  const describer = new RowsDescriber(assignRoles(Object.keys(ROWS[0]!)));
  for (const row of ROWS) describer.add(row);
  const { rowCount, tools, names, first, fitting } = describer.finish();
  expect(rowCount).toBe(2);
  expect(tools).toEqual([
    { name: 'set_lamp', predicted: 0, reference: 2, isPseudo: false },
    { name: 'home.set_lamp', predicted: 1, reference: 0, isPseudo: false },
    { name: 'transfer_to_helper', predicted: 1, reference: 0, isPseudo: true },
  ]);
  expect(names).toEqual([
    expect.objectContaining({
      rule: 'prefix',
      renamings: [{ from: 'home.set_lamp', to: 'set_lamp', count: 1 }],
    }),
  ]);
  expect(first[1]).toEqual({ id: '2', prompt: 'Lamp on', predicted: [], reference: ['set_lamp'] });
  expect(fitting.map(({ role }) => role)).toContain('predicted_trajectory');
});
