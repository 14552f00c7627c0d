import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../e2e/kept-browser.ts';
import { longRows, writeLines } from '../e2e/large-files.ts';
import { Playground } from '../e2e/playground.ts';
import { storedStates } from '../e2e/stored.ts';

/** When the page is killed: at a write of the run, told by its store and number, or after it was said to be saved. */
type Moment =
  | { readonly kind: 'write'; readonly store: Store; readonly nth: number; readonly stage: Stage }
  | { readonly kind: 'saved' };
type Store = 'runs' | 'chunks';
/** `called`: nothing of it is done. `done`: not yet committed. `committed`: the page was not told. */
type Stage = 'called' | 'done' | 'committed';

const STAGES: readonly Stage[] = ['called', 'done', 'committed'];
const AFTER_SAVED = 5;

const MOMENTS: readonly Moment[] = [
  // the run is begun, and its first chunks are written
  ...[0, 1, 2, 3].flatMap((nth) =>
    STAGES.map((stage): Moment => ({ kind: 'write', store: 'chunks', nth, stage })),
  ),
  // its record is written when it begins, and once more when it ends
  ...STAGES.map((stage): Moment => ({ kind: 'write', store: 'runs', nth: 1, stage })),
  ...Array.from({ length: AFTER_SAVED }, (): Moment => ({ kind: 'saved' })),
];

const ROWS = 6000;

/** Has the page stop for good at a moment of its next run, so that it can be killed just there. */
function stopAt(page: Page, moment: Extract<Moment, { kind: 'write' }>): Promise<void> {
  return page.evaluate(({ store, nth, stage }) => {
    let count = 0;
    const stop = (): never => {
      document.title = 'stopped';
      console.info('stopped');
      for (;;);
    };
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      if (this.name !== store || count++ !== nth) return put.apply(this, args);
      if (stage === 'called') stop();
      const request = put.apply(this, args);
      if (stage === 'done') request.addEventListener('success', stop);
      else this.transaction.addEventListener('complete', stop);
      return request;
    };
  }, moment);
}

/** Opens the rows and kills the page at the moment. */
async function killAt(context: BrowserContext, path: string, moment: Moment): Promise<void> {
  const app = new Playground(await context.newPage());
  const { page } = app;
  await app.open();
  await app.expectSaved();
  // a page that is stopped takes no other
  const cdp = await context.newCDPSession(page);
  if (moment.kind === 'write') await stopAt(page, moment);
  const choose = () => page.locator('input[type=file]').first().setInputFiles(path);
  if (moment.kind === 'write') {
    const stopped = page.waitForEvent('console', (message) => message.text() === 'stopped');
    await choose();
    await stopped;
  } else {
    await choose();
    await app.expectRows(ROWS);
    await app.expectSaved();
  }
  const crashed = page.waitForEvent('crash');
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

type Left = 'whole' | 'interrupted' | 'nothing';

/** What the page finds of the run when it is opened again; takes it away. */
async function findLeft(context: BrowserContext): Promise<{ left: Left; isByHalves: boolean }> {
  const app = new Playground(await context.newPage());
  const { page } = app;
  await page.goto('./#/runs');
  const runs = page.getByRole('table', { name: 'Runs' });
  await expect(runs.getByRole('link').first()).toBeVisible();
  // the page closes runs whose page went away a moment after it has listed the others
  await expect.poll(() => storedStates(page)).not.toContain('running');
  await page.reload();
  await expect(runs.getByRole('link').first()).toBeVisible();
  const mine = runs.getByRole('link', { name: 'rows', exact: true });
  let isByHalves = false;
  let left: Left = 'nothing';
  if ((await mine.count()) > 0) {
    left = (await runs.getByText('interrupted').isVisible()) ? 'interrupted' : 'whole';
    await mine.click();
    await expect(app.status).toContainText(/^[1-9][\d,]* rows? scored/);
    await app.row('r-0').click();
    await expect(app.panel).toContainText('r-0');
    const text = (await app.status.textContent()) ?? '';
    const rowCount = Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));
    isByHalves = left === 'whole' ? rowCount !== ROWS : rowCount > ROWS;
    await page.getByRole('link', { name: 'Runs' }).click();
    await app.choose('More about rows', left === 'whole' ? 'Delete' : 'Discard');
    await expect(mine).toBeHidden();
  }
  await page.close();
  return { left, isByHalves };
}

test('a page killed at 20 moments loses no run it said was saved, and shows none by halves', async ({
  context,
}, testInfo) => {
  expect(MOMENTS).toHaveLength(20);
  const path = await writeLines(testInfo.outputPath('rows.jsonl'), longRows(ROWS));
  const kills = { writing: 0, saved: 0, lost: 0, byHalves: 0 };
  const found: Record<Left, number> = { whole: 0, interrupted: 0, nothing: 0 };
  for (const moment of MOMENTS) {
    await killAt(context, path, moment);
    const { left, isByHalves } = await findLeft(context);
    kills[moment.kind === 'saved' ? 'saved' : 'writing']++;
    if (moment.kind === 'saved' && left !== 'whole') kills.lost++;
    if (isByHalves) kills.byHalves++;
    found[left]++;
  }
  expect(kills).toEqual({ writing: 15, saved: AFTER_SAVED, lost: 0, byHalves: 0 });
  // what was committed is found again: nothing before the first chunk, all after the last write
  expect(found).toEqual({ nothing: 2, interrupted: 12, whole: AFTER_SAVED + 1 });
});
