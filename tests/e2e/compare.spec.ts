import type { Locator, Page } from '@playwright/test';
import { expect, test, textFile, type Playground } from './playground.ts';
import { calls, jsonl, row, THREE_ROWS, type Row } from './rows.ts';

const BEFORE = [
  row('same', 'ab', 'ab'),
  row('better', 'x', 'a'),
  row('worse', 'a', 'a'),
  row('mixed', 'abx', 'ab'),
  row('gone', 'a', 'a'),
];
const AFTER = [
  row('mixed', 'a', 'ab'),
  row('worse', 'x', 'a'),
  row('better', 'a', 'a'),
  row('new', 'a', 'a'),
  row('same', 'ab', 'ab'),
];

async function score(app: Playground, name: string, rows: readonly Row[]): Promise<void> {
  await app.expectSaved();
  const before = storedRun(app);
  await app.openFile(textFile(`${name}.jsonl`, jsonl(rows)));
  // the address names the run once it is stored; the dataset before may have had as many rows
  await expect.poll(() => storedRun(app) || before).not.toBe(before);
  await app.expectRows(rows.length);
}

function storedRun(app: Playground): string {
  return /[?&]run=([^&]+)/.exec(app.page.url())?.[1] ?? '';
}

/** Scores two datasets and compares the first, A, with the second. */
async function compare(app: Playground, a: readonly Row[], b: readonly Row[]): Promise<Locator> {
  await score(app, 'before', a);
  await score(app, 'after', b);
  await app.page.getByRole('link', { name: 'Runs' }).click();
  await app.page.getByRole('checkbox', { name: 'Select before' }).check();
  await app.page.getByRole('checkbox', { name: 'Select after' }).check();
  await app.page.getByRole('button', { name: 'Compare 2 runs' }).click();
  await expect(app.page.getByRole('combobox', { name: 'Run A, the baseline' })).toContainText(
    'before',
  );
  return app.page.getByRole('grid', { name: 'Compared rows' });
}

async function expectMetric(page: Page, name: string, cells: Readonly<Record<number, string>>) {
  const header = page.getByRole('rowheader', { name: new RegExp(`^${name}`) });
  const line = page
    .getByRole('table', { name: 'Metrics' })
    .getByRole('row')
    .filter({ has: header });
  for (const [index, text] of Object.entries(cells)) {
    await expect(line.getByRole('cell').nth(Number(index))).toHaveText(text);
  }
}

function filter(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Filter rows' }).getByRole('button', { name });
}

const ids = (grid: Locator): Locator => grid.getByRole('rowheader');

test('pairs rows by id and counts what differs', async ({ app, page }) => {
  const grid = await compare(app, BEFORE, AFTER);
  await expect(page.getByText('paired on id: 4 of 6 rows')).toBeVisible();
  await expect(page.getByText('1 only in A', { exact: true })).toBeVisible();
  await expect(page.getByText('1 only in B', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'B follows the reference in order on 1 more row and on 2 fewer: mean −0.25 over 4 rows.',
  );
  // A, B, B − A, (axis), better, worse, scored in both
  await expectMetric(page, 'Exact match', {
    0: '0.50',
    1: '0.50',
    2: '0.00',
    4: '1',
    5: '1',
    6: '4',
  });
  await expectMetric(page, 'In-order match', {
    0: '0.75',
    1: '0.50',
    2: '▼ −0.25',
    4: '1',
    5: '2',
  });
  await expectMetric(page, 'Precision', { 0: '0.67', 1: '0.75', 2: '▲ +0.08', 4: '2', 5: '1' });
  await expect(ids(grid)).toHaveText(['worse', 'mixed', 'better', 'same']);
});

test('filters rows by what became of them and lists the unpaired', async ({ app, page }) => {
  const grid = await compare(app, BEFORE, AFTER);
  for (const [name, id] of [
    ['Regressed', 'worse'],
    ['Improved', 'better'],
    ['Mixed', 'mixed'],
    ['Same', 'same'],
    ['Only in A', 'gone'],
    ['Only in B', 'new'],
  ] as const) {
    await expect(filter(page, name)).toHaveText(/ 1 ?$/);
    await filter(page, name).click();
    await expect(ids(grid)).toHaveText([id]);
  }
  await filter(page, 'All').click();
  await expect(ids(grid)).toHaveCount(4);
});

test('finds the rows shown again after a reload', async ({ app, page }) => {
  const table = await compare(app, BEFORE, AFTER);
  await filter(page, 'Regressed').click();
  await expect(table.getByRole('rowheader')).toHaveText(['worse']);
  await expect(page).toHaveURL(/&rows=regressed$/);
  await page.reload();
  await expect(table.getByRole('rowheader')).toHaveText(['worse']);
  await expect(filter(page, 'Regressed')).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: /only B passes/ }).click();
  await expect(table.getByRole('rowheader')).toHaveText(['better']);
  await page.reload();
  await expect(table.getByRole('rowheader')).toHaveText(['better']);
  // also the way back from another screen
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(table.getByRole('rowheader')).toHaveText(['better']);
  await filter(page, 'All').click();
  await expect(page).toHaveURL(/&b=[^&]+$/);
});

