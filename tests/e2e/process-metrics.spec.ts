import { expect, test } from './playground.ts';
import { row, type Row } from './rows.ts';

/** Rows of two calls whose first one fails in so many of them. */
const rows = (count: number, failing: number): Row[] =>
  Array.from({ length: count }, (_, at) => {
    const end = at < failing ? { error: 'timed out' } : { result: 'done' };
    const predicted_trajectory = [
      { tool_name: 'a', tool_input: {}, ...end },
      { tool_name: 'b', tool_input: {}, result: 'done' },
    ];
    return row(`t-${at}`, 'ab', 'ab', { predicted_trajectory });
  });

test('a metric of process is filtered and grouped by, compared, and judged by a gate', async ({
  app,
  page,
}) => {
  await app.scoreRows('main', rows(12, 2));
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const metrics = page.getByRole('dialog', { name: 'Metrics' });
  await metrics.getByText(/^Process/).click();
  await metrics.getByRole('checkbox', { name: 'Tool error rate', exact: true }).check();
  await page.keyboard.press('Escape');
  await app.expectMeans({ 'Tool error rate': '0.08' });

  await app.headline.click();
  await page.keyboard.press('f');
  await page.getByRole('combobox', { name: 'Filters as text' }).fill('tool_error_rate > 0');
  await page.keyboard.press('Enter');
  await app.expectIds(['t-0', 't-1']);
  await app.filter(/^All/).click();

  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByLabel('Group by').selectOption('Tool error rate');
  const groups = page.getByRole('region', { name: 'Groups' });
  await expect(groups.getByRole('rowheader')).toHaveText([/^0(\.00)?$/, /^0\.50?$/]);

  await app.scoreRows('today', rows(12, 10));
  await app.expectMeans({ 'Tool error rate': '0.42' });
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('checkbox', { name: 'Select main' }).check();
  await page.getByRole('checkbox', { name: 'Select today' }).check();
  await page.getByRole('button', { name: 'Compare 2 runs' }).click();
  const compared = page.getByRole('table', { name: 'Metrics' }).getByRole('row', {
    name: /^Tool error rate/,
  });
  await expect(compared).toContainText('+0.33');
  // no row is better, eight are worse: more errors are no progress
  await expect(compared.getByRole('cell', { name: '8', exact: true })).toBeVisible();
  await expect(compared.getByRole('cell', { name: '0', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Use as gate' }).click();
  const gate = page.getByRole('dialog', { name: 'Gate' });
  await gate.getByRole('button', { name: 'Edit', exact: true }).click();
  const config = gate.getByLabel('Config', { exact: true });
  const verdict = gate.getByRole('status').filter({ hasNotText: /^$/ }).first();
  const condition = (max: number): string =>
    JSON.stringify({ version: 1, conditions: [{ metric: 'tool_error_rate', max }] });
  await config.fill(condition(0.2));
  await config.blur();
  await expect(verdict).toContainText('FAIL');
  await config.fill(condition(0.9));
  await config.blur();
  await expect(verdict).toContainText('The condition passes.');
});
