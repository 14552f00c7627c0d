import { expect } from 'vitest';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, openApp, openRows, runOf, settled } from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { otherSideOf } from './other-side.svelte.ts';
import MissingSide from './MissingSide.svelte';

const calls = [{ tool_name: 'a', tool_input: {} }];

it.each([
  ['predicted_trajectory', 'No expected calls found.', 'Add the references'],
  ['reference_trajectory', 'No calls of the agent found.', 'Add the predictions'],
])('with %s alone says so and asks for the other side', async (column, title, add) => {
  const app = await openApp();
  await openRows(app, [{ id: 'r', [column]: calls }]);
  const ribbon = mountWith(app, MissingSide, { run: runOf(app) });
  expect(ribbon.text()).toContain(title);
  await ribbon.user.click(ribbon.screen.getByRole('button', { name: add }));
  await eventually(() => expect(otherSideOf(app).step.kind).not.toBe('closed'));
});

it('offers the column that may be the side', async ({ app }) => {
  const row = { id: 'r', predicted_trajectory: calls, wanted_steps: calls, other_steps: calls };
  await openRows(app, [row]);
  const ribbon = mountWith(app, MissingSide, { run: runOf(app) });
  const use = ribbon.screen.getByRole('button', { name: /^Use / });
  await ribbon.user.click(use);
  await eventually(() => expect(app.workspace.chosenRoles.reference_trajectory).toBeDefined());
  await settled(app);
  expect(runOf(app).columns.columns.map(({ name }) => name)).toContain(
    app.workspace.chosenRoles.reference_trajectory,
  );
});

it('is silent where both sides are there, and where a person wants none', async ({ app }) => {
  const sample = mountWith(app, MissingSide, { run: runOf(app) });
  expect(sample.text()).toBe('');
  await openRows(app, [{ id: 'r', predicted_trajectory: calls }]);
  await app.workspace.setRole('reference_trajectory', '');
  await settled(app);
  const none = mountWith(app, MissingSide, { run: runOf(app) });
  expect(none.text()).toBe('');
});
