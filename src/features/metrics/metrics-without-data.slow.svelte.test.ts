import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, openRows, runOf } from '../../../tests/support/open-app.ts';
import MetricsDrawer from './MetricsDrawer.svelte';

const call = (more = {}) => ({ tool_name: 'pay', tool_input: { sum: 1 }, ...more });
const PLAIN = { predicted_trajectory: [call()], reference_trajectory: [call()] };
const failing = call({ tool_error: 'declined', input_tokens: 5, output_tokens: 2 });

it('lists metrics that no row has data for apart, with the reason', async ({ app }) => {
  await openRows(app, [PLAIN, PLAIN]);
  const { screen, user } = mountWith(app, MetricsDrawer, {
    ...{ open: true, tab: 'metrics' as const, passes: '', decides: '' },
    ...{ ontab: () => undefined, onclose: () => undefined, ondecide: () => undefined },
    ...{ onabout: () => undefined, onrow: () => undefined, onjudge: () => undefined },
  });
  await user.click(screen.getByText(/^Process: /));
  const summary = await eventually(() =>
    screen.getByText(/^\d+ metrics without data in the first/),
  );
  const apart = summary.closest('details')!;
  expect(apart.open).toBe(false);
  await user.click(summary);
  const isApart = (name: string): boolean => apart.contains(screen.getByRole('checkbox', { name }));
  await eventually(() => expect(isApart('Cost')).toBe(true));
  expect([isApart('Calls'), isApart('Identical repeats')]).toEqual([false, false]);
  expect(apart.textContent).toContain('No step records its cost; left out.');
  await user.click(screen.getByRole('checkbox', { name: 'Cost' }));
  await eventually(() => expect(isApart('Cost')).toBe(false));
});

it('one row with data is enough', async ({ app }) => {
  await openRows(app, [PLAIN, { ...PLAIN, predicted_trajectory: [failing] }]);
  const without = await app.reader.ask(runOf(app), 'metricsWithoutData', undefined);
  expect(without.has('tool_error_rate')).toBe(false);
  expect(without.get('total_cost')).toBe('cost_missing');
  expect(without.has('input_tokens')).toBe(false);
});
