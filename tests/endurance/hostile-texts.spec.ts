import { expect, Playground, test } from '../e2e/playground.ts';
import { hostileText } from '../support/hostile-texts.ts';

/** One is shown as a file, the other is as long as the editor takes. */
const LENGTHS = [1_000_000, 480_000] as const;
/** Every twentieth of those that are read in Node; see hostile-texts.check.ts. */
const SEEDS = Array.from({ length: 25 }, (_, at) => at * 20);
/**
 * The page's own thread works on such a text for no longer than so many times what rows of the same
 * length take that hold nothing unusual.
 */
const LIMIT = 4;

/** Processor time of the page's own thread in milliseconds: other processes do not count. */
const TASK = 'TaskDuration';

/** Rows that hold nothing unusual, together about as long as is said. */
function usualRows(length: number): string {
  const call = { tool_name: 'look_up', tool_input: { city: 'Bern', day: 3 } };
  const row = (id: number): string =>
    JSON.stringify({
      id: String(id),
      prompt: 'Is it warm enough to swim in the lake?',
      predicted_trajectory: [call],
      reference_trajectory: [call],
    });
  return Array.from({ length: Math.floor(length / row(1000).length) }, (_, id) => row(id)).join(
    '\n',
  );
}

/** What rows that hold nothing unusual take, by their length, in ms; measured once. */
const usualMs = new Map<number, number>();

/** Pastes a text into a page that is new; how long the page's own thread was busy with it, in ms. */
async function busyMs(app: Playground, text: string): Promise<number> {
  await app.open();
  const cdp = await app.page.context().newCDPSession(app.page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskMs = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * (metrics.find((metric) => metric.name === TASK)?.value ?? 0);
  };
  const before = await taskMs();
  await app.page.locator('body').evaluate((body, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
  await expect(async () => {
    // what is no data leaves what is open, and says so
    if (await app.page.getByText('What is open stays.').first().isVisible()) return;
    await expect(app.status).not.toContainText(/^18 rows scored/, { timeout: 100 });
  }).toPass();
  await expect(app.page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  return (await taskMs()) - before;
}

for (const [at, seed] of SEEDS.entries()) {
  const length = LENGTHS[at % LENGTHS.length] ?? LENGTHS[0];
  const { name, text } = hostileText(seed, length);
  test(`a page given ${String(length / 1e6)} MB of hostile text stays usable: ${String(seed)}, ${JSON.stringify(name)}`, async ({
    app,
    browser,
  }) => {
    let usual = usualMs.get(length);
    if (usual === undefined) {
      // a context of its own: a page opens with the text that was last in it
      const page = await browser.newPage();
      usual = await busyMs(new Playground(page), usualRows(length));
      usualMs.set(length, usual);
      await page.context().close();
    }
    const busy = await busyMs(app, text);
    test.info().annotations.push({
      type: 'page',
      description: `${busy.toFixed(0)} ms, ${(busy / usual).toFixed(2)} times the usual`,
    });
    expect(busy).toBeLessThan(LIMIT * usual);
  });
}
