import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { expect, openOwnPage, test, textFile, Playground } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

test.use({ serviceWorkers: 'allow' });

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const THREE = textFile('three.jsonl', jsonl(THREE_ROWS));

/** Waits until a service worker keeps the page. */
async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
}

/** Expects a manifest that browsers offer to install, with its icons. */
async function expectInstallable(page: Page, baseURL: string | undefined): Promise<void> {
  const { request } = page.context();
  const link = page.locator('link[rel=manifest]');
  const address = new URL((await link.getAttribute('href')) ?? '', baseURL);
  const manifest = (await (await request.get(address.href)).json()) as {
    readonly start_url: string;
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  };
  expect(manifest.display).toBe('standalone');
  expect(new URL(manifest.start_url, address).href).toBe(baseURL);
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  );
  for (const { src } of manifest.icons) {
    expect((await request.get(new URL(src, address).href)).ok()).toBe(true);
  }
}

test('can be installed, and does everything without a network after the first visit @main', async ({
  browser,
  baseURL,
}) => {
  const { app, page, context, close } = await openOwnPage(browser, baseURL);
  await expectInstallable(page, baseURL);
  await waitUntilKept(page);
  await context.setOffline(true);
  await page.reload();
  await app.expectRows(18);

  await app.openFile(THREE);
  await app.expectRows(3);
  await app.expectMeans({ 'In-order match': '0.67', Precision: '0.83' });
  await page.getByRole('tab', { name: 'Numbers' }).click();
  await expect(page.getByRole('img', { name: /mean/i }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Metrics' })).toBeVisible();
  await page.keyboard.press('Escape');
  await app.choose('Open', /Content creation/);
  await app.expectRows(14);

  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('combobox', { name: 'Run A, the baseline' })).toBeVisible();
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('link', { name: 'three' }).click();
  await app.expectRows(3);
  await expect(page).toHaveURL(/run=/);
  await page.reload();
  await app.expectRows(3);
  await app.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await close();
});

test('a new version waits until it is taken, and reloads only the tab that took it', async ({
  browser,
  baseURL,
}, testInfo) => {
  const { context, close } = await openOwnPage(browser, baseURL, { isBlank: true });
  const folder = testInfo.outputPath('site');
  cpSync(DIST, folder, { recursive: true });
  const url = await serve(folder, 0, '/site/');
  const [one, other] = [
    new Playground(await context.newPage()),
    new Playground(await context.newPage()),
  ];
  for (const app of [one, other]) {
    await app.page.goto(url);
    await app.expectRows(18);
    await waitUntilKept(app.page);
    await app.page.evaluate(() => document.body.setAttribute('data-visit', 'first'));
  }
  const first = (app: Playground) => app.page.locator('[data-visit=first]');

  const script = `${folder}/sw.js`;
  writeFileSync(script, readFileSync(script, 'utf8').replace(/VERSION = "/, 'VERSION = "next'));
  await one.page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  const banner = one.page.getByRole('status').filter({ hasText: 'A new version is ready' });
  await expect(banner).toBeVisible();
  await expect(first(one)).toHaveCount(1);
  await banner.getByRole('button', { name: 'Update now' }).click();
  // the browser waits until the version before has answered what it was asked
  await expect(first(one)).toHaveCount(0, { timeout: 40_000 });
  await one.expectRows(18);
  await expect(banner).toBeHidden();
  await expect(first(other)).toHaveCount(1);
  const versions = await one.page.evaluate(async () => (await caches.keys()).join());
  expect(versions).toContain('next');
  await close();
});

test('index.html opened by double click leads to the file that can be', async ({ browser }) => {
  const { page, close } = await openOwnPage(browser, undefined, {
    isBlank: true,
    allow: /CORS|ERR_FAILED/,
  });
  await page.goto(pathToFileURL(`${DIST}index.html`).href);
  await page.getByRole('link', { name: 'trajectory-playground.html' }).click();
  await expect(page).toHaveTitle('Trajectory Playground');
  await expect(page.getByRole('button', { name: 'Explore it' })).toBeVisible();
  await close();
});

test('one file opened by double click scores, keeps runs and stays on its own', async ({
  browser,
  baseURL,
}) => {
  const { app, page, close } = await openOwnPage(browser, baseURL, { isBlank: true });
  await page.goto(pathToFileURL(`${DIST}trajectory-playground.html`).href);
  await app.expectRows(18);
  await app.openFile(THREE);
  await app.expectRows(3);
  await app.expectScores('r-extra', ['0', '1', '1', '0.50', '1.00']);
  await app.expectSaved();
  await page.getByRole('tab', { name: 'Numbers' }).click();
  await expect(page.getByRole('img', { name: /mean/i }).first()).toBeVisible();
  await page.reload();
  await app.expectRows(3);
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('link', { name: 'On-device home assistant' }).click();
  await app.expectRows(18);
  await expect(page.getByRole('button', { name: 'Network off, 0 requests' })).toBeVisible();
  await close();
});
