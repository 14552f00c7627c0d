import { chromium, type BrowserContext } from '@playwright/test';
import { expect, watch } from './app.ts';
import { Playground, test as base } from './playground.ts';

interface Fixtures {
  /**
   * Starts a browser whose profile lasts through the test; the one before it is closed. Gives the
   * page, blank, so that a test can prepare what happens when it opens.
   */
  readonly startBrowser: () => Promise<Playground>;
}

/** Ends the browser of a page at once, as a crash does: nothing is closed or written first. */
export async function killBrowser({ page }: Playground): Promise<void> {
  const context = page.context();
  const ended = context.waitForEvent('close');
  const session = await context.browser()?.newBrowserCDPSession();
  void session?.send('Browser.crash').catch(() => undefined);
  await ended;
}

/** `test` with a browser that can be closed and started again. */
export const test = base.extend<Fixtures>({
  startBrowser: async ({ baseURL }, use, testInfo) => {
    const { launchOptions = {}, contextOptions = {} } = testInfo.project.use;
    const found: (readonly string[])[] = [];
    let context: BrowserContext | undefined;
    await use(async () => {
      await context?.close();
      context = await chromium.launchPersistentContext(testInfo.outputPath('profile'), {
        ...launchOptions,
        ...contextOptions,
        ...(baseURL === undefined ? {} : { baseURL }),
      });
      found.push(watch(context, baseURL));
      return new Playground(context.pages()[0] ?? (await context.newPage()));
    });
    await context?.close();
    expect(found.flat(), 'what the page did behind the test').toEqual([]);
  },
});

export { expect };
