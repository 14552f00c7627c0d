import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test as base, watch } from './app.ts';
import { jsonl, type Row } from './rows.ts';

const FORMATS = new URL('../fixtures/formats/', import.meta.url);

/** The path of a file in tests/fixtures/formats. */
function fixturePath(name: string): string {
  return fileURLToPath(new URL(name, FORMATS));
}

/** The text of a file in tests/fixtures/formats. */
export function fixtureText(name: string): string {
  return readFileSync(fixturePath(name), 'utf8');
}

/** A file as Playwright's file inputs take it. */
export interface FileToOpen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Makes a text into a file to open. */
export function textFile(name: string, text: string): FileToOpen {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** Makes a page, or all of a context, one that somebody has seen before. */
export async function seenBefore(page: Page | BrowserContext): Promise<void> {
  await page.addInitScript(() => {
    try {
      if (sessionStorage.getItem('first') === null)
        localStorage.setItem('trajectory-playground:welcome', 'over');
    } catch {
      // a frame that keeps nothing
    }
  });
}

/** The page as a person knows it: by roles and names. */
export class Playground {
  readonly page: Page;
  readonly editor: Locator;
  readonly receipt: Locator;
  readonly grid: Locator;
  readonly tiles: Locator;
  readonly headline: Locator;
  readonly status: Locator;
  readonly panel: Locator;
  readonly drawer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = page.getByRole('textbox', { name: 'Dataset', exact: true });
    this.receipt = page.getByRole('region', { name: 'Import receipt' });
    this.grid = page.getByRole('grid', { name: 'Results' });
    this.tiles = page.getByRole('group', { name: 'Metrics' });
    this.headline = page.getByRole('heading', { level: 1 });
    this.status = page.getByRole('contentinfo').getByRole('status');
    this.panel = page.getByRole('region', { name: 'Selected row' });
    this.drawer = page.getByRole('dialog', { name: /^Row / });
  }

  /** Opens the page as who has seen it before, and waits for the sample, so that nothing is under way. */
  async open(): Promise<void> {
    await seenBefore(this.page);
    await this.page.goto('./');
    await this.expectRows(18);
  }

  /** Opens the page as who has never seen it. */
  async visitFirst(): Promise<void> {
    await this.page.evaluate(() => {
      sessionStorage.setItem('first', 'yes');
      localStorage.removeItem('trajectory-playground:welcome');
    });
    await this.page.reload();
    await this.expectRows(18);
  }

  async openFile(...files: readonly (string | FileToOpen)[]): Promise<void> {
    const input = this.page.getByLabel('Open file');
    const paths = files.filter((file) => typeof file === 'string');
    if (paths.length === files.length) await input.setInputFiles(paths.map(fixturePath));
    else await input.setInputFiles(files.filter((file) => typeof file !== 'string'));
  }

  async expectRows(count: number): Promise<void> {
    const number = count.toLocaleString('en');
    await expect(this.status).toContainText(
      // rows of which none has both sides are read
      new RegExp(`^${number} ${count === 1 ? 'row' : 'rows'} (?:scored|read)`),
    );
  }

  /** Opens rows as a file of their own, and waits until they are scored and stored whole. */
  async scoreRows(name: string, rows: readonly Row[]): Promise<void> {
    await this.expectSaved();
    const before = this.#storedRun;
    await this.openFile(textFile(`${name}.jsonl`, jsonl(rows)));
    // the address names the run once it is stored; the dataset before may have had as many rows
    await expect.poll(() => this.#storedRun || before).not.toBe(before);
    await this.expectRows(rows.length);
    await this.expectSaved();
  }

  /** Says that rows without expected calls are only looked at, and waits until that is stored. */
  async justLook(): Promise<void> {
    await this.page.getByRole('button', { name: /^Show [\d,]+ rows?/ }).click();
    await expect(this.grid).toBeVisible();
    await this.expectSaved();
  }

  get #storedRun(): string {
    return /[?&]run=([^&]+)/.exec(this.page.url())?.[1] ?? '';
  }

  /** Expects the open run to be stored whole; until then a reload does not find it. */
  async expectSaved(): Promise<void> {
    await expect(this.page.getByText('Saved locally')).toBeVisible();
  }

  /** Unfolds the data, where own rows have folded it. */
  async showData(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Show the data' });
    if (await button.isVisible()) await button.click();
  }

  /** A metric's tile, by the beginning of its name. */
  tile(title: string): Locator {
    return this.tiles.getByRole('button', { name: new RegExp(`^${title}: mean`) });
  }

  /** Expects the means of all tiles, in any order, to two decimals. */
  async expectMeans(means: Readonly<Record<string, string>>): Promise<void> {
    for (const [title, mean] of Object.entries(means)) {
      await expect(this.tile(title)).toHaveAccessibleName(
        new RegExp(`: mean ${mean.replace('.', '\\.')}[, ]`),
      );
    }
  }

  /** A row of the table, by its id. */
  row(id: string): Locator {
    const header = this.page.getByRole('rowheader', { name: id, exact: true });
    return this.grid.getByRole('row').filter({ has: header });
  }

  /** Expects the ids of the rows in sight, in their order. */
  async expectIds(ids: readonly string[]): Promise<void> {
    await expect(this.grid.getByRole('rowheader')).toHaveText([...ids]);
  }

  /** Expects the first scores of a row, in the order of the metrics, in the panel beside the table; `–` for none. */
  async expectScores(id: string, scores: readonly string[]): Promise<void> {
    await this.row(id).click();
    await expect(this.panel.getByText(id, { exact: true })).toBeVisible();
    const written = scores
      .filter((score) => score !== '–')
      .map((score) => `[^·]* ${score.replace('.', '\\.')}(?:\\s*s)?`)
      .join(' · ');
    await expect(this.panel.locator('summary').first()).toHaveText(
      new RegExp(`^\\s*Scores\\s+${written === '' ? '' : `${written}(?: ·|\\s*$)`}`),
    );
  }

  filter(name: RegExp | string): Locator {
    return this.page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name });
  }

  async choose(menu: string, item: string | RegExp): Promise<void> {
    await this.page
      .locator('[aria-haspopup=menu]')
      .and(this.page.getByRole('button', { name: menu, exact: true }))
      .click();
    const items = this.page.getByRole('menu');
    await items
      .getByRole('menuitem', { name: item })
      .or(items.getByRole('menuitemradio', { name: item }))
      .click();
  }
}

