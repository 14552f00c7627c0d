import { readFileSync } from 'node:fs';
import { expect, test, textFile } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

test('a script for BigQuery is written for a table, looked at, downloaded and copied', async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.openFile(textFile('My rows.jsonl', jsonl(THREE_ROWS)));
  await app.expectRows(3);
  await app.choose('Share', 'Score in BigQuery…');
  const dialog = page.getByRole('dialog', { name: 'Score in BigQuery' });
  const notes = dialog.getByRole('status', { name: 'Notes on the script' });
  const copy = dialog.getByRole('button', { name: 'Copy script' });
  await expect(notes).toHaveText('Name the table with the rows.');
  await expect(copy).toBeDisabled();

  const table = dialog.getByLabel('Table with the rows');
  await table.fill('my runs');
  await expect(notes).toContainText('is no name of a table in BigQuery');
  await table.fill('project.agents.runs');
  await dialog.getByLabel('Agent’s calls').fill('calls');
  const script = dialog.getByRole('region', { name: 'Script' });
  await expect(script).toContainText('FROM `project.agents.runs` AS t');
  await expect(script).toContainText(/… \d\d\.\d kB of JavaScript/);

  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download script' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('my-rows-bigquery.sql');
  const sql = readFileSync(await file.path(), 'utf8');
  expect(sql).toContain('TO_JSON_STRING(t.`calls`) AS PREDICTED_TRAJECTORY');
  await copy.click();
  await expect(page.getByText('The script is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sql);
});