test('opens a row in either run', async ({ app, page }) => {
  const grid = await compare(app, BEFORE, AFTER);
  const link = page.url();
  const dialog = page.getByRole('dialog', { name: 'Row in both runs' });
  await grid.getByRole('row').filter({ hasText: 'Prompt of worse' }).click();
  await expect(dialog.getByRole('row', { name: /^In-order match/ })).toContainText(
    /In-order match\s*1\s*0\s*−1/,
  );
  await dialog.getByRole('link', { name: 'Open in A' }).click();
  await expect(app.panel).toContainText('Prompt of worse');
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue('before');
  await expect(app.row('worse')).toHaveAttribute('aria-selected', 'true');

  await page.goto(link);
  await grid.getByRole('row').filter({ hasText: 'Prompt of worse' }).click();
  await dialog.getByRole('link', { name: 'Open in B' }).click();
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue('after');
  await expect(app.row('worse')).toHaveAttribute('aria-selected', 'true');
});

test('pairs rows without ids by prompt and reference, duplicates in order', async ({
  app,
  page,
}) => {
  const plain = (prompt: string, prediction: string): Row => ({
    prompt,
    predicted_trajectory: calls(prediction),
    reference_trajectory: calls('a'),
  });
  const a = [plain('twice', 'a'), plain('twice', 'x'), plain('once', 'a'), plain('only here', 'a')];
  const b = [plain('once', 'x'), plain('twice', 'a'), plain('twice', 'a')];
  const grid = await compare(app, a, b);
  await expect(page.getByText('paired on prompt and reference: 3 of 4 rows')).toBeVisible();
  await expect(
    page.getByText('2 rows share prompt and reference and are paired in order'),
  ).toBeVisible();
  await expect(page.getByText('1 only in A', { exact: true })).toBeVisible();
  await expectMetric(page, 'Exact match', {
    0: '0.67',
    1: '0.67',
    2: '0.00',
    4: '1',
    5: '1',
    6: '3',
  });
  await filter(page, 'Improved').click();
  await expect(ids(grid)).toHaveText(['2']);
  await filter(page, 'Same').click();
  await expect(ids(grid)).toHaveText(['1']);
});

