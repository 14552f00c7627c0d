import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, openApp, runOf, scoresOf, settled } from '../../../tests/support/open-app.ts';
import FormatExamples from './FormatExamples.svelte';
import { FORMAT_EXAMPLES } from './format-examples.ts';

it.each(FORMAT_EXAMPLES)('the examples of formats score alike: $title', async ({ text }) => {
  const app = await openApp();
  await app.workspace.openText(text);
  await settled(app);
  expect(scoresOf(app, 'trajectory_exact_match')).toEqual([1, 0, 1]);
  expect(runOf(app).columns.skippedCount).toBe(0);
});

it('the examples of formats are opened as data', async ({ app }) => {
  const examples = mountWith(app, FormatExamples, {});
  expect(examples.text()).toContain('"predicted_trajectory"');
  await examples.user.click(examples.screen.getByRole('radio', { name: 'CSV' }));
  expect(examples.text()).toContain('id,prompt,predicted_trajectory');
  await examples.user.click(examples.screen.getByRole('button', { name: 'Try these rows' }));
  await eventually(() => expect(app.workspace.title).toBe('Three example rows'));
  await settled(app);
  expect(runOf(app).record.formatId).toBe('csv');
});
