import { expect, textFile } from './playground.ts';
import { jsonl, row, THREE_ROWS } from './rows.ts';
import { close, dialogOf, press, type Scene } from './scene.ts';

const jsonLines = (rows: readonly object[]): string =>
  rows.map((one) => JSON.stringify(one)).join('\n');

/** The drawers of the judge and of the agent. */
export const JUDGE_AND_AGENT: readonly Scene[] = [
  {
    name: 'judge',
    show: async (app) => {
      await press(app, 'Metrics');
      await press(app, 'Judge…');
      const drawer = dialogOf(app, 'Judge');
      await drawer.getByText('Prompt and rubric').click();
      await drawer.getByText('Limits, rate and prices').click();
      await drawer.getByText(/^Your labels/).click();
      await expect(drawer.getByRole('button', { name: 'Review rows' })).toBeVisible();
    },
  },
  {
    name: 'judge, labels',
    show: async (app) => {
      await dialogOf(app, 'Judge').getByLabel('Template').selectOption('fluency');
      await expect(app.page.getByText(/, 0 labelled/)).toBeVisible();
    },
  },
  {
    name: 'judge, two responses',
    show: async (app) => {
      const drawer = dialogOf(app, 'Judge');
      await drawer.getByText('Compare with a baseline', { exact: true }).click();
      await expect(drawer.getByLabel('Baseline', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'judge, by hand',
    show: async (app) => {
      const drawer = dialogOf(app, 'Judge');
      await drawer.getByLabel('Provider').selectOption('by-hand');
      await expect(drawer.getByRole('button', { name: 'Download all prompts' })).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'run an agent',
    show: async (app) => {
      await app.choose('Open', 'Run an agent…');
      const drawer = dialogOf(app, 'Run an agent');
      await drawer.getByLabel('Connection').selectOption('http');
      await expect(drawer.getByLabel('Address', { exact: true })).toBeVisible();
      await drawer.getByRole('button', { name: 'Add a header' }).click();
      await drawer.getByText('How the answer is read').click();
    },
    leave: close,
  },
];

/** Stored runs, and what is said of two and of three. */
export const RUNS: readonly Scene[] = [
  {
    name: 'compare, one run',
    show: async ({ page }) => {
      await page.getByRole('link', { name: 'Compare' }).click();
      await expect(page.getByText('Comparing needs two runs')).toBeVisible();
    },
    leave: ({ page }) => page.getByRole('link', { name: 'Results', exact: true }).click(),
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
      await page.getByRole('tab', { name: 'Numbers' }).click();
      await page.getByRole('button', { name: /^Precision: A/ }).click();
      await expect(page.getByRole('figure', { name: 'Scatter' })).toBeVisible();
    },
  },
  {
    name: 'compare, scatter as table',
    show: async (app) => {
      await press(app, /^Table ?: Scatter$/);
      await expect(app.page.getByRole('button', { name: /^A 1\.00, B / }).first()).toBeVisible();
    },
  },
  {
    name: 'compare, figure',
    show: async ({ page }) => {
      await expect(page.getByRole('img', { name: /^Paired differences/ })).toBeVisible();
    },
  },
  {
    name: 'gate',
    show: async (app) => {
      await press(app, 'Use as gate');
      await expect(dialogOf(app, 'Gate').getByText(/^Judged by the 95 % interval/)).toBeVisible();
    },
  },
  {
    name: 'gate, changed',
    show: async (app) => {
      const drawer = dialogOf(app, 'Gate');
      const config = drawer.getByLabel('Conditions, as JSON');
      await expect(config).toHaveValue(/noWorseBy/);
      await config.fill('{ "version": 1, "conditions": [{ "calls": "mean", "max": 9 }] }');
      await config.blur();
      await expect(drawer.getByRole('button', { name: 'Suggest again' })).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'share, a comparison',
    show: async (app) => {
      await app.choose('Share', /^More ways to share/);
      await expect(dialogOf(app, 'Share this comparison')).toBeVisible();
      await expect(app.page.getByText(/^2 runs, 6 rows, [\d,]+ characters$/)).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'row in both runs',
    show: async ({ page }) => {
      await page.getByRole('tab', { name: /^Rows/ }).click();
      await page.getByRole('row').filter({ hasText: 'Prompt of r-same' }).click();
      await expect(page.getByRole('table', { name: 'Calls of all runs' })).toBeVisible();
      await page.getByRole('region', { name: 'Row in both runs' }).getByText('Scores').click();
      await expect(page.getByRole('table', { name: 'Scores' })).toBeVisible();
    },
  },
  {
    name: 'compare, three runs',
    show: async (app) => {
      await app.page.getByRole('link', { name: 'Results', exact: true }).click();
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
  },
  {
    name: 'runs, deleting and renaming',
    show: async (app) => {
      await app.page.getByRole('link', { name: 'Runs' }).click();
      await app.choose('More about before', 'Delete');
      await expect(app.page.getByRole('button', { name: 'Undo' }).last()).toBeVisible();
      await app.choose('More about after', /^Rename/);
    },
  },
];

/** Files that do not open just so. */
export const FILES: readonly Scene[] = [
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
    name: 'question about a record that cannot be read',
    isScreen: true,
    show: async (app) => {
      await app.openFile(textFile('part.jsonl', `${jsonl(THREE_ROWS)}{"id": "r-4" "a": 1}\n`));
      await expect(app.page.getByRole('radio', { name: /^Put a comma there/ })).toBeVisible();
    },
  },
  {
    name: 'skipped records',
    isInData: true,
    show: async (app) => {
      await app.openFile(textFile('part.jsonl', `${jsonl(THREE_ROWS)}{broken\n`));
      await app.page.getByRole('button', { name: /^Score 3 rows/ }).click();
      await app.showData();
      await expect(app.receipt.getByRole('button', { name: 'Download skipped' })).toBeVisible();
    },
  },
  {
    name: 'receipt',
    isInData: true,
    show: ({ receipt }) => expect(receipt).toBeVisible(),
  },
  {
    name: 'unreadable file',
    show: async (app) => {
      await app.choose('Open', 'New dataset');
      await app.openFile(textFile('noise.txt', 'nothing\nthat is\ndata\n'));
      await expect(app.page.getByRole('button', { name: 'Open another file' })).toBeVisible();
      await expect(app.page.getByRole('region', { name: 'What a row looks like' })).toBeVisible();
    },
  },
  {
    name: 'question about columns',
    isScreen: true,
    show: async (app) => {
      const calls = [{ name: 'a', args: {} }];
      const row = { ticket: 'T-1', what_it_did: calls, what_it_should_do: calls };
      await app.openFile(textFile('own.jsonl', JSON.stringify(row)));
      await expect(app.page.getByRole('button', { name: /^Score 1 row/ })).toBeVisible();
    },
  },
  {
    name: 'question about expected calls',
    show: async (app) => {
      const row = { id: 'r', predicted_trajectory: [{ name: 'a', args: {} }] };
      await app.openFile(textFile('calls.jsonl', JSON.stringify(row)));
      await expect(app.page.getByRole('radio', { name: /^Just look/ })).toBeVisible();
    },
  },
  {
    name: 'first visit',
    isScreen: true,
    show: async (app) => {
      await app.choose('Open', 'On-device home assistant');
      await app.expectRows(18);
      await app.expectSaved();
      await app.visitFirst();
      await expect(app.page.getByRole('button', { name: 'Explore it' })).toBeVisible();
    },
  },
  {
    name: 'empty',
    show: async (app) => {
      await app.choose('Open', 'New dataset');
      await expect(app.page.getByRole('region', { name: 'What a row looks like' })).toBeVisible();
    },
  },
];
