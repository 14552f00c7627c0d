import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { applyPatch } from '../support/apply-patch.ts';
import type { PatchOperation } from '../../src/core/json/json-patch.ts';
import type { JsonValue } from '../../src/core/json/json-value.ts';
import { expect, test, textFile } from './playground.ts';

const call = (tool: string, input: object = {}) => ({ tool_name: tool, tool_input: input });
const row = (id: string, predicted: readonly object[], expected: readonly object[]) => ({
  id,
  predicted_trajectory: predicted,
  reference_trajectory: expected,
});
const set = (value: unknown) => call('set', { room: 'den', value });
const ROWS = [
  row('equal', [call('a')], [call('a')]),
  row('other', [call('a'), set('21'), call('b')], [set(21), call('c')]),
  row('text', [set('19')], [set(19)]),
  row('text-2', [set('5'), call('b')], [set(5)]),
];
/** Spaced as no printer would, so that a row that is written anew is told from one that is not. */
const TEXT = ROWS.map((one) => `${JSON.stringify(one).replace(',', ' ,  ')}\n`).join('');

async function download(page: Page, name: string): Promise<string> {
  const event = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return readFile(await (await event).path(), 'utf8');
}

test('what an agent did is accepted into the reference, call by call or by cause, undone and downloaded', async ({
  app,
  page,
}) => {
  await app.openFile(textFile('house.jsonl', TEXT));
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.25' });
  await app.expectSaved();

  await app.row('other').click();
  await app.panel.getByRole('button', { name: 'Open' }).click();
  const { drawer } = app;
  const press = (name: string) => drawer.getByRole('button', { name, exact: true }).click();
  await press('Accept a into the reference');
  const changes = drawer.getByRole('list', { name: 'Changes to this reference' });
  await expect(changes.getByRole('listitem')).toHaveText([/a added/]);
  // the button pressed is gone: the next one has the focus
  await expect(
    drawer.getByRole('button', { name: /^(Accept|Take)/ }).and(page.locator(':focus')),
  ).toBeVisible();
  await press('Take c out of the reference');
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await press('Accept all calls of this row into the reference');
  await expect(changes.getByRole('listitem')).toHaveCount(3);
  await expect(drawer.getByText('3 expected, 3 made: 3 equal')).toBeVisible();
  await page.keyboard.press('Escape');
  await app.expectMeans({ 'Exact match': '0.50' });
  await expect(page.getByText('1 reference changed.')).toBeVisible();
  await app.expectIds(['equal', 'other', 'text', 'text-2']);

  // all rows of a cause at once
  await page.getByRole('tab', { name: 'Causes' }).click();
  await page
    .getByRole('button', { name: /^Accept into the reference of 2 rows: set \/value/ })
    .click();
  await expect(page.getByText('3 references changed.')).toBeVisible();
  await app.expectMeans({ 'Exact match': '0.75' });
  // said once the run before is gone
  await expect(page.getByText('Accepted into the reference of 2 rows.')).toBeVisible();
  // the sample, the file, and what was accepted step by step as one run
  await expect(page.getByRole('link', { name: 'Runs' })).toHaveText(/Runs\s*3/);
  await app.expectSaved();

  // kept with the run, and the run it began with is as it was
  await page.reload();
  await expect(page.getByText('3 references changed.')).toBeVisible();
  await app.expectMeans({ 'Exact match': '0.75' });
  await page.getByRole('button', { name: 'Changes…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accepted into the reference' });
  const lines = dialog.getByRole('listitem');
  await expect(lines).toHaveCount(4);

  const dataset = await download(page, 'New dataset (JSONL)');
  const [equal, other, text] = dataset.split('\n');
  expect([equal, text]).toEqual([
    TEXT.split('\n')[0],
    JSON.stringify(row('text', [set('19')], [set('19')])),
  ]);
  expect((JSON.parse(other!) as (typeof ROWS)[number]).reference_trajectory).toEqual(
    ROWS[1]!.predicted_trajectory,
  );
  const patch = JSON.parse(await download(page, 'JSON Patch')) as PatchOperation[];
  expect(patch).toContainEqual({
    op: 'replace',
    path: '/2/reference_trajectory/0/tool_input/value',
    value: '19',
  });
  const rows = dataset
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonValue);
  expect(applyPatch(ROWS as unknown as JsonValue, patch)).toEqual(rows);

  // each is undone without the others; without any the run of the beginning is open again
  await lines.filter({ hasText: '2 rows' }).getByRole('button').click();
  await expect(lines).toHaveCount(3);
  for (const left of [2, 1]) {
    await lines.first().getByRole('button').click();
    await expect(lines).toHaveCount(left);
  }
  await lines.first().getByRole('button').click();
  await expect(dialog).toBeHidden();
  await app.expectMeans({ 'Exact match': '0.25' });
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('table', { name: 'Runs' })).toContainText('house');
  await expect(page.getByText('references changed')).toHaveCount(0);
});
