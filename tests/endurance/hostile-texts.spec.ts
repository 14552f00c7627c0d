import { expect, test } from '../e2e/playground.ts';
import { hostileText } from '../support/hostile-texts.ts';

const LENGTH = 1_000_000;
/** Every twentieth of those that are read in Node; see hostile-texts.check.ts. */
const SEEDS = Array.from({ length: 25 }, (_, at) => at * 20);
/** The page's own thread works on such a text for no longer than this, all of its tasks together. */
const MOST_BUSY_MS = 1000;

/** Processor time of the page's own thread in milliseconds: other processes do not count. */
const TASK = 'TaskDuration';

for (const seed of SEEDS) {
  const { name, text } = hostileText(seed, LENGTH);
  test(`a page given a megabyte of hostile text stays usable: ${String(seed)}, ${JSON.stringify(name)}`, async ({
    app,
    page,
  }) => {
    await app.open();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busyMs = async (): Promise<number> => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return 1000 * (metrics.find((metric) => metric.name === TASK)?.value ?? 0);
    };
    const before = await busyMs();
    await page.locator('body').evaluate((body, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
    await expect(app.status).not.toContainText(/^18 rows scored/);
    await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    const busy = (await busyMs()) - before;
    test.info().annotations.push({ type: 'page', description: `${String(busy)} ms` });
    expect(busy).toBeLessThan(MOST_BUSY_MS);
  });
}
