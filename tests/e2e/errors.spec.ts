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

/** Expects what was found by reading to be there: two rows with the code, one with nothing wrong. */
async function expectErrors(app: Playground): Promise<void> {
  await openTab(app, 'Errors');
  const codebook = app.page.getByRole('region', { name: 'Codebook' });
  await expect(codebook.getByRole('row', { name: /wrong tool/ })).toContainText('67 %');
  await expect(app.page.getByText('is the first error in 2 of 3 rows read')).toBeVisible();
}

test('rows are read by keys alone; what was found travels in a run file and in a link', async ({
  app,
  page,
  browser,
}) => {
  await app.openFile(textFile('read.jsonl', jsonl(ROWS)));
  await app.expectRows(3);
  await app.row('r-1').click();
  await app.row('r-1').press('Enter');
  const bar = app.drawer.getByRole('region', { name: 'First wrong step' });
  const note = bar.getByRole('textbox', { name: 'Note' });
  const mark = async (): Promise<void> => {
    await expect(bar).toBeVisible();
    await expect(bar.getByRole('spinbutton')).toHaveCount(0);
    await page.keyboard.press('w');
    await expect(bar.getByRole('spinbutton')).toHaveValue('3');
  };

  await mark();
  await page.keyboard.press('c');
  await page.keyboard.type('wrong tool');
  await page.keyboard.press('Enter');
  await expect(note).toBeFocused();
  await page.keyboard.type('x instead of b');
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('1 of 3 failing rows read');
  await mark();
  await expect(bar.getByRole('group', { name: 'Codes known' })).toContainText('wrong tool');
  await page.keyboard.press('1');
  await expect(note).toBeFocused();
  await expect(bar.getByRole('combobox', { name: 'Code' })).toHaveValue('wrong tool');
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('2 of 3 failing rows read');
  await expect(bar.getByRole('spinbutton')).toHaveCount(0);
  await page.keyboard.press('0');
  await expect(bar).toContainText('3 of 3 failing rows read');
  await page.keyboard.press('Escape');
  await expectErrors(app);

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
    await expectErrors(other);
    await context.close();
  }
});
