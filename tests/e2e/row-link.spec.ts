import { expect, test, textFile } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a link to a row opens its run, its filters and the row again', async ({ app, page }) => {
  await app.expectSaved();
  await app.filter(/^Exact fails/).click();
  await expect(page.getByText('9 of 18 rows')).toBeVisible();
  await app.row('hd-05').click();
  await page.keyboard.press('Enter');
  await expect(app.drawer).toContainText('hd-05');
  await app.drawer.getByRole('button', { name: 'Copy a link to this row' }).click();
  await expect(page.getByText('Link to this row copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/\?run=[^&]+&filter=.+&row=5$/);

  await app.drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await app.openFile(textFile('three.jsonl', jsonl(THREE_ROWS)));
  await app.expectRows(3);
  await app.expectSaved();

  // in a page that shows another run, as an address typed or the browser’s back button
  await page.evaluate((href) => location.assign(href), link);
  await expect(app.drawer).toContainText('hd-05');
  await expect(page.getByText('9 of 18 rows')).toBeVisible();
  await page.reload();
  await expect(app.drawer).toContainText('hd-05');
  await expect(page.getByText('9 of 18 rows')).toBeVisible();

  // the link names the row for as long as it is the one that is open
  await page.keyboard.press('j');
  await expect(app.drawer).toContainText('hd-06');
  await expect(page).toHaveURL(/filter=[^&]+$/);

  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByRole('dialog', { name: 'Row hd-05' })).toBeVisible();
  await other.close();
});

test('a link to a run or a row that is not there says so, and the run at hand stays', async ({
  app,
  page,
}) => {
  await app.expectSaved();
  const own = page.url();
  await page.evaluate(() => {
    location.hash = '#/?run=gone&row=2';
  });
  await expect(page.getByText('The run of this link is not stored in this browser.')).toBeVisible();
  await expect(page).toHaveURL(own);
  await app.expectRows(18);

  await page.goto(`${own}&row=99`);
  await expect(page.getByText('This run has no row 99.')).toBeVisible();
  await expect(app.drawer).toHaveCount(0);
  await expect(page).toHaveURL(own);

  await page.goto('about:blank');
  await page.goto(own.replace(/run=.*/, 'run=gone&row=2'));
  await expect(page.getByText('The run of this link is not stored in this browser.')).toBeVisible();
  await app.expectRows(18);
  await expect(page).toHaveURL(own);
});
