import AxeBuilder from '@axe-core/playwright';
import { expect, test, textFile, type Playground } from './playground.ts';
import { jsonl, row, THREE_ROWS } from './rows.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa'];

// four analyses a scene, each some seconds on a busy machine
test.describe.configure({ timeout: 90_000 });

/** Puts the page into a state worth looking at. */
type Scene = (app: Playground) => Promise<void>;

const openRuns: Scene = async (app) => {
  await app.openFile(textFile('before.jsonl', jsonl(THREE_ROWS)));
  await app.expectRows(3);
  await app.expectSaved();
  const other = [row('r-same', 'x', 'ab'), row('r-extra', 'a', 'a'), row('r-new', 'a', 'a')];
  await app.openFile(textFile('after.jsonl', jsonl(other)));
  await expect(app.row('r-new')).toBeVisible();
  await app.expectSaved();
  await app.page.getByRole('link', { name: 'Runs' }).click();
  await expect(app.page.getByRole('table', { name: 'Runs' })).toBeVisible();
};

const openCompare: Scene = async (app) => {
  await openRuns(app);
  await app.page.getByRole('link', { name: 'Compare' }).click();
  await expect(app.page.getByRole('grid', { name: 'Compared rows' })).toBeVisible();
};

const openJudge = async ({ page }: Playground, tab: string): Promise<void> => {
  await page.getByRole('button', { name: 'Judge', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Judge' });
  await drawer.getByText('Prompt and rubric').click();
  await drawer.getByRole('tab', { name: tab, exact: true }).click();
};

const SCENES: Readonly<Record<string, Scene>> = {
  playground: () => Promise.resolve(),
  'columns of the data': async ({ page }) => {
    await page.getByRole('tab', { name: 'Columns' }).click();
  },
  'other side': async (app) => {
    const lines = (rows: readonly object[]) => rows.map((one) => JSON.stringify(one)).join('\n');
    const calls = [{ tool_name: 'a', tool_input: {} }];
    await app.openFile(
      textFile('calls.jsonl', lines([1, 2].map((id) => ({ id, predicted_trajectory: calls })))),
      textFile('expected.jsonl', lines([2, 3].map((id) => ({ id, reference_trajectory: calls })))),
    );
    await expect(app.page.getByRole('heading', { name: 'First pairs' })).toBeVisible();
  },
  'row drawer': async (app) => {
    await app.panel.getByRole('button', { name: 'Open' }).click();
    await expect(app.drawer).toBeVisible();
  },
  'row with a changed reference': async (app) => {
    await app.row('hd-05').click();
    await app.panel.getByRole('button', { name: 'Open' }).click();
    await app.drawer
      .getByRole('button', { name: /^Accept .* into the reference$/ })
      .nth(1)
      .click();
    await expect(app.drawer.getByText('You have changed the reference')).toBeVisible();
  },
  'accepted causes': async ({ page }) => {
    await page.getByRole('tab', { name: 'Causes' }).click();
    await page
      .getByRole('button', { name: /^Accept into the reference/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Changes…' }).click();
    await expect(page.getByRole('dialog', { name: 'Accepted into the reference' })).toBeVisible();
  },
  'metrics drawer': async ({ page }) => {
    await page.getByRole('button', { name: 'Metrics', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Metrics' })).toBeVisible();
  },
  'metric reference': async ({ page }) => {
    await page.getByRole('button', { name: 'Metrics', exact: true }).click();
    await page.getByRole('button', { name: 'Reference', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Metric reference' })).toBeVisible();
  },
  'editor of a metric and sets': async (app) => {
    await app.page.getByRole('button', { name: 'Metrics', exact: true }).click();
    const drawer = app.page.getByRole('dialog', { name: 'Metrics' });
    await drawer.getByRole('textbox', { name: 'Name of the set' }).fill('Mine');
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    await app.choose('New metric', 'Word count');
    await drawer.getByRole('textbox', { name: 'Code' }).fill('const a = 1;\na.b.c;');
    await expect(drawer.getByRole('form').getByRole('status').first()).toContainText('TypeError');
  },
  'run an agent': async (app) => {
    await app.choose('Open', 'Run an agent…');
    const drawer = app.page.getByRole('dialog', { name: 'Run an agent' });
    await drawer.getByLabel('Way to call it').selectOption('model');
    await drawer.getByRole('button', { name: 'Propose tools' }).click();
    await drawer.getByRole('button', { name: 'Add a header' }).click();
    await expect(drawer.getByLabel('Tools', { exact: true })).toHaveValue(/"parameters"/);
  },
  judge: (app) => openJudge(app, 'Judge'),
  'judge, two responses': async (app) => {
    await openJudge(app, 'Judge');
    const drawer = app.page.getByRole('dialog', { name: 'Judge' });
    await drawer.getByText('Compare with a baseline', { exact: true }).click();
    await drawer.getByRole('button', { name: 'Add an example' }).click();
    await expect(drawer.getByLabel('Verdict of example 1')).toBeVisible();
    await expect(drawer.getByLabel('Baseline', { exact: true })).toBeVisible();
  },
  'run a function': async (app) => {
    await app.choose('Open', 'Run an agent…');
    const drawer = app.page.getByRole('dialog', { name: 'Run an agent' });
    await drawer.getByLabel('Way to call it').selectOption('function');
    await drawer.getByRole('button', { name: /^Try/ }).click();
    await expect(drawer.getByRole('region', { name: 'Answers' })).toBeVisible();
  },
  'judge, trust': async (app) => {
    await openJudge(app, 'Trust');
    await app.page.getByRole('button', { name: 'Begin to label' }).click();
    await expect(app.page.getByText(/, 0 labelled/)).toBeVisible();
  },
  'judge, offline': (app) => openJudge(app, 'Offline'),
  charts: async ({ page }) => {
    await page.getByRole('tab', { name: 'Charts' }).click();
    await expect(page.getByRole('img', { name: /mean/i }).first()).toBeVisible();
  },
  failures: async ({ page }) => {
    await page.getByRole('tab', { name: 'Causes' }).click();
  },
  summary: async ({ page }) => {
    await page.getByRole('tab', { name: 'Summary' }).click();
    await expect(page.getByRole('table', { name: 'Summary', exact: true })).toBeVisible();
  },
  tools: async ({ page }) => {
    await page.getByRole('tab', { name: 'Tools' }).click();
    await expect(page.getByRole('table', { name: 'Tools, expected and called' })).toBeVisible();
  },
  groups: async ({ page }) => {
    await page.getByRole('tab', { name: 'Groups' }).click();
    await page.getByLabel('Group by').selectOption('room');
    await expect(page.getByRole('button', { name: 'kitchen' })).toBeVisible();
  },
  'filters as text': async ({ page }) => {
    await page.getByRole('button', { name: 'Filters as text' }).click();
    await page.getByRole('combobox', { name: 'Filters as text' }).fill('tol = search');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Character 1: this run has no metric')).toBeVisible();
  },
  'choice of columns': async (app) => {
    await app.choose('Table', 'Columns…');
    await expect(app.page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
  },
  'go to row': async (app) => {
    await expect(app.page.getByRole('searchbox', { name: 'Filter rows by text' })).toBeVisible();
    await app.page.keyboard.press('Control+g');
    await app.page.getByRole('dialog', { name: 'Go to row' }).getByRole('textbox').fill('no such');
    await app.page.keyboard.press('Enter');
    await expect(app.page.getByText('No row has the id')).toBeVisible();
  },
  runs: openRuns,
  'runs, deleting and renaming': async (app) => {
    await openRuns(app);
    await app.choose('More about before', 'Delete');
    await expect(app.page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await app.page.getByRole('button', { name: 'Rename after' }).click();
  },
  compare: openCompare,
  'row in both runs': async (app) => {
    await openCompare(app);
    await app.page.getByRole('row').filter({ hasText: 'Prompt of r-same' }).click();
    await expect(app.page.getByRole('table', { name: 'Calls of all runs' })).toBeVisible();
  },
  'compare, three runs': async (app) => {
    await openRuns(app);
    await app.openFile(textFile('third.jsonl', jsonl([row('r-same', 'x', 'ab')])));
    await expect(app.row('r-same')).toBeVisible();
    await app.expectSaved();
    await app.page.getByRole('link', { name: 'Runs' }).click();
    for (const name of ['before', 'after', 'third'])
      await app.page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await app.page.getByRole('button', { name: 'Compare 3 runs' }).click();
    await app.page.getByRole('row').filter({ hasText: 'Prompt of r-same' }).click();
    await expect(app.page.getByRole('table', { name: 'Calls of all runs' })).toBeVisible();
    await expect(app.page.getByText('differ between the runs')).toBeVisible();
  },
  'compare, scatter': async (app) => {
    await openCompare(app);
    await app.page.getByRole('radio', { name: 'Scatter' }).check({ force: true });
    await expect(app.page.getByRole('region', { name: 'Scatter' })).toBeVisible();
  },
  'compare, one run': async ({ page }) => {
    await page.getByRole('link', { name: 'Compare' }).click();
    await expect(page.getByText('Two runs are needed to compare')).toBeVisible();
  },
  commands: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('run');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'keyboard help': async ({ page }) => {
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  },
  shield: async ({ page }) => {
    await page.getByRole('button', { name: /^Network off/ }).click();
    await expect(page.getByRole('dialog', { name: 'Network off' })).toBeVisible();
  },
  menu: async ({ page }) => {
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'unreadable file': async (app) => {
    await app.openFile(textFile('noise.txt', 'nothing\nthat is\ndata\n'));
    await expect(app.page.getByRole('button', { name: 'Open another file' })).toBeVisible();
  },
  'skipped records': async (app) => {
    await app.openFile(textFile('part.jsonl', `${jsonl(THREE_ROWS)}{broken\n`));
    await app.receipt.getByRole('button', { name: 'Show skipped' }).click();
    await expect(app.page.getByRole('dialog')).toBeVisible();
  },
  'no match': async (app) => {
    await app.page.getByRole('searchbox', { name: 'Filter rows by text' }).fill('no such text');
    await expect(app.page.getByText('No row matches')).toBeVisible();
  },
  empty: async (app) => {
    await app.choose('Open', 'New, empty');
    await expect(app.page.getByText('No data yet')).toBeVisible();
  },
};

for (const [name, show] of Object.entries(SCENES)) {
  test(`has no axe violation, wide or narrow, light or dark: ${name}`, async ({ app, page }) => {
    await show(app);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const builder = new AxeBuilder({ page }).withTags(TAGS);
        // axe takes what floats for the background of what lies below it
        if (name === 'menu') builder.include('[role=menu]');
        const { violations } = await builder.analyze();
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) =>
            [id, target.join(), failureSummary ?? ''].join(' '),
          ),
        );
        expect.soft(found, `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
  });
}
