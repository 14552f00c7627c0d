import { readFileSync } from 'node:fs';
import { expect, Playground, test, textFile, type FileToOpen } from './playground.ts';
import { openTab } from './scene.ts';
import { jsonl, row } from './rows.ts';

const ROWS = ['r-1', 'r-2', 'r-3'].map((id) => row(id, 'ax', 'ab'));

async function downloadRun(app: Playground): Promise<FileToOpen> {
  const waiting = app.page.waitForEvent('download');
  await app.choose('Share', /^Run file/);
  const file = await waiting;
  const buffer = readFileSync(await file.path());
  return { name: file.suggestedFilename(), mimeType: 'application/gzip', buffer };
}

/** Expects what was found by reading to be there: two rows with the code, one that passes. */
async function expectReviews(app: Playground): Promise<void> {
  await openTab(app, 'Review');
  const codebook = app.page.getByRole('region', { name: 'Codebook' });
  await expect(codebook.getByRole('row', { name: /wrong tool/ })).toContainText('2 of 3');
  await expect(app.page.getByText('3 of 3 failing rows read')).toBeVisible();
}

test('rows are read by keys alone; what was found travels in a run file and in a link', async ({
  app,
  page,
  browser,
}) => {
  await app.openFile(textFile('read.jsonl', jsonl(ROWS)));
  await app.expectRows(3);
  await app.row('r-1').click();
  await page.keyboard.press('r');
  const bar = app.drawer.getByRole('region', { name: 'Review of this row' });
  const pressed = (name: RegExp) => bar.getByRole('button', { name, pressed: true });

  await expect(bar).toBeVisible();
  await page.keyboard.press('w');
  await expect(bar).toContainText('step 3 of 3');
  await expect(pressed(/^Fail/)).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.type('wrong tool');
  await page.keyboard.press('Enter');
  await page.keyboard.type('x instead of b');
  // no key waits for the one before
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await expect(bar).toContainText('2 of 3 failing rows read');
  await expect(pressed(/^wrong tool/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('2 of 3 failing rows read');
  await expect(bar.getByRole('button', { pressed: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // the tab has the same editor, and the row whose turn it is
  await openTab(app, 'Review');
  const tab = page.getByRole('region', { name: 'Review of this row' });
  await expect(tab.getByRole('button', { pressed: true })).toHaveCount(0);
  await page.keyboard.press('0');
  await expect(tab.getByRole('button', { name: /^Pass/, pressed: true })).toBeVisible();
  await expectReviews(app);

  await app.expectSaved();
  const file = await downloadRun(app);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.choose('Share', /^More ways to share/);
  await page.getByRole('button', { name: 'Copy: Link with data' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  for (const open of ['file', 'link']) {
    const context = await browser.newContext();
    const other = new Playground(await context.newPage());
    if (open === 'link') await other.page.goto(link);
    else {
      await other.page.goto(page.url().replace(/#.*/, ''));
      await other.expectRows(18);
      await other.openFile(file);
    }
    await other.expectRows(3);
    await expectReviews(other);
    await context.close();
  }
});
