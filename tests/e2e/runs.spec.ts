import type { Locator, Page } from '@playwright/test';
import { test as keptTest } from './kept-browser.ts';
import { expect, test, textFile, type Playground } from './playground.ts';
import { jsonl, openLargeFile, THREE_ROWS } from './rows.ts';

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

test('lists every scored dataset with name, time, rows and means', async ({ app, page }) => {
  await openWeather(app);
  await app.choose('Samples', /Customer support/);
  await app.expectRows(16);
  const table = await goToRuns(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 runs of 3 datasets');
  await expect(table.getByRole('link')).toHaveText([
    'Customer support',
    'weather',
    'On-device home assistant',
  ]);
  const cells = line(page, 'weather').getByRole('cell');
  await expect(cells.nth(1)).toHaveText(/^today \d\d:\d\d$/);
  await expect(cells.nth(2)).toHaveText('3');
  for (const [index, mean] of ['0.33', '0.67', '1.00', '0.83', '1.00'].entries()) {
    await expect(cells.nth(3 + index)).toHaveText(mean);
  }
  await expect(page.getByText(/[\d.]+ [kM]B used\./)).toBeVisible();
});

test('goes where it was told to while a run is being stored', async ({ app, page }) => {
  // Pressed amid scoring; the browser tells of the new address only after the run is stored.
  await page.addInitScript(() => {
    addEventListener('hashchange', (event) => {
      if (!event.isTrusted || location.hash !== '#/runs') return;
      event.stopImmediatePropagation();
      setTimeout(() => dispatchEvent(new HashChangeEvent('hashchange')), 3000);
    });
    new MutationObserver((_changes, observer) => {
      const status = document.querySelector('footer [role=status]');
      if (!status?.textContent.startsWith('Scoring mine')) return;
      observer.disconnect();
      document.querySelector<HTMLElement>('a[href="#/runs"]')?.click();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await app.expectSaved();
  await page.reload();
  await app.expectRows(18);
  await openLargeFile(page, 'mine.jsonl', 2_000_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 runs of 2 datasets');
});

test('renames a run, also where it is open', async ({ app, page }) => {
  await openWeather(app);
  await goToRuns(page);
  await page.getByRole('button', { name: 'Rename weather' }).click();
  const field = page.getByRole('textbox', { name: 'Name of the run' });
  await field.fill('Weather, second try');
  await field.press('Enter');
  await expect(line(page, 'Weather, second try')).toBeVisible();
  await page.getByRole('link', { name: 'Playground', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue(
    'Weather, second try',
  );
  await page.reload();
  await app.expectRows(3);
  await goToRuns(page);
  await expect(line(page, 'Weather, second try')).toBeVisible();
  await expect(line(page, 'weather')).toBeHidden();
});

test('renames a run by its title in the playground', async ({ app, page }) => {
  await openWeather(app);
  const title = page.getByRole('textbox', { name: 'Dataset title' });
  await title.fill('Weather at noon');
  await title.press('Enter');
  await goToRuns(page);
  await expect(line(page, 'Weather at noon')).toBeVisible();
});

test('deletes a run and takes that back with all rows', async ({ app, page }) => {
  await openWeather(app);
  await goToRuns(page);
  await app.choose('More about weather', 'Delete');
  await expect(line(page, 'weather')).toBeHidden();
  await expect(line(page, 'On-device home assistant')).toBeVisible();
  const notice = page.getByRole('status', { name: 'Notices' });
  await expect(notice).toContainText('Deleted “weather”.');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await line(page, 'weather').getByRole('link').click();
  await expectWeatherRows(app);
});

test('a deleted run stays deleted after a reload', async ({ app, page }) => {
  await openWeather(app);
  await goToRuns(page);
  await app.choose('More about weather', 'Delete');
  await expect(line(page, 'weather')).toBeHidden();
  await page.reload();
  await expect(line(page, 'On-device home assistant')).toBeVisible();
  await expect(line(page, 'weather')).toBeHidden();
});

test('opens a run with all rows after a reload', async ({ app, page }) => {
  await openWeather(app);
  await app.choose('Samples', /On-device home assistant/);
  await app.expectRows(18);
  await page.reload();
  await app.expectRows(18);
  await goToRuns(page);
  await line(page, 'weather').getByRole('link').click();
  await expectWeatherRows(app);
  await page.reload();
  await expectWeatherRows(app);
});

test('opening the same sample again makes no second run', async ({ app, page }) => {
  await app.choose('Samples', /Customer support/);
  await app.expectRows(16);
  await app.choose('Samples', /On-device home assistant/);
  await app.expectRows(18);
  await goToRuns(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 runs of 2 datasets');
});

test('a stored run that is opened and scored otherwise is not lost', async ({ app, page }) => {
  await openWeather(app);
  await app.expectSaved();
  await page.reload();
  await app.expectRows(3);
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Recall' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(app.tile('Recall')).toBeHidden();
  await app.expectSaved();
  const table = await goToRuns(page);
  await expect(table.getByRole('link', { name: 'weather' })).toHaveCount(2);
});

keptTest('opens a run with all rows after a browser restart', async ({ startBrowser }) => {
  const first = await startBrowser();
  await first.open();
  await first.openFile(textFile('weather.jsonl', `${jsonl(THREE_ROWS)}{broken\n`));
  // the sample before it is saved too
  await first.expectRows(3);
  await first.expectSaved();
  const second = await startBrowser();
  await second.page.goto('./#/runs');
  await line(second.page, 'weather').getByRole('link').click();
  await expectWeatherRows(second);
  await expect(second.receipt).toContainText('Line 4');
  await second.receipt.getByRole('button', { name: 'Show skipped' }).click();
  await expect(second.page.getByRole('dialog')).toContainText('{broken');
});

test('backs up every run into one file and puts back what is missing', async ({ app, page }) => {
  await openWeather(app);
  const table = await goToRuns(page);
  await expect(page.getByText('back them up')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up all runs' }).click();
  const file = await download;
  await expect(page.getByText('2 runs backed up.')).toBeVisible();
  await expect(page.getByText('back them up')).toBeHidden();
  await app.choose('More about weather', 'Delete');
  await expect(table.getByRole('link', { name: 'weather', exact: true })).toHaveCount(0);

  await page.getByLabel('Open file').setInputFiles(await file.path());
  await expect(page.getByText('1 run restored, 1 run stored already.')).toBeVisible();
  await line(page, 'weather').getByRole('link', { name: 'weather' }).click();
  await expectWeatherRows(app);
});
