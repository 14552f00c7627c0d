import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, Playground, test, textFile, type FileToOpen } from './playground.ts';
import { jsonl, row, THREE_ROWS } from './rows.ts';

const THREE = textFile('three.jsonl', jsonl(THREE_ROWS));

async function downloadBytes(page: Page, start: () => Promise<void>): Promise<[string, Buffer]> {
  const waiting = page.waitForEvent('download');
  await start();
  const file = await waiting;
  return [file.suggestedFilename(), readFileSync(await file.path())];
}

async function downloadRun(app: Playground): Promise<FileToOpen> {
  const [name, buffer] = await downloadBytes(app.page, () => app.choose('Download', /^Run file/));
  return { name, mimeType: 'application/gzip', buffer };
}

async function results(app: Playground): Promise<string> {
  const [, bytes] = await downloadBytes(app.page, () => app.choose('Download', /^Results \(JSONL/));
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
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: `Copy: ${title}` }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a run file opens as a run of its own with equal results, and bad ones say why', async ({
  app,
  page,
}) => {
  await app.openFile(THREE);
  await app.expectRows(3);
  const before = await results(app);
  const file = await downloadRun(app);
  expect(file.name).toBe('three.run.gz');

  await app.choose('Samples', /Content creation/);
  await app.expectRows(14);
  await app.openFile(file);
  await app.expectRows(3);
  await app.expectSaved();
  expect(await results(app)).toBe(before);
  await app.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('link', { name: 'three', exact: true })).toHaveCount(2);
  await page.getByRole('link', { name: 'Playground', exact: true }).last().click();

  const zeros = Buffer.alloc(64_000_000);
  for (const [bad, reason] of [
    [{ ...file, buffer: file.buffer.subarray(0, -40) }, 'This run file is broken or cut off.'],
    [changeHead(file, (text) => text.replace('"version":1', '"version":2')), 'newer version'],
    [
      { ...file, buffer: gzipSync(Buffer.concat([gunzipSync(file.buffer), zeros])) },
      'unpacks to more',
    ],
    [changeHead(file, (text) => text.replaceAll('_recall', '_nonsense')), 'does not know'],
  ] as const) {
    const startedAtMs = Date.now();
    await app.openFile(bad);
    await expect(page.getByRole('region', { name: 'Results pane' })).toContainText(reason);
    console.log(`refused in ${String(Date.now() - startedAtMs)} ms: ${reason}`);
  }
});

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
  for (const tab of ['Causes', 'Groups', 'Charts', 'Rows']) {
    await page.getByRole('tab', { name: tab }).click();
  }
  await page.keyboard.press('j');
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('table', { name: 'Runs' })).toContainText('onerror');
  expect(await page.evaluate(() => Reflect.get(window, '__ran') as unknown)).toBeUndefined();
  console.log('payloads 60, in 7 fields of a row and 4 of the run, executed 0');
});

test('a link with data waits for review, then opens unsaved and is kept on demand', async ({
  app,
  page,
  context,
}) => {
  await app.openFile(THREE);
  await app.expectRows(3);
  const before = await results(app);
  const link = await copyLink(app, 'Link with data');
  expect(link).toMatch(/#z1\.[\w-]+$/);
  await app.choose('Samples', /Content creation/);
  await app.expectRows(14);
  await app.expectSaved();

  await page.goto(link);
  const review = page.getByRole('status').filter({ hasText: 'This link holds the run “three”' });
  await expect(review).toContainText('3 rows');
  await page.reload();
  await expect(review).toBeVisible();
  await app.expectRows(14);
  await review.getByRole('button', { name: 'Open it' }).click();
  await app.expectRows(3);
  await app.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  expect(await results(app)).toBe(before);
  await expect(page.getByText('Saved locally')).toBeHidden();
  await page.getByRole('button', { name: 'Keep a copy' }).click();
  await app.expectSaved();
  await expect(page).toHaveURL(/run=/);
  await page.reload();
  await app.expectRows(3);

  const other = await context.newPage();
  for (const [bad, reason] of [
    [link.slice(0, -40), 'This link is broken or cut off.'],
    [link.replace('#z1', '#z9'), 'newer version'],
  ] as const) {
    await other.goto('about:blank');
    await other.goto(bad);
    await expect(other.getByRole('alert')).toContainText(reason);
    await expect(other).not.toHaveURL(/#z/);
  }
});

test('a link with settings only offers these for the data that is open', async ({ app, page }) => {
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^Exact match/ })
    .first()
    .uncheck();
  await page.keyboard.press('Escape');
  await expect(app.tile('Exact match')).toBeHidden();
  const link = await copyLink(app, 'Link with settings only');
  await app.openFile(THREE);
  await app.expectRows(3);
  await app.choose('Samples', /Content creation/);
  await expect(app.tile('Exact match')).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Use them' }).click();
  await expect(app.tile('Exact match')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(app.tile('Exact match')).toBeVisible();
  await app.expectRows(14);
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
  const [name, buffer] = await downloadBytes(page, () => app.choose('Download', 'HTML report'));
  expect(name).toBe('three-report.html');
  const path = testInfo.outputPath(name);
  writeFileSync(path, buffer);

  const report = new Playground(await context.newPage());
  await report.page.goto(pathToFileURL(path).href);
  await report.expectRows(3);
  await report.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await expect(report.page.getByText('is not saved')).toBeVisible();
  expect(await results(report)).toBe(before);
  const [, again] = await downloadBytes(report.page, () =>
    report.choose('Download', 'HTML report'),
  );
  await context.setOffline(false);

  for (const file of [buffer, again]) {
    await app.choose('Samples', /Content creation/);
    await app.expectRows(14);
    await app.openFile({ name, mimeType: 'text/html', buffer: file });
    await app.expectRows(3);
    expect(await results(app)).toBe(before);
  }
  console.log('round trips: run file 1 of 1, link 1 of 1, report 2 of 2 with equal results');
  await app.openFile({ name, mimeType: 'text/html', buffer: buffer.subarray(0, -900) });
  await expect(page.getByRole('region', { name: 'Results pane' })).toContainText(
    'This report is broken or cut off.',
  );
});
