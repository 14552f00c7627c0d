import { expect, Playground, test } from './playground.ts';

test('shows a scored sample without a click', async ({ page }) => {
  const app = new Playground(page);
  await page.goto('./');
  await expect(page).toHaveTitle('Trajectory Playground');
  await expect(app.status).toContainText('18 rows scored');
  await expect(app.headline).toContainText(
    '7 of 14 rows follow the reference in order; 5 match exactly.',
  );
  await expect(app.headline).toContainText(
    'set_temperature /temperature is text instead of a number',
  );
  await expect(page.getByText('18 rows, 14 evaluated.')).toBeVisible();
});

test('has a tile for each metric with mean, deviation and counts', async ({ app }) => {
  const tiles = {
    'Exact match': ['0.36', '0.50', '14 valid, 4 not evaluated, 0 errors'],
    'In-order match': ['0.50', '0.52', '14 valid, 4 not evaluated, 0 errors'],
    'Any-order match': ['0.57', '0.51', '14 valid, 4 not evaluated, 0 errors'],
    Precision: ['0.69', '0.38', '14 valid, 4 not evaluated, 0 errors'],
    Recall: ['0.71', '0.38', '14 valid, 4 not evaluated, 0 errors'],
    set_temperature: ['0.40', '0.51', '15 valid, 3 not evaluated, 0 errors'],
    Latency: ['1.55 s', '0.86', '17 valid, 1 not evaluated, 0 errors'],
    Failure: ['0.06', '0.24', '18 valid, 0 not evaluated, 0 errors'],
  };
  const described = app.tiles.getByRole('button', { name: /: mean / });
  await expect(described).toHaveCount(Object.keys(tiles).length);
  for (const [title, [mean, deviation, counts]] of Object.entries(tiles)) {
    const tile = app.tile(title);
    await expect(tile).toHaveAccessibleName(
      new RegExp(`mean ${mean}, standard deviation ${deviation}.*; ${counts}$`),
    );
    await expect(tile).toContainText(`sd ${deviation}`);
    await expect(tile.locator('..').locator('.plot svg')).toBeVisible();
  }
});

test('lists the rows with their scores and the reason of each failure', async ({ app }) => {
  await expect(app.grid).toHaveAttribute('aria-rowcount', '19');
  await app.expectScores('hd-01', ['1', '1', '1', '1.00', '1.00', '0.71', '–']);
  await app.expectScores('hd-02', ['0', '0', '0', '0.50', '0.50', '1.38']);
  await expect(app.row('hd-02')).toContainText('temperature 21 → "21"');
  await app.expectScores('hd-04', ['0', '0', '1', '1.00', '1.00']);
  await app.expectScores('hd-05', ['0', '0', '0', '0.80', '0.67']);
});

test('shows one row’s trajectories side by side', async ({ app }) => {
  const calls = app.panel.getByRole('table');
  await expect(app.panel).toContainText('hd-02');
  await expect(calls.getByRole('columnheader')).toHaveText(['call', 'reference', 'prediction']);
  const changed = calls.getByRole('row').filter({ hasText: 'changed' });
  await expect(changed.getByRole('cell')).toContainText([
    'changed',
    'set_temperature',
    'set_temperature',
  ]);
});

const OTHERS = [
  ['Customer support', 16, 'issue_refund'],
  ['Content creation', 14, 'check_facts'],
  ['Documentation example', 2, 'send_message'],
] as const;

for (const [title, count, tool] of OTHERS) {
  test(`opens the sample “${title}”`, async ({ app }) => {
    await app.choose('Samples', new RegExp(title));
    await app.expectRows(count);
    await expect(app.page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue(title);
    await expect(app.tile(tool)).toBeVisible();
    await expect(app.receipt).toContainText(`${count} rows`);
    await app.page.getByRole('button', { name: 'Samples', exact: true }).click();
    await expect(app.page.getByRole('menuitemradio', { checked: true })).toContainText(title);
  });
}

test('scores the documentation’s example as the service does', async ({ app }) => {
  await app.choose('Samples', /Documentation example/);
  await app.expectRows(2);
  const rows = app.grid.getByRole('row').filter({ has: app.page.getByRole('rowheader') });
  const scores = [
    ['0', '0', '0', '0.00', '0.00'],
    ['0', '0', '0', '0.50', '0.50'],
  ];
  for (const [index, expected] of scores.entries()) {
    const cells = rows.nth(index).getByRole('gridcell');
    for (const [at, score] of expected.entries()) await expect(cells.nth(at + 3)).toHaveText(score);
  }
});

test('names the screen in the title', async ({ app }) => {
  const main = app.page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Runs' }).click();
  await expect(app.page).toHaveTitle('Runs · Trajectory Playground');
  await main.getByRole('link', { name: 'Compare' }).click();
  await expect(app.page).toHaveTitle('Compare · Trajectory Playground');
  await main.getByRole('link', { name: 'Playground' }).click();
  await expect(app.page).toHaveTitle('Trajectory Playground');
  await expect(app.grid).toBeVisible();
});

test('keeps typed work over a reload', async ({ app }) => {
  const text =
    '{"id": "own-1", "predicted_trajectory": [{"tool_name": "a"}], "reference_trajectory": [{"tool_name": "a"}]}\n';
  await app.editor.fill(text);
  await app.expectRows(1);
  await app.expectSaved();
  await app.page.reload();
  await app.expectRows(1);
  await expect(app.editor).toHaveValue(text);
  await app.expectIds(['own-1']);
});

test('keeps unfinished text over a reload', async ({ app }) => {
  await app.editor.fill('{"id": "half');
  await expect(app.page.getByText('No row could be read.')).toBeVisible();
  // typing is kept after a short pause
  await app.page.waitForTimeout(600);
  await app.page.reload();
  await expect(app.editor).toHaveValue('{"id": "half');
});

test('keeps the chosen sample and its settings over a reload', async ({ app }) => {
  await app.choose('Samples', /Customer support/);
  await app.expectRows(16);
  await app.expectSaved();
  await app.page.reload();
  await app.expectRows(16);
  await expect(app.tile('issue_refund')).toBeVisible();
  await expect(app.tile('create_ticket')).toBeVisible();
});
