import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { test as keptTest } from './kept-browser.ts';
import { expect, test, textFile, type Playground } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

const WEATHER = textFile('weather.jsonl', jsonl(THREE_ROWS));

async function goToRuns(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Runs' }).click();
  return page.getByRole('table', { name: 'Runs' });
}

/** A run's line, by its name. */
function line(page: Page, name: string): Locator {
  const link = page.getByRole('link', { name, exact: true });
  return page.getByRole('table', { name: 'Runs' }).getByRole('row').filter({ has: link });
}

async function expectWeatherRows(app: Playground): Promise<void> {
  await app.expectRows(3);
  await app.expectScores('r-same', ['1', '1', '1', '1.00', '1.00']);
  await app.expectScores('r-swapped', ['0', '0', '1', '1.00', '1.00']);
  await app.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await app.row('r-extra').click();
  await expect(app.panel).toContainText('Prompt of r-extra');
  await expect(app.panel).toContainText('1 equal, 1 extra');
}

async function openWeather(app: Playground): Promise<void> {
  await app.openFile(WEATHER);
  await app.expectRows(3);
  await app.expectSaved();
}

test('runs are listed, renamed, deleted and brought back, backed up and restored @main', async ({
  app,
  page,
}) => {
  await openWeather(app);
  const table = await goToRuns(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 runs of 2 task sets');
  await expect(table.getByRole('link')).toHaveText(['weather', 'On-device home assistant']);
  const cells = line(page, 'weather').getByRole('cell');
  await expect(cells.nth(0)).toHaveText(/^today \d\d:\d\d$/);
  await expect(cells.nth(1)).toContainText('2 of 3');
  await expect(cells.nth(2)).toHaveText('0.67');

  await app.choose('More about weather', /^Rename/);
  const field = page.getByRole('textbox', { name: 'Name of the run' });
  await field.fill('Weather, second try');
  await field.press('Enter');
  await expect(line(page, 'Weather, second try')).toBeVisible();
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Dataset title' });
  await expect(title).toHaveValue('Weather, second try');
  await title.fill('Weather at noon');
  await title.press('Enter');
  await goToRuns(page);
  await expect(line(page, 'Weather at noon')).toBeVisible();

  await expect(page.getByText('back them up')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up all runs' }).click();
  const file = await download;
  await expect(page.getByText('2 runs backed up.')).toBeVisible();
  await expect(page.getByText('back them up')).toBeHidden();

  await app.choose('More about Weather at noon', 'Delete');
  await expect(line(page, 'Weather at noon')).toBeHidden();
  await expect(line(page, 'On-device home assistant')).toBeVisible();
  const notice = page.getByRole('status', { name: 'Notices' });
  await expect(notice).toContainText('Deleted “Weather at noon”.');
  await notice.getByRole('button', { name: 'Undo' }).first().click();
  await expect(line(page, 'Weather at noon')).toBeVisible();

  await app.choose('More about Weather at noon', 'Delete');
  await expect(line(page, 'Weather at noon')).toBeHidden();
  await page.reload();
  await expect(line(page, 'On-device home assistant')).toBeVisible();
  await expect(line(page, 'Weather at noon')).toBeHidden();
  await page.getByLabel('Open file').setInputFiles(await file.path());
  await expect(page.getByText('1 run restored, 1 run stored already.')).toBeVisible();
  await line(page, 'Weather at noon').getByRole('link').click();
  await expectWeatherRows(app);
});

keptTest('opens a run with all rows after a browser restart', async ({ startBrowser }) => {
  const first = await startBrowser();
  await first.open();
  await first.openFile(textFile('weather.jsonl', `${jsonl(THREE_ROWS)}{broken\n`));
  // the sample before it is saved too
  await first.page.getByRole('button', { name: /^Score 3 rows/ }).click();
  await first.expectRows(3);
  await first.expectSaved();
  const second = await startBrowser();
  await second.page.goto('./#/runs');
  await line(second.page, 'weather').getByRole('link').click();
  await expectWeatherRows(second);
  await second.showData();
  await expect(second.receipt).toContainText('Line 4');
  const [download] = await Promise.all([
    second.page.waitForEvent('download'),
    second.receipt.getByRole('button', { name: 'Download skipped' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('{broken');
});
