import { expect, textFile, type Playground } from './playground.ts';
import { jsonl, row, THREE_ROWS } from './rows.ts';

/** A state of the page worth looking at, reached from the scene before it. */
export interface Scene {
  readonly name: string;
  readonly show: (app: Playground) => Promise<void>;
  /** Back to where the next scene begins. */
  readonly leave?: (app: Playground) => Promise<void>;
  /** In the pane with the data, which a narrow window shows instead of the results. */
  readonly isInData?: boolean;
  /** A screen of its own: looked at in full on a phone, too. */
  readonly isScreen?: boolean;
  /** What it changes, as a selector, where the rest of the page is that of the scenes before. */
  readonly part?: string;
  /** What else holds on a phone. */
  readonly expectOnPhone?: (app: Playground) => Promise<void>;
}

/** Closes what is open, the uppermost first. */
const close = async ({ page }: Playground): Promise<void> => {
  const open = page.locator('dialog:modal, [role=menu]');
  for (let left = await open.count(); left > 0; left--) {
    await page.keyboard.press('Escape');
    await expect(open).toHaveCount(left - 1);
  }
};
const openTab = ({ page }: Playground, name: string): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const press = ({ page }: Playground, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const dialogOf = ({ page }: Playground, name: string | RegExp) =>
  page.getByRole('dialog', { name });
const jsonLines = (rows: readonly object[]): string =>
  rows.map((one) => JSON.stringify(one)).join('\n');

const DATA = 'section[aria-label=Data]';
const TAB = 'section[aria-label="Results pane"] [role=tabpanel]';

/** The tabs of the results and what is set in them, with the sample open. */
const RESULTS: readonly Scene[] = [
  { name: 'playground', isScreen: true, show: ({ grid }) => expect(grid).toBeVisible() },
  { name: 'data', isInData: true, part: DATA, show: ({ editor }) => expect(editor).toBeAttached() },
  {
    name: 'columns of the data',
    isInData: true,
    part: DATA,
    show: async ({ page }) => {
      await page.getByRole('tab', { name: 'Columns' }).click();
      await expect(page.getByRole('tabpanel', { name: 'Columns' })).toBeVisible();
    },
  },
  {
    name: 'summary',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Summary');
      await expect(app.page.getByRole('table', { name: 'Summary', exact: true })).toBeVisible();
    },
  },
  {
    name: 'causes',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Causes');
      const cause = app.page.getByRole('button', { name: /^set_temperature \/temperature/ });
      await expect(cause.getByText('is text instead of a number')).toBeVisible();
    },
    // whole: nothing of it is cut off
    expectOnPhone: async ({ page }) => {
      const cause = page.getByRole('button', { name: /^set_temperature \/temperature/ });
      await expect(cause.getByText('is text instead of a number')).toBeVisible();
      const texts = await cause.locator('.trunc').all();
      for (const text of texts)
        expect(await text.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
    },
  },
  {
    name: 'tools',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Tools');
      await expect(
        app.page.getByRole('table', { name: 'Tools, expected and called' }),
      ).toBeVisible();
    },
  },
  {
    name: 'groups',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Groups');
      await app.page.getByLabel('Group by').selectOption('room');
      await expect(app.page.getByRole('button', { name: 'kitchen' })).toBeVisible();
    },
  },
  {
    name: 'charts',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Charts');
      await expect(app.page.getByRole('img', { name: /mean/i }).first()).toBeVisible();
      await expect(app.page.getByRole('button', { name: /^PNG/ }).first()).toBeVisible();
    },
  },
  {
    name: 'charts as tables',
    part: TAB,
    show: async ({ page }) => {
      const buttons = page.getByRole('button', { name: /^Show as table/ });
      while ((await buttons.count()) > 0) await buttons.first().click();
    },
  },
  {
    name: 'filters as text',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Rows');
      await app.page.getByRole('button', { name: 'Filters as text' }).click();
      await app.page.getByRole('combobox', { name: 'Filters as text' }).fill('tol = search');
      await app.page.keyboard.press('Enter');
      await expect(app.page.getByText('Character 1: this run has no metric')).toBeVisible();
    },
    leave: (app) => press(app, 'Close the filters as text'),
  },
  {
    name: 'no match',
    part: TAB,
    show: async ({ page }) => {
      await page.getByRole('searchbox', { name: 'Filter rows by text' }).fill('no such text');
      await expect(page.getByText('No row matches')).toBeVisible();
    },
  },
];

