import type { Page } from '@playwright/test';
import { expect, test } from './playground.ts';
import { jsonl, row } from './rows.ts';

/** Rows as a person brings them: most are right, some are not, two lines are broken. */
function dataset(isLater: boolean): string {
  const rows = Array.from({ length: 480 }, (_, at) => {
    const isWrong = at % (isLater ? 9 : 7) === 3;
    return row(`row-${String(at)}`, isWrong ? 'ab' : 'abc', 'abc');
  });
  return `${jsonl(rows)}{"id": broken\n{"id": "cut", "prompt\n`;
}

/** Puts a text on the page as Ctrl V does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator('body').evaluate((body, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

test(
  'the first minute: from the sample to an own comparison, handed on',
  { tag: '@long' },
  async ({ app, page }) => {
    // the sample is there, scored, with its finding in a sentence
    await app.visitFirst();
    await expect(page.getByRole('button', { name: /^Paste your rows here/ })).toBeVisible();
    await expect(app.headline).toHaveText('8 of 16 rows pass');
    await page.getByRole('button', { name: 'Explore it' }).click();

    await page.getByRole('tab', { name: 'Causes' }).click();
    await page.getByRole('button', { name: /^set_temperature temperature/ }).click();
    await page.getByRole('button', { name: 'Show 4 rows' }).click();
    await expect(app.grid.getByRole('rowheader')).toHaveCount(4);

    await app.row('hd-02').click();
    await app.filter(/^All/).click();
    await app.headline.click();
    await page.keyboard.press('Enter');
    await expect(app.drawer.getByRole('grid', { name: /^Steps/ })).toContainText(
      'temperature "21"',
    );
    await app.drawer.getByText(/^2 expected, 2 called/).click();
    await expect(app.drawer).toContainText('has wrong arguments');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Metrics', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Metrics' });
    await drawer.getByRole('tab', { name: 'Matching' }).click();
    const rule = drawer.locator('label', { hasText: 'Ignore arguments' });
    await expect(rule).toContainText('more rows pass');
    await rule.click();
    await page.keyboard.press('Escape');
    await app.expectMeans({ 'Exact match': '0.69' });
    await expect(page.getByTitle(/^Rules:/)).toBeVisible();
    await page.getByRole('button', { name: 'Use standard rules' }).click();
    await app.expectMeans({ 'Exact match': '0.38' });

    const leaveOut = page.getByRole('button', { name: /^Score 480 rows/ });
    await paste(page, dataset(false));
    await leaveOut.click();
    await app.expectRows(480);
    await expect(page.getByText('2 of 482 records could not be read.')).toBeVisible();
    await app.showData();
    await expect(app.receipt).toContainText('2 skipped');
    await app.expectMeans({ 'Exact match': '0.86' });

    const selected = app.panel.locator('.id');
    await app.headline.click();
    await expect(selected).toHaveText('row-3');
    for (const id of ['row-10', 'row-17', 'row-24']) {
      await page.keyboard.press('n');
      await expect(selected).toHaveText(id);
    }

    await app.expectSaved();
    await paste(page, dataset(true));
    await leaveOut.click();
    await app.expectMeans({ 'Exact match': '0.89' });
    await app.expectSaved();
    await page.keyboard.press('c');
    await expect(page.getByRole('grid', { name: 'Compared rows' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Regressed \d+ rows?$/ })).toBeVisible();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    // of a comparison its link, of a run its data
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog', { name: 'Share this comparison' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(page.url()).toContain('#/compare?');
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Compared rows' })).toBeHidden();
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Link with data copied, [\d,]+ characters\./)).toBeVisible();
    expect(await clipboard()).toMatch(/#z1\.[\w-]+$/);

    await app.choose('Share', /^More ways to share/);
    await page.getByRole('button', { name: 'Copy: Markdown' }).click();
    await expect(page.getByText(/^Markdown copied/)).toBeVisible();
    expect(await clipboard()).toContain('| In-order match | 0.89 |');
  },
);
