import { readFile } from 'node:fs/promises';
import { expect, test } from './playground.ts';

test('a rating and a note are given by key, kept with the run, filtered and exported', async ({
  app,
  page,
}) => {
  await app.row('hd-02').click();
  await app.headline.click();
  await page.keyboard.press('2');
  await expect(app.tile('Rating')).toHaveAccessibleName(/mean 2\.00, .*1 valid, 17 not evaluated/);
  await app.panel.getByRole('button', { name: 'Open' }).click();
  const rating = app.drawer.getByRole('group', { name: 'Your rating' });
  await expect(rating.getByRole('button', { name: 'Rate 2 of 5' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // thumbs are the ends of the same scale
  await rating.getByRole('button', { name: 'Thumbs up' }).click();
  await expect(rating.getByRole('button', { name: 'Rate 5 of 5' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await rating.getByRole('button', { name: 'Rate 2 of 5' }).click();
  await expect(rating.getByRole('button', { name: 'Thumbs up' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await rating.getByRole('textbox', { name: 'Note on this row' }).fill('Number sent as text');
  await page.keyboard.press('Tab');
  await expect(app.drawer.getByRole('list', { name: 'Scores of this row' })).toContainText(
    'Number sent as text',
  );
  await page.keyboard.press('Escape');

  // other settings score the same rows: what a person said of them stays
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const metrics = page.getByRole('dialog', { name: 'Metrics' });
  await metrics.getByRole('checkbox', { name: 'Precision' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(app.tile('Precision')).toHaveCount(0);
  await expect(app.tile('Rating')).toHaveAccessibleName(/mean 2\.00/);
  await app.expectSaved();

  await page.reload();
  await expect(app.tile('Rating')).toHaveAccessibleName(/mean 2\.00/);
  await page.keyboard.press('f');
  await page.getByRole('combobox', { name: 'Filters as text' }).fill('rating ~ "as TEXT"');
  await page.keyboard.press('Enter');
  await app.expectIds(['hd-02']);

  const download = page.waitForEvent('download');
  await app.choose('Download', /JSONL/);
  const path = await (await download).path();
  const [line = ''] = (await readFile(path, 'utf8')).split('\n');
  expect(JSON.parse(line)).toMatchObject({
    id: 'hd-02',
    rating: 2,
    'rating/note': 'Number sent as text',
  });
});
