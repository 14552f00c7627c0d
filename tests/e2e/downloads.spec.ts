import { readFileSync } from 'node:fs';
import { expect, test, textFile, type Playground } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

async function download(app: Playground, item: string): Promise<{ name: string; text: string }> {
  const waiting = app.page.waitForEvent('download');
  await app.choose('Download', item);
  const file = await waiting;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('the rows shown are downloaded in the order shown, and are opened again with equal scores', async ({
  app,
  page,
}) => {
  await app.openFile(textFile('My rows.jsonl', jsonl(THREE_ROWS)));
  await app.expectRows(3);
  await app.filter(/^Exact fails/).click();
  await app.grid.getByRole('button', { name: /^prec/ }).click();
  await app.expectIds(['r-extra', 'r-swapped']);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('menu')).toContainText('Download the 2 rows shown');
  await page.keyboard.press('Escape');
  const { name, text } = await download(app, 'Results (CSV)');
  expect(name).toBe('my-rows-results.csv');
  const lines = text.trimEnd().split(/\r?\n/);
  expect(lines.map((line) => line.split(',')[0])).toEqual(['id', 'r-extra', 'r-swapped']);

  await app.openFile(textFile('again.csv', text));
  await app.expectRows(2);
  await expect(app.receipt).toContainText('CSV');
  await app.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);

  const summary = await download(app, 'Summary (JSON)');
  await app.openFile(textFile(summary.name, summary.text));
  await expect(page.getByText('2 rows, read from a summary')).toBeVisible();
  await app.expectMeans({ 'Exact match': '0.00', Precision: '0.75' });
  await expect(app.tile('Exact match')).toHaveAccessibleName(/2 scored, 0 not scored, 0 errors/);
  await page.getByRole('link', { name: 'Runs' }).click();
  const table = page.getByRole('table', { name: 'Runs' });
  await expect(table.getByRole('row', { name: /summary only/ })).toContainText('0.75');
});
