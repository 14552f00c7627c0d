import type { Locator, Page } from '@playwright/test';
import { expect, test, type Playground } from './playground.ts';
import { AFTER, BEFORE, type Row } from './rows.ts';

/** Scores two datasets and compares the first, A, with the second. */
async function compare(app: Playground, a: readonly Row[], b: readonly Row[]): Promise<Locator> {
  await app.scoreRows('before', a);
  await app.scoreRows('after', b);
  await app.page.getByRole('link', { name: 'Runs' }).click();
  await app.page.getByRole('checkbox', { name: 'Select before' }).check();
  await app.page.getByRole('checkbox', { name: 'Select after' }).check();
  await app.page.getByRole('button', { name: 'Compare 2 runs' }).click();
  await expect(app.page.getByRole('combobox', { name: 'Run A, the baseline' })).toContainText(
    'before',
  );
  return app.page.getByRole('grid', { name: 'Compared rows' });
}

/** A part of the strip of changes. */
function change(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Rows by outcome' })
    .getByRole('button', { name: new RegExp(`^${name} `) });
}

const ids = (grid: Locator): Locator => grid.getByRole('rowheader');

test('compares two runs from the list of runs to a row of one of them @main', async ({
  app,
  page,
}) => {
  const grid = await compare(app, BEFORE, AFTER);
  await expect(page.getByText('paired on id: 4 of 6 rows')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'B has the expected calls in order on 1 more row and on 2 fewer: mean −0.25 over 4 rows.',
  );
  await expect(ids(grid)).toHaveText(['worse', 'mixed', 'better', 'same']);

  await page.getByRole('tab', { name: 'Numbers' }).click();
  await page.getByRole('button', { name: /^Recall: A/ }).click();
  const scatter = page.getByRole('figure', { name: 'Scatter' });
  await scatter.locator('rect').filter({ hasText: 'A 0.00, B 1.00' }).click();
  await expect(ids(grid)).toHaveText(['better']);
  await app.filter(/^All/).click();
  await change(page, 'Regressed').click();
  await expect(ids(grid)).toHaveText(['worse', 'mixed']);
  await expect(page).toHaveURL(/&rows=regressed$/);
  await page.reload();
  await expect(ids(grid)).toHaveText(['worse', 'mixed']);
  await expect(change(page, 'Regressed')).toHaveAttribute('aria-pressed', 'true');
  // also the way back from another screen
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(ids(grid)).toHaveText(['worse', 'mixed']);

  // row by row beside the table, by keys from anywhere, and back to the row
  const pair = page.getByRole('region', { name: 'Row in both runs' });
  await app.filter(/^All/).click();
  await page.keyboard.press('n');
  await expect(pair.getByRole('status')).toHaveText('2 of 4');
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(pair.getByRole('heading')).toHaveText('Prompt of mixed');
  await pair.getByRole('button', { name: 'Close' }).click();
  await expect(grid.getByRole('row', { name: 'Prompt of mixed' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(pair.getByRole('heading')).toHaveText('Prompt of worse');

  const link = page.url();
  for (const [letter, name] of [
    ['A', 'before'],
    ['B', 'after'],
  ] as const) {
    await page.goto(link);
    await grid.getByRole('row').filter({ hasText: 'Prompt of worse' }).click();
    await pair.getByRole('link', { name: `Open in ${letter}` }).click();
    await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue(name);
    await expect(app.row('worse')).toHaveAttribute('aria-selected', 'true');
  }
});

test('a link compares the two sample agents, over work that is there again afterwards', async ({
  app,
  page,
}) => {
  await app.scoreRows('own', BEFORE);
  await page.goto('#/compare?demo=before');
  await page.reload();
  await expect(page.getByText('1 row lost: it passes in A')).toBeVisible();
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await expect(app.row('worse')).toBeVisible();
  await app.expectRows(BEFORE.length);
});
