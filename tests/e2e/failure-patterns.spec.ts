import AxeBuilder from '@axe-core/playwright';
import { expect, test, textFile } from './playground.ts';

const call = (tool_name: string, tool_input: object, more: object = {}): object => ({
  ...{ tool_name, tool_input },
  ...more,
});
const row = (id: string, reference: readonly object[], made: readonly object[]): string =>
  JSON.stringify({
    ...{ id, prompt: 'Book hotel 3 in Oslo.' },
    reference_trajectory: reference,
    predicted_trajectory: made,
  });
const BOOK = call('book_room', { hotel: 3 });
const ROWS = [
  row('right', [BOOK], [BOOK]),
  row('unknown', [BOOK], [call('fly', { to: 'Oslo' })]),
  row('type', [BOOK], [call('book_room', { hotel: '3' })]),
  row('error', [BOOK], [call('book_room', { hotel: 3 }, { tool_error: 'full' })]),
].join('\n');
const DECLARED = {
  tools: [
    {
      name: 'book_room',
      inputSchema: { type: 'object', properties: { hotel: { type: 'integer' } } },
    },
  ],
};

test('declared tools give a metric and name the causes', async ({ app, page }) => {
  await app.openFile(textFile('booking.jsonl', ROWS));
  await app.expectRows(4);
  const patterns = page.getByRole('region', { name: 'Failure patterns' });
  await page.getByRole('tab', { name: /^Causes/ }).click();
  await page.getByText('Failure patterns', { exact: true }).click();
  await expect(patterns.getByText('Incorrect Tool Selection', { exact: true })).toBeVisible();
  await expect(patterns.getByText('Hallucination of Tool', { exact: true })).toBeHidden();

  await patterns.getByRole('button', { name: 'Declare tools…' }).click();
  const drawer = page.getByRole('dialog', { name: 'Metrics' });
  const field = drawer.getByRole('textbox', { name: 'Declarations (JSON or Python)' });
  await field.fill('[{"name": ');
  await field.blur();
  await expect(drawer.getByText(/This is not JSON, column 11/)).toBeVisible();
  await expect(drawer.getByText('No tool was read: not used.')).toBeVisible();
  await field.fill(JSON.stringify(DECLARED));
  await field.blur();
  await expect(drawer.getByText('1 tool read:')).toBeVisible();
  await drawer.getByRole('checkbox', { name: 'Tool calls valid by schema' }).check();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await app.expectMeans({ 'Tool calls valid by schema': '0.50' });

  await expect(patterns.getByText('Hallucination of Tool', { exact: true })).toBeVisible();
  await expect(patterns.getByText('Incorrect Tool Selection', { exact: true })).toBeHidden();
  const causes = await new AxeBuilder({ page }).analyze();
  expect(causes.violations).toEqual([]);
  await patterns.getByRole('button', { name: 'Tool Error 1 row', exact: true }).click();
  await expect(app.grid.getByText('error', { exact: true })).toBeVisible();
  await expect(app.grid.getByText('unknown', { exact: true })).toBeHidden();

  // kept with the run
  await app.expectSaved();
  await page.reload();
  await app.filter(/^All/).click();
  await page.getByRole('tab', { name: /^Causes/ }).click();
  await page.getByText('Failure patterns', { exact: true }).click();
  await expect(patterns.getByText('Hallucination of Tool', { exact: true })).toBeVisible();
  await app.choose('Ask a judge about others', 'Over-Punting');
  await expect(page.getByRole('dialog', { name: /Judge/ })).toBeVisible();
});
