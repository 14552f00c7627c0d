import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, Playground, test, textFile, type FileToOpen } from './playground.ts';
import { jsonl, row, THREE_ROWS } from './rows.ts';

test.use({ serviceWorkers: 'allow' });

const THREE = textFile('three.jsonl', jsonl(THREE_ROWS));

async function downloadBytes(page: Page, start: () => Promise<void>): Promise<[string, Buffer]> {
  const waiting = page.waitForEvent('download');
  await start();
  const file = await waiting;
  return [file.suggestedFilename(), readFileSync(await file.path())];
}

async function downloadRun(app: Playground): Promise<FileToOpen> {
  const [name, buffer] = await downloadBytes(app.page, () => app.choose('Share', /^Run file/));
  return { name, mimeType: 'application/gzip', buffer };
}

async function results(app: Playground): Promise<string> {
  const [, bytes] = await downloadBytes(app.page, () => app.choose('Share', /^Results JSONL/));
  return bytes.toString();
}

/** Changes the first line of a run file: what it says of the run, not the rows. */
function changeHead(file: FileToOpen, change: (text: string) => string): FileToOpen {
  const bytes = gunzipSync(file.buffer);
  const end = bytes.indexOf(10);
  const head = Buffer.from(change(bytes.subarray(0, end).toString()));
  return { ...file, buffer: gzipSync(Buffer.concat([head, bytes.subarray(end)])) };
}

/** Opens the share dialog and takes a link from the clipboard. */
async function copyLink(app: Playground, title: string): Promise<string> {
  const { page } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.choose('Share', /^More ways to share/);
  await page.getByRole('button', { name: `Copy: ${title}` }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('script in every field of a run file is shown as text', async ({ app, page }) => {
  const PAYLOADS = Array.from({ length: 60 }, (_, index) => {
    const run = `window.__ran=${String(index)}`;
    const ways = [
      `<script>${run}</script>`,
      `<img src=x onerror="${run}">`,
      `"><svg onload=${run}>`,
      `javascript:${run}`,
      `{{constructor.constructor('${run}')()}}`,
      `</script><script>${run}//`,
    ];
    return `${ways[index % ways.length] ?? ''} ${String(index)}`;
  });
  const hostile = PAYLOADS.map((text, index) =>
    row(text, 'ab', index % 2 ? 'ab' : 'ba', {
      ...{ prompt: text, response: text, reference: text, [text]: text },
      predicted_trajectory: [{ tool_name: text, tool_input: { [text]: text } }],
    }),
  );
  await app.openFile(textFile('hostile.jsonl', jsonl(hostile)));
  await app.expectRows(60);
  const file = await downloadRun(app);
  const text = JSON.stringify(PAYLOADS[1]);
  const spoilt = changeHead(file, (head) =>
    head
      .replaceAll('"hostile"', text)
      .replaceAll('"JSONL"', text)
      .replaceAll('"formatId":"jsonl"', `"formatId":${text}`)
      .replaceAll('"fingerprint":"', `"fingerprint":"${text.slice(1, -1)}`),
  );
  await app.openFile(spoilt);
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue(PAYLOADS[1]!);
  await app.expectRows(60);
  for (const tab of ['Causes', 'Groups', 'Numbers', 'Rows']) {
    await page.getByRole('tab', { name: tab }).click();
  }
  await page.keyboard.press('j');
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('table', { name: 'Runs' })).toContainText('onerror');
  expect(await page.evaluate(() => Reflect.get(window, '__ran') as unknown)).toBeUndefined();
});

test('a link is copied, opens unsaved in another page and is kept on demand @main', async ({
  app,
  context,
}) => {
  await app.openFile(THREE);
  await app.expectRows(3);
  const link = await copyLink(app, 'Link with data');
  await app.choose('Open', /Content creation/);
  await app.expectRows(14);
  await app.expectSaved();

  const other = new Playground(await context.newPage());
  await other.page.goto(link);
  await other.expectRows(3);
  await other.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await expect(other.page.getByText('Saved locally')).toBeHidden();
  await other.page.getByRole('button', { name: 'Keep a copy' }).click();
  await other.expectSaved();
  await expect(other.page).toHaveURL(/run=/);

  await other.page.goto(link.slice(0, -40));
  await expect(other.page.getByRole('alert')).toContainText('This link is damaged or incomplete.');
  await expect(other.page).not.toHaveURL(/#z/);
});

test('a report opens as the app from a double click and gives the run back', async ({
  app,
  page,
  context,
}, testInfo) => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await app.openFile(THREE);
  await app.expectRows(3);
  const before = await results(app);
  await context.setOffline(true);
  const [name, buffer] = await downloadBytes(page, () => app.choose('Share', 'Report HTML'));
  expect(name).toBe('three-report.html');
  const path = testInfo.outputPath(name);
  writeFileSync(path, buffer);

  const report = new Playground(await context.newPage());
  await report.page.goto(pathToFileURL(path).href);
  await report.expectRows(3);
  await report.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await expect(report.page.getByText('is not saved')).toBeVisible();
  // its head, and the findings before the data
  await expect(report.page).toHaveTitle('three – report');
  const about = report.page.getByRole('region', { name: 'About this report' });
  await expect(about).toContainText(/3 rows of three.* · scored .* · standard rules/);
  await expect(report.page.getByRole('button', { name: 'Show the data' })).toBeVisible();
  expect(await results(report)).toBe(before);
  await context.setOffline(false);

  await app.choose('Open', /Content creation/);
  await app.expectRows(14);
  await app.openFile({ name, mimeType: 'text/html', buffer });
  await app.expectRows(3);
  expect(await results(app)).toBe(before);
});
