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

test('a script for BigQuery is written for a table, looked at, downloaded and copied', async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.openFile(textFile('My rows.jsonl', jsonl(THREE_ROWS)));
  await app.expectRows(3);
  await app.choose('Download', 'Score in BigQuery…');
  const dialog = page.getByRole('dialog', { name: 'Score in BigQuery' });
  const notes = dialog.getByRole('status', { name: 'Notes on the script' });
  const copy = dialog.getByRole('button', { name: 'Copy script' });
  await expect(notes).toHaveText('Name the table with the rows.');
  await expect(copy).toBeDisabled();

  const table = dialog.getByLabel('Table with the rows');
  await table.fill('my runs');
  await expect(notes).toContainText('is no name of a table in BigQuery');
  await table.fill('project.agents.runs');
  await dialog.getByLabel('Prediction').fill('calls');
  const script = dialog.getByRole('region', { name: 'Script' });
  await expect(script).toContainText('FROM `project.agents.runs` AS t');
  await expect(script).toContainText(/… 3\d\.\d kB of JavaScript/);

  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download script' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('my-rows-bigquery.sql');
  const sql = readFileSync(await file.path(), 'utf8');
  expect(sql).toContain('TO_JSON_STRING(t.`calls`) AS PREDICTED_TRAJECTORY');
  await copy.click();
  await expect(page.getByText('The script is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sql);

  await dialog.getByLabel('Read what is not strict JSON as this page does').check();
  await expect(notes).toContainText('upload trajectory-scores.js to gs://');
  await expect(dialog.getByRole('button', { name: 'Download library' })).toBeEnabled();
});
