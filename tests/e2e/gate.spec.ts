import { readFile } from 'node:fs/promises';
import { expect, test } from './playground.ts';
import { row, type Row } from './rows.ts';

const rows = (count: number, passing: number): Row[] =>
  Array.from({ length: count }, (_, at) => row(`t-${at}`, at < passing ? 'ab' : 'x', 'ab'));

test('a gate is made from a comparison, downloaded, written anew, and judges another run', async ({
  app,
  page,
}) => {
  await app.scoreRows('main', rows(60, 54));
  await app.scoreRows('today', rows(60, 30));
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('checkbox', { name: 'Select main' }).check();
  await page.getByRole('checkbox', { name: 'Select today' }).check();
  await page.getByRole('button', { name: 'Compare 2 runs' }).click();
  await page.getByRole('button', { name: 'Use as gate' }).click();

  const drawer = page.getByRole('dialog', { name: 'Gate' });
  const verdict = drawer.getByRole('status').filter({ hasNotText: /^$/ }).first();
  await expect(verdict).toContainText('FAIL');
  await expect(verdict).toContainText('Exit code 1.');
  const first = drawer.getByRole('list', { name: 'Conditions' }).getByRole('listitem').first();
  await expect(first).toContainText('In-order match no worse than baseline by more than 0.05');
  await expect(first).toContainText(
    '−0.40, n = 60 pairs. Worse by more than allowed in these rows; that it is worse at all is no chance.',
  );
  await expect(first.getByRole('img')).toHaveAccessibleName(
    /^Interval −0.5\d to −0.2\d, threshold/,
  );

  const waiting = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('gate.json');
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    conditions: [{ metric: 'trajectory_in_order_match', noWorseBy: 0.05 }],
  });

  const config = drawer.getByLabel('Conditions, as JSON');
  await config.fill('{ "version": 1, "conditions": [{ "calls": "mean", "max": 5 }] }');
  await config.blur();
  await expect(verdict).toContainText('The condition passes.');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Swap', exact: true }).click();
  await page.getByRole('button', { name: 'Use as gate' }).click();
  await expect(verdict).toContainText('The condition passes.');
});