interface Fixtures {
  /** The page, open, with its sample scored. */
  readonly app: Playground;
}

/** `test` with the page open and its sample scored. */
export const test = base.extend<Fixtures>({
  app: async ({ page }, use) => {
    const app = new Playground(page);
    await app.open();
    await use(app);
  },
});

export { expect };

/** Enters a value in a drawer. */
export async function fillField(drawer: Locator, label: string, value: string): Promise<void> {
  const field = drawer.getByLabel(label, { exact: true });
  await field.fill(value);
  await field.press('Tab');
}

/** Downloads the open run’s rows with their scores. */
export async function downloadRows<T>(app: Playground): Promise<readonly T[]> {
  const waiting = app.page.waitForEvent('download');
  await app.choose('Share', 'Results JSONL');
  const text = readFileSync(await (await waiting).path(), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

interface OwnPageOptions {
  /** Called before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
  /** What the console may say, and errors that nobody catches. */
  readonly allow?: RegExp;
  /** Leaves the page blank. */
  readonly isBlank?: boolean;
}

/**
 * Opens a page in a context of its own: for tests that switch the network on, put a service worker
 * in place, keep code from loading or look at storage, which would show in the tests after them.
 */
export async function openOwnPage(
  browser: Browser,
  baseURL: string | undefined,
  { prepare, allow, isBlank = false }: OwnPageOptions = {},
): Promise<{
  readonly app: Playground;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Ends it, and fails the test if the page did behind its back what no page should. */
  readonly close: () => Promise<void>;
}> {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    reducedMotion: 'reduce',
  });
  const findings = watch(context, baseURL);
  await prepare?.(context);
  const page = await context.newPage();
  const app = new Playground(page);
  if (!isBlank) await app.open();
  const close = async (): Promise<void> => {
    await context.close();
    const left = findings.filter((finding) => allow?.test(finding) !== true);
    expect(left, 'what the page did behind the test').toEqual([]);
  };
  return { app, page, context, close };
}

/** Waits until all workers of the pool have been started. */
export async function awaitWorkers(page: Page): Promise<void> {
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  await expect.poll(() => page.workers().length).toBe(Math.min(Math.max(1, cores), 4));
}
