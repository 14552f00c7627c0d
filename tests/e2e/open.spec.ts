import { expect, test } from './playground.ts';

test('shows a scored sample without a click: headline, metrics, rows, the first difference @main', async ({
  app,
}) => {
  const { page } = app;
  await expect(page).toHaveTitle('Trajectory Playground');
  await expect(app.status).toContainText('18 rows scored');
  await expect(app.headline).toHaveText('8 of 16 rows pass');
  const causes = page.getByRole('list', { name: 'What most rows differ in' });
  await expect(causes.getByRole('listitem').first()).toContainText('Number sent as text 4 rows');
  await expect(page.getByText('2 of 18 rows left out: ')).toBeVisible();

  const described = app.tiles.getByRole('button', { name: /: mean / });
  await expect(described).toHaveCount(8);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(app.tile('Time')).toHaveAccessibleName(
    /mean 1\.55 s, of 17 rows, standard deviation 0\.86.*; 17 scored, 1 left out, 0 errors$/,
  );
  await expect(app.tile('Failure')).toBeVisible();

  await expect(app.grid).toHaveAttribute('aria-rowcount', '19');
  // the table has the room that the data leaves, until a row is pressed
  await expect(app.row('hd-02')).toHaveAttribute('aria-selected', 'true');
  await expect(app.panel).toBeHidden();
  await app.expectScores('hd-01', ['1', '1', '1', '1.00', '1.00']);
  await app.expectScores('hd-02', ['0', '0', '0', '0.50', '0.50']);
  await expect(app.row('hd-02')).toContainText('temperature 21 → "21"');
  await app.expectScores('hd-04', ['0', '0', '1', '1.00', '1.00']);
  await app.expectScores('hd-05', ['0', '0', '0', '0.80', '0.67']);

  await app.row('hd-02').click();
  const calls = app.panel.getByRole('table');
  await expect(app.panel).toContainText('hd-02');
  await expect(calls.getByRole('columnheader')).toHaveText(['call', 'expected', 'called']);
  const changed = calls.getByRole('row').filter({ hasText: 'changed' });
  await expect(changed.getByRole('cell')).toContainText([
    'changed',
    'set_temperature',
    'set_temperature',
  ]);
});

test('opens samples by the menu, keeps the choice over a reload, names the screen in the title', async ({
  app,
}) => {
  const { page } = app;
  await app.choose('Open', /Customer support/);
  await app.expectRows(16);
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue(
    'Customer support',
  );
  await expect(app.receipt).toContainText('16 rows');
  await app.expectSaved();
  await page.reload();
  await app.expectRows(16);
  await expect(app.tile('issue_refund')).toBeVisible();
  await expect(app.tile('create_ticket')).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('menuitemradio', { checked: true })).toContainText(
    'Customer support',
  );
  await page.keyboard.press('Escape');

  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Runs' }).click();
  await expect(page).toHaveTitle('Runs · Trajectory Playground');
  await main.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveTitle('Compare · Trajectory Playground');
  await main.getByRole('link', { name: 'Results' }).click();
  await expect(page).toHaveTitle('Trajectory Playground');
  await expect(app.grid).toBeVisible();
});
