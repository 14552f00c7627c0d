import { expect, vi } from 'vitest';
import { decidingId } from '#core/explain/summary/headline.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, openApp, runOf, scoresOf, settled } from '../../../tests/support/open-app.ts';
import FormatExamples from './FormatExamples.svelte';
import { exampleText, formatExamples as texts } from './texts.ts';

it.each(texts.examples)('the row fails as it says, in any format: $title', async (example) => {
  const app = await openApp();
  await app.workspace.openText(exampleText(example));
  await settled(app);
  const run = runOf(app);
  expect(scoresOf(app, 'trajectory_in_order_match')).toEqual([0]);
  expect(decidingId(run, '')).toBe('trajectory_in_order_match');
  expect(run.columns.skippedCount).toBe(0);
  const why =
    app.view
      .preview(0)
      ?.why.map((part) => part.text)
      .join('') ?? '';
  expect(why).toContain(`${texts.argument} ${texts.difference}`);
});

it('the row is shown in each format and copied as one record', async ({ app }) => {
  const examples = mountWith(app, FormatExamples, {});
  const writeText = vi.fn(() => Promise.resolve());
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never);
  expect(examples.text()).toContain('"expected": [{"name": "refund", "args": {"id": 40871}}]');
  await examples.user.click(examples.screen.getByRole('radio', { name: 'CSV' }));
  expect(examples.text()).toContain('question,expected,called');
  await examples.user.click(examples.screen.getByRole('radio', { name: 'JSONL' }));
  await examples.user.click(examples.screen.getByRole('button', { name: 'Copy' }));
  const copied = String(writeText.mock.calls.at(0)?.at(0));
  expect(copied.trimEnd()).not.toContain('\n');
  expect(copied.replace(/\s/g, '')).toBe(texts.examples[0].lines.join('').replace(/\s/g, ''));
});