test('pairs by prompt and reference when only one run has ids', async ({ app, page }) => {
  const withoutId = BEFORE.map((one) => ({ ...one, id: undefined }));
  await compare(app, BEFORE, withoutId);
  await expect(page.getByText('paired on prompt and reference: 5 of 5 rows')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No row differs.');
});

test('says when no row is common and lists the rows of both', async ({ app, page }) => {
  const grid = await compare(app, THREE_ROWS, BEFORE);
  await expect(page.getByText('A and B have no row in common')).toBeVisible();
  await page.getByRole('button', { name: 'List the rows of A' }).click();
  await expect(ids(grid)).toHaveText(['r-same', 'r-swapped', 'r-extra']);
  await filter(page, 'Only in B').click();
  await expect(ids(grid)).toHaveCount(5);
});

test('swaps the runs and takes others', async ({ app, page }) => {
  await compare(app, BEFORE, AFTER);
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expectMetric(page, 'In-order match', {
    0: '0.50',
    1: '0.75',
    2: '▲ +0.25',
    4: '2',
    5: '1',
  });
  await page
    .getByRole('combobox', { name: 'Run A, the baseline' })
    .selectOption({ label: await optionOf(page, 'On-device home assistant') });
  await expect(page.getByText('A and B have no row in common')).toBeVisible();
  // the run in the playground is still read by the same worker
  await page.getByRole('link', { name: 'Playground', exact: true }).click();
  await app.grid.getByRole('button', { name: /^exact/ }).click();
  await expect(ids(app.grid).first()).toHaveText('mixed');
  await expect(app.grid.getByRole('columnheader', { name: /exact/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});

async function optionOf(page: Page, name: string): Promise<string> {
  const options = page.getByRole('combobox', { name: 'Run A, the baseline' }).getByRole('option');
  return (await options.filter({ hasText: name }).first().textContent()) ?? '';
}

test('compares three runs, one candidate at a time, with a verdict where rows settle it', async ({
  app,
  page,
}) => {
  // twenty rows: A swaps every other row, B is right but for one, C is wrong on every third
  const rows = (made: (index: number, tool: string) => string): Row[] =>
    Array.from({ length: 20 }, (_, index) => {
      const tool = String.fromCharCode(97 + index);
      return row(`r-${String(index)}`, made(index, tool), `${tool}z`);
    });
  await score(
    app,
    'swapping',
    rows((index, tool) => (index % 2 ? `${tool}z` : `z${tool}`)),
  );
  await score(
    app,
    'right',
    rows((index, tool) => (index === 1 ? 'z' : `${tool}z`)),
  );
  await score(
    app,
    'wrong',
    rows((index, tool) => (index % 3 ? `${tool}z` : `x${tool}`)),
  );
  await page.getByRole('link', { name: 'Runs' }).click();
  for (const name of ['swapping', 'right', 'wrong']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await page.getByRole('button', { name: 'Compare 3 runs' }).click();
  const grid = page.getByRole('grid', { name: 'Compared rows' });
  const verdict = page.getByRole('heading', { level: 1 });
  // +0.45: ten rows better, one worse; McNemar's exact p is 24 ÷ 2048
  await expect(verdict).toContainText('B is better than A on in-order match: +0.45 (95 % +');
  await expect(verdict).toContainText('C: cannot tell (+0.15).');
  await expect(page.getByText('McNemar p = 0.012')).toBeVisible();

  const passTable = page.getByRole('region', { name: 'Pass table' });
  await passTable.getByRole('button', { name: '10 only B passes' }).click();
  await expect(page.getByText('10 of 20 rows')).toBeVisible();
  await filter(page, 'Remove In-order match: only B passes').click();
  await expect(page.getByText('20 of 20 rows · regressed first')).toBeVisible();

  await page.getByRole('radio', { name: 'C against A' }).check({ force: true });
  await expect(verdict).toContainText('Cannot tell C from A');
  await expect(passTable.getByRole('button', { name: '6 only C passes' })).toBeVisible();
  await filter(page, 'Improved').click();
  await grid.getByRole('row').nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Row in both runs' });
  await expect(dialog.getByRole('link', { name: /^Open in [ABC]$/ })).toHaveCount(3);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Make C the baseline' }).click();
  await expect(page.getByRole('combobox', { name: 'Run A, the baseline' })).toContainText('wrong');
  await page.getByRole('button', { name: 'Take C out' }).click();
  await expect(page.getByRole('button', { name: 'Swap A and B' })).toBeVisible();
  await page.getByRole('button', { name: 'Add run' }).click();
  await page.getByRole('menuitem', { name: /^swapping/ }).click();
  await expect(page).toHaveURL(/[?&]c=/);
  await expect(page.getByRole('combobox', { name: 'Run C' })).toContainText('swapping');
});

test('asks for a second run when there is one', async ({ app, page }) => {
  await app.expectSaved();
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByText('Two runs are needed to compare')).toBeVisible();
});

test('shows rows by their two scores, and one row call by call in all runs', async ({
  app,
  page,
}) => {
  const grid = await compare(app, BEFORE, AFTER);
  await page.getByRole('radio', { name: 'Scatter' }).check({ force: true });
  const scatter = page.getByRole('region', { name: 'Scatter' });
  await scatter.getByLabel('Metric of the scatter').selectOption({ label: 'Recall' });
  await expect(scatter.getByRole('img')).toHaveAccessibleName(
    /rows where B is better: 1, worse: 2, same: 1\./,
  );
  // a mark is a filter, for the pointer and, in the table, for the keyboard
  await scatter.locator('circle[class*="better"]').click();
  await expect(ids(grid)).toHaveText(['better']);
  await expect(filter(page, 'Recall: A 0.00, B 1.00')).toBeVisible();
  await scatter.getByRole('button', { name: 'As table' }).click();
  const line = scatter.getByRole('row', { name: '1.00 0.50 1' });
  await line.getByRole('button').click();
  await expect(ids(grid)).toHaveText(['mixed']);

  await grid.getByRole('row').filter({ hasText: 'Prompt of mixed' }).click();
  const calls = page.getByRole('table', { name: 'Calls of all runs' });
  await expect(calls.getByRole('row')).toHaveText([
    /reference\s*A\s*B/,
    /a \{\}\s*as expected\s*as expected/,
    /b \{\}\s*as expected\s*missing/,
    /not expected\s*extra\s*x \{\}\s*no call/,
  ]);
  await page.getByRole('button', { name: 'Differing only' }).click();
  await expect(calls.getByRole('row')).toHaveCount(3);
});
