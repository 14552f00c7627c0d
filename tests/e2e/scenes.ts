import { expect } from './playground.ts';
import { close, dialogOf, openTab, press, type Scene } from './scene.ts';
import { PATTERNS } from './scenes-of-patterns.ts';
import { FILES, JUDGE_AND_AGENT, RUNS } from './scenes-of-runs.ts';

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
    name: 'numbers',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Numbers');
      await expect(app.page.getByRole('table', { name: 'Summary', exact: true })).toBeVisible();
    },
  },
  {
    name: 'causes',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Causes');
      const cause = app.page.getByRole('button', { name: /^set_temperature temperature/ });
      await expect(cause.getByText('is a string, expected a number')).toBeVisible();
    },
    // whole: nothing of it is cut off
    expectOnPhone: async ({ page }) => {
      const cause = page.getByRole('button', { name: /^set_temperature temperature/ });
      await expect(cause.getByText('is a string, expected a number')).toBeVisible();
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
      await expect(app.page.getByRole('table', { name: 'Tools' })).toBeVisible();
    },
  },
  {
    name: 'what follows what',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Tools');
      await app.page.getByText('What follows what', { exact: true }).click();
      await expect(app.page.getByRole('table', { name: 'What follows what' })).toBeVisible();
    },
  },
  {
    name: 'groups',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Groups');
      await app.page
        .getByRole('toolbar', { name: 'Group by' })
        .getByRole('button', { name: 'room' })
        .click();
      await expect(app.page.getByRole('button', { name: 'kitchen' })).toBeVisible();
    },
  },
  {
    name: 'charts',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Numbers');
      await expect(app.page.getByRole('img', { name: /mean/i }).first()).toBeVisible();
      await expect(app.page.getByRole('button', { name: /^PNG/ }).first()).toBeVisible();
    },
  },
  {
    name: 'charts as tables',
    part: TAB,
    show: async ({ page }) => {
      const buttons = page.getByRole('button', { name: /^Table: /, pressed: false });
      while ((await buttons.count()) > 0) await buttons.first().click();
    },
  },
  {
    name: 'a condition that cannot be set',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Rows');
      await app.page.getByRole('combobox', { name: 'Filter rows by text' }).fill('tol = search');
      await app.page.keyboard.press('Enter');
      await expect(app.page.getByText('Character 1: this run has no metric')).toBeVisible();
    },
  },
  {
    name: 'no match',
    part: TAB,
    show: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Filter rows by text' }).fill('no such text');
      await expect(page.getByText('No row matches', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'review',
    part: TAB,
    show: async (app) => {
      await openTab(app, 'Review');
      await app.page.getByRole('button', { name: 'Start from known failures' }).click();
      await expect(
        app.page.getByRole('row', { name: /disobeys-task/ }).getByRole('button'),
      ).toBeVisible();
      await app.page.keyboard.press('1');
      await expect(app.page.getByRole('list', { name: 'Last rows read' })).toContainText('Fail');
      await app.page.getByText('Agreement with you').click();
    },
  },
];

/** What opens above the results. */
const DIALOGS: readonly Scene[] = [
  {
    name: 'row beside the table',
    show: async (app) => {
      await app.row('hd-02').click();
      await expect(app.panel).toContainText('To pass');
    },
  },
  {
    name: 'row drawer',
    show: async (app) => {
      await app.panel.getByRole('button', { name: 'Open full' }).click();
      await expect(app.drawer).toBeVisible();
      await app.drawer.locator('summary').first().click();
      await expect(app.drawer.getByRole('list', { name: 'Scores of this row' })).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'expected calls of a row, typed',
    show: async (app) => {
      await app.row('hd-02').click();
      await app.page.keyboard.press('e');
      await expect(
        dialogOf(app, 'Expected calls of this row').getByText(/^2 calls: /),
      ).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'row with a changed reference',
    show: async (app) => {
      await app.row('hd-05').click();
      await app.panel.getByRole('button', { name: 'Open full' }).click();
      await app.drawer.getByRole('button', { name: 'Fix…' }).click();
      await app.drawer.getByRole('button', { name: 'Expect these calls instead' }).click();
      await expect(app.drawer.getByText('You have changed the expected calls')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'cause to fix',
    show: async (app) => {
      await app.row('hd-02').click();
      await app.panel.getByRole('button', { name: 'Fix…' }).click();
      await dialogOf(app, 'Fix')
        .getByText(/^This cause/)
        .click();
      await expect(
        dialogOf(app, 'Fix')
          .getByText(/^\d+ rows?$/)
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'accepted causes',
    show: async (app) => {
      await dialogOf(app, 'Fix')
        .getByRole('button', { name: /^Expect what/ })
        .click();
      // rows are scored anew, which moves what is below
      await expect(app.page.getByText(/^\d+ expected rows changed/).first()).toBeVisible();
      await press(app, 'Changes…');
      await expect(dialogOf(app, 'Changes to expected calls')).toBeVisible();
    },
    leave: async (app) => {
      await close(app);
      await openTab(app, 'Rows');
    },
  },
  {
    name: 'choice of columns',
    show: async (app) => {
      await app.page.getByRole('button', { name: 'Columns…' }).click();
      await expect(dialogOf(app, 'Columns')).toBeVisible();
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
    name: 'matching',
    show: async (app) => {
      const drawer = dialogOf(app, 'Metrics');
      await drawer.getByRole('tab', { name: 'Matching' }).click();
      await expect(drawer.getByText(/more rows? pass/).first()).toBeVisible();
    },
  },
  {
    name: 'sets',
    show: async (app) => {
      await app.choose('Sets', 'Save, import or delete sets…');
      const drawer = dialogOf(app, 'Metric sets');
      await drawer.getByRole('textbox', { name: 'Name of the set' }).fill('Mine');
      await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'editor of a metric',
    show: async (app) => {
      const drawer = dialogOf(app, 'Metrics');
      await drawer.getByRole('tab', { name: 'Code' }).click();
      await app.choose('New metric', 'Word count');
      await drawer.getByRole('textbox', { name: 'Code' }).fill('const a = 1;\na.b.c;');
      await expect(drawer.getByRole('form').getByRole('status').first()).toContainText('TypeError');
    },
    leave: close,
  },
  {
    name: 'help with a table',
    show: async (app) => {
      await press(app, 'Metrics');
      await press(app, 'What they mean');
      await expect(dialogOf(app, 'Help').getByRole('heading', { level: 3 })).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'share',
    show: async (app) => {
      await app.choose('Share', /^More ways to share/);
      await expect(app.page.getByRole('dialog')).toBeVisible();
      await expect(app.page.getByRole('button', { name: /^Copy: / }).first()).toBeVisible();
    },
  },
  {
    name: 'share without a column',
    show: async (app) => {
      const dialog = dialogOf(app, /^Share/);
      await dialog.getByRole('checkbox', { name: 'Redact before sharing' }).check();
      await dialog.getByText('Columns', { exact: true }).click();
      await dialog.getByRole('combobox', { name: 'Column prompt' }).selectOption('replaced');
      await expect(dialog.getByRole('region', { name: 'What was found' })).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'from a URL',
    show: async (app) => {
      await app.choose('Open', 'From a URL…');
      await dialogOf(app, 'Open from a URL').getByRole('textbox').fill('rows.jsonl');
      await app.page.keyboard.press('Enter');
      await expect(app.page.getByText('Enter an address such as')).toBeVisible();
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
    name: 'keys',
    show: async (app) => {
      await app.choose('More', 'Help and keys');
      await dialogOf(app, 'Help').getByRole('tab', { name: 'Keyboard' }).click();
      await expect(dialogOf(app, 'Help')).toContainText('Next failure');
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
      await press(app, 'More');
      await expect(app.page.getByRole('menuitem', { name: 'Help and keys' })).toBeVisible();
    },
    // there it has what is shared, too
    expectOnPhone: async (app) => {
      await close(app);
      await press(app, 'More');
      await expect(app.page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'script for a warehouse',
    show: async (app) => {
      await app.choose('Share', 'Score in BigQuery…');
      const dialog = dialogOf(app, 'Score in BigQuery');
      await dialog.getByLabel('Table with the rows').fill('my-project.agents.runs');
      await dialog.getByLabel('Column with the date').fill('day');
      await expect(dialog.getByRole('region', { name: 'Script' })).toBeVisible();
    },
    leave: close,
  },
];

/** Each group begins with the sample open and goes through its scenes in their order. */
export const SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'the results': RESULTS,
  'dialogs and drawers': DIALOGS,
  'rules and patterns': PATTERNS,
  'judge and agent': JUDGE_AND_AGENT,
  'runs and their comparison': RUNS,
  'files that do not open just so': FILES,
};
