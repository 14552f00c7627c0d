/** One headless Chromium with a profile on disk, so that what is stored outlives a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import { BarePage } from './bare-page.mjs';

/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {import('@playwright/test').Page} Page */

export class BenchBrowser {
  #profile = mkdtempSync(join(tmpdir(), 'trajectory-playground-profile-'));
  /** @type {BrowserContext | undefined} */
  #context;

  /** Starts the browser, or starts it again on the same profile. */
  async restart() {
    await this.#context?.close();
    const executablePath = findChromium();
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      ...(executablePath ? { executablePath } : {}),
      chromiumSandbox: false,
      viewport: { width: 1440, height: 900 },
      args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
    return this.#context;
  }

  /** @returns {Promise<Page>} a blank page, the only one */
  async blankPage() {
    const context = this.#context ?? (await this.restart());
    const old = context.pages();
    const page = await context.newPage();
    for (const one of old) await one.close();
    return page;
  }

  /**
   * @param {string} url
   * @returns {Promise<Page>} a blank page, with nothing stored for the address
   */
  async emptyPage(url) {
    const page = await this.blankPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', {
      origin: new URL(url).origin,
      storageTypes: 'all',
    });
    await session.detach();
    return page;
  }

  /** @returns {Promise<string>} */
  async version() {
    const page = await this.blankPage();
    const session = await page.context().newCDPSession(page);
    return (await session.send('Browser.getVersion')).product;
  }

  /**
   * Opens a page whose requests nobody watches, on the same profile, as long as it is used.
   *
   * @template R
   * @param {string} url
   * @param {(page: BarePage) => Promise<R>} use
   * @returns {Promise<R>}
   */
  async withBarePage(url, use) {
    await this.#context?.close();
    this.#context = undefined;
    const page = new BarePage(findChromium() ?? chromium.executablePath(), this.#profile);
    try {
      await page.open(url);
      return await use(page);
    } finally {
      await page.close();
    }
  }

  async close() {
    await this.#context?.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }

  /** The folder that the browser's processes name in their command line. */
  get profile() {
    return this.#profile;
  }
}