/** What opens above the results. */
const DIALOGS: readonly Scene[] = [
  {
    name: 'row drawer',
    show: async (app) => {
      await app.panel.getByRole('button', { name: 'Open' }).click();
      await expect(app.drawer).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'row with a changed reference',
    show: async (app) => {
      await app.row('hd-05').click();
      await app.panel.getByRole('button', { name: 'Open' }).click();
      await app.drawer
        .getByRole('button', { name: /^Accept .* into the reference$/ })
        .nth(1)
        .click();
      await expect(app.drawer.getByText('You have changed the reference')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'accepted causes',
    show: async (app) => {
      await openTab(app, 'Causes');
      await app.page
        .getByRole('button', { name: /^Accept into the reference/ })
        .first()
        .click();
      await press(app, 'Changes…');
      await expect(dialogOf(app, 'Accepted into the reference')).toBeVisible();
    },
    leave: async (app) => {
      await close(app);
      await openTab(app, 'Rows');
    },
  },
  {
    name: 'choice of columns',
    show: async (app) => {
      await app.choose('Table', 'Columns…');
      await expect(dialogOf(app, 'Columns')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'range of a metric',
    show: async (app) => {
      await app.choose('More filters', 'In-order match…');
      await expect(app.page.getByRole('dialog')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'go to row',
    show: async (app) => {
      await expect(app.page.getByRole('searchbox', { name: 'Filter rows by text' })).toBeVisible();
      await app.page.keyboard.press('Control+g');
      await dialogOf(app, 'Go to row').getByRole('textbox').fill('no such');
      await app.page.keyboard.press('Enter');
      await expect(app.page.getByText('No row has the id')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'metrics drawer',
    show: async (app) => {
      await press(app, 'Metrics');
      await expect(dialogOf(app, 'Metrics')).toBeVisible();
    },
  },
  {
    name: 'editor of a metric and sets',
    show: async (app) => {
      const drawer = dialogOf(app, 'Metrics');
      await drawer.getByRole('textbox', { name: 'Name of the set' }).fill('Mine');
      await drawer.getByRole('button', { name: 'Save', exact: true }).click();
      await app.choose('New metric', 'Word count');
      await drawer.getByRole('textbox', { name: 'Code' }).fill('const a = 1;\na.b.c;');
      await expect(drawer.getByRole('form').getByRole('status').first()).toContainText('TypeError');
    },
    leave: close,
  },
  {
    name: 'metric reference',
    show: async (app) => {
      await press(app, 'Metrics');
      await press(app, 'Reference');
      await expect(dialogOf(app, 'Metric reference')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'share',
    show: async (app) => {
      await press(app, 'Share');
      await expect(app.page.getByRole('dialog')).toBeVisible();
      await expect(app.page.getByRole('button', { name: /^Copy: / }).first()).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'from a URL',
    show: async (app) => {
      await app.choose('Open', 'From a URL…');
      await dialogOf(app, 'Open from a URL').getByRole('textbox').fill('rows.jsonl');
      await app.page.keyboard.press('Enter');
      await expect(app.page.getByText('This is no address')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'commands',
    show: async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command' }).fill('run');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'keyboard help',
    show: async (app) => {
      await press(app, 'Keyboard');
      await expect(dialogOf(app, 'Keyboard')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'shield',
    show: async (app) => {
      await app.page.getByRole('button', { name: /^Network off/ }).click();
      await expect(dialogOf(app, 'Network off')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'menu',
    show: async (app) => {
      await press(app, 'Download');
      await expect(app.page.getByRole('menu')).toBeVisible();
    },
    leave: close,
  },
];

const openJudge = async (app: Playground, tab: string): Promise<void> => {
  await press(app, 'Judge');
  await dialogOf(app, 'Judge').getByRole('tab', { name: tab, exact: true }).click();
};

/** The drawers of the judge and of the agent. */
const JUDGE_AND_AGENT: readonly Scene[] = [
  {
    name: 'judge, trust',
    show: async (app) => {
      await openJudge(app, 'Trust');
      await press(app, 'Begin to label');
      await expect(app.page.getByText(/, 0 labelled/)).toBeVisible();
    },
  },
  {
    name: 'judge',
    show: async (app) => {
      const drawer = dialogOf(app, 'Judge');
      await drawer.getByRole('tab', { name: 'Judge', exact: true }).click();
      await drawer.getByText('Prompt and rubric').click();
      await drawer.getByText('Limits, pace and price').click();
    },
  },
  {
    name: 'judge, two responses',
    show: async (app) => {
      const drawer = dialogOf(app, 'Judge');
      await drawer.getByText('Compare with a baseline', { exact: true }).click();
      await drawer.getByRole('button', { name: 'Add an example' }).click();
      await expect(drawer.getByLabel('Verdict of example 1')).toBeVisible();
      await expect(drawer.getByLabel('Baseline', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'judge, offline',
    show: async (app) => {
      const tab = dialogOf(app, 'Judge').getByRole('tab', { name: 'Offline', exact: true });
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
    },
    leave: close,
  },
  {
    name: 'run an agent',
    show: async (app) => {
      await app.choose('Open', 'Run an agent…');
      const drawer = dialogOf(app, 'Run an agent');
      await drawer.getByLabel('Way to call it').selectOption('model');
      await drawer.getByRole('button', { name: 'Propose tools' }).click();
      await drawer.getByRole('button', { name: 'Add a header' }).click();
      await expect(drawer.getByLabel('Tools', { exact: true })).toHaveValue(/"parameters"/);
    },
  },
  {
    name: 'run an agent by http',
    show: async (app) => {
      const drawer = dialogOf(app, 'Run an agent');
      await drawer.getByLabel('Way to call it').selectOption('http');
      await expect(drawer.getByLabel('Address', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'run a function',
    show: async (app) => {
      const drawer = dialogOf(app, 'Run an agent');
      await drawer.getByLabel('Way to call it').selectOption('function');
      await drawer.getByRole('button', { name: /^Try/ }).click();
      await expect(drawer.getByRole('region', { name: 'Answers' })).toBeVisible();
    },
    leave: close,
  },
];

/** Stored runs, and what is said of two and of three. */
const RUNS: readonly Scene[] = [
  {
    name: 'compare, one run',
    show: async ({ page }) => {
      await page.getByRole('link', { name: 'Compare' }).click();
      await expect(page.getByText('Two runs are needed to compare')).toBeVisible();
    },
    leave: ({ page }) => page.getByRole('link', { name: 'Playground', exact: true }).click(),
  },
  {
    name: 'runs',
    isScreen: true,
    show: async (app) => {
      await app.openFile(textFile('before.jsonl', jsonl(THREE_ROWS)));
      await app.expectRows(3);
      await app.expectSaved();
      const other = [row('r-same', 'x', 'ab'), row('r-extra', 'a', 'a'), row('r-new', 'a', 'a')];
      await app.openFile(textFile('after.jsonl', jsonl(other)));
      await expect(app.row('r-new')).toBeVisible();
      await app.expectSaved();
      await app.page.getByRole('link', { name: 'Runs' }).click();
      await expect(app.page.getByRole('table', { name: 'Runs' })).toBeVisible();
      await expect(app.page.getByRole('button', { name: 'Back up all runs' })).toBeVisible();
    },
  },
  {
    name: 'compare',
    isScreen: true,
    show: async ({ page }) => {
      await page.getByRole('link', { name: 'Compare' }).click();
      await expect(page.getByRole('grid', { name: 'Compared rows' })).toBeVisible();
      await expect(page.getByLabel('Run A, the baseline')).toBeVisible();
    },
  },
  {
    name: 'compare, scatter',
    show: async ({ page }) => {
      await page.getByRole('radio', { name: 'Scatter' }).check({ force: true });
      await expect(page.getByRole('region', { name: 'Scatter' })).toBeVisible();
    },
  },
  {
    name: 'compare, scatter as table',
    show: async (app) => {
      await press(app, 'As table');
      await expect(
        app.page.getByRole('table', { name: 'Rows by their scores in both runs' }),
      ).toBeVisible();
    },
  },
  {
    name: 'row in both runs',
    show: async ({ page }) => {
      await page.getByRole('row').filter({ hasText: 'Prompt of r-same' }).click();
      await expect(page.getByRole('table', { name: 'Calls of all runs' })).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'compare, three runs',
    show: async (app) => {
      await app.page.getByRole('link', { name: 'Playground', exact: true }).click();
      await app.openFile(textFile('third.jsonl', jsonl([row('r-same', 'x', 'ab')])));
      await app.expectRows(1);
      await app.expectSaved();
      await app.page.getByRole('link', { name: 'Runs' }).click();
      for (const name of ['before', 'after', 'third'])
        await app.page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await press(app, 'Compare 3 runs');
      await app.page.getByRole('row').filter({ hasText: 'Prompt of r-same' }).click();
      await expect(app.page.getByRole('table', { name: 'Calls of all runs' })).toBeVisible();
      await expect(app.page.getByText('differ between the runs')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'runs, deleting and renaming',
    show: async (app) => {
      await app.page.getByRole('link', { name: 'Runs' }).click();
      await app.choose('More about before', 'Delete');
      await expect(app.page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await press(app, 'Rename after');
    },
  },
];

/** Files that do not open just so. */
const FILES: readonly Scene[] = [
  {
    name: 'other side',
    show: async (app) => {
      const calls = [{ tool_name: 'a', tool_input: {} }];
      const one = [1, 2].map((id) => ({ id, predicted_trajectory: calls }));
      const other = [2, 3].map((id) => ({ id, reference_trajectory: calls }));
      await app.openFile(
        textFile('calls.jsonl', jsonLines(one)),
        textFile('expected.jsonl', jsonLines(other)),
      );
      await expect(app.page.getByRole('heading', { name: 'First pairs' })).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'skipped records',
    show: async (app) => {
      await app.openFile(textFile('part.jsonl', `${jsonl(THREE_ROWS)}{broken\n`));
      await app.receipt.getByRole('button', { name: 'Show skipped' }).click();
      await expect(app.page.getByRole('dialog')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'receipt',
    isInData: true,
    show: ({ receipt }) => expect(receipt).toBeVisible(),
  },
  {
    name: 'unreadable file',
    show: async (app) => {
      await app.openFile(textFile('noise.txt', 'nothing\nthat is\ndata\n'));
      await expect(app.page.getByRole('button', { name: 'Open another file' })).toBeVisible();
    },
  },
  {
    name: 'empty',
    show: async (app) => {
      await app.choose('Open', 'New, empty');
      await expect(app.page.getByText('No data yet')).toBeVisible();
    },
  },
];

/** Each group begins with the sample open and goes through its scenes in their order. */
export const SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'the results': RESULTS,
  'dialogs and drawers': DIALOGS,
  'judge and agent': JUDGE_AND_AGENT,
  'runs and their comparison': RUNS,
  'files that do not open just so': FILES,
};

/** Shows the pane of a scene in a window that has room for one. */
export async function showPane({ page }: Playground, { isInData }: Scene): Promise<void> {
  await page.waitForFunction((width) => innerWidth === width, page.viewportSize()?.width);
  const panes = page.getByRole('group', { name: 'Pane' });
  const isCovered = (await page.locator('dialog:modal, [role=menu]').count()) > 0;
  if (isCovered || !(await panes.isVisible())) return;
  await panes.getByRole('button', { name: isInData ? 'Data' : 'Results', exact: true }).click();
}
