import { readFileSync } from 'node:fs';
import type { Download } from '@playwright/test';
import { expect, fixtureText, test, textFile, type Playground } from './playground.ts';

const FOUR_ROWS = {
  'Exact match': '0.50',
  'In-order match': '0.50',
  'Any-order match': '0.50',
  Precision: '0.75',
  Recall: '0.75',
  Latency: '1.38 s',
  Failure: '0.25',
};

async function expectFourRows(app: Playground): Promise<void> {
  await app.expectRows(4);
  await app.expectMeans(FOUR_ROWS);
  await app.expectIds(['f-1', 'f-2', 'f-3', 'f-4']);
  await app.expectScores('f-1', ['1', '1', '1', '1.00', '1.00', '1.25']);
  await app.expectScores('f-2', ['0', '0', '0', '0.50', '0.50', '2.50']);
  await app.expectScores('f-3', ['–', '–', '–', '–', '–', '0.40']);
  await app.expectScores('f-4', ['–', '–', '–', '–', '–', '–']);
  await expect(app.row('f-2')).toContainText('1 → "1"');
  await expect(app.row('f-4')).toContainText('agent failed');
}

async function readDownload(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8');
}

const SHAPES = [
  ['rows.jsonl', 'JSONL'],
  ['rows-crlf-bom.jsonl', 'JSONL'],
  ['rows.json', 'JSON rows'],
  ['columns-of-lists.json', 'JSON columns'],
  ['columns-of-dicts.json', 'JSON columns'],
  ['rows.csv', 'CSV'],
  ['rows.tsv', 'SV'],
] as const;

for (const [name, shape] of SHAPES) {
  test(`reads ${name}: the same scores from every shape`, async ({ app }) => {
    await app.openFile(name);
    await expectFourRows(app);
    await expect(app.receipt).toContainText('4 rows');
    await expect(app.receipt).toContainText(shape);
    await expect(app.receipt).not.toContainText('skipped');
  });
}

test('reads a JSON list on one line', async ({ app }) => {
  const rows: unknown = JSON.parse(fixtureText('rows.json'));
  await app.openFile(textFile('flat.json', JSON.stringify(rows)));
  await expectFourRows(app);
});

test('scores typed text again after a pause', async ({ app }) => {
  await app.editor.fill('');
  await app.editor.pressSequentially('{"id": "t-1", "predicted_trajectory": [{"tool_name": "a"}]');
  await app.editor.pressSequentially(', "reference_trajectory": [{"tool_name": "b"}]}');
  await app.expectRows(1);
  await app.expectScores('t-1', ['0', '0', '0', '0.00', '0.00']);
  await app.editor.press('ArrowLeft');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await app.editor.press(key);
  await app.editor.press('Backspace');
  await app.editor.press('a');
  await app.expectScores('t-1', ['1', '1', '1', '1.00', '1.00']);
});

test('goes on with the run while it is typed into', async ({ app }) => {
  await app.editor.fill(fixtureText('rows.jsonl'));
  await expectFourRows(app);
  await app.editor.fill(fixtureText('rows.jsonl').replace('"years": "1"', '"years": 1'));
  await app.expectMeans({ 'Exact match': '1.00' });
  // the sample and the dataset typed over it; every keystroke a run would bury them
  await expect(app.page.getByRole('link', { name: /^Runs/ })).toContainText('2');
});

test('takes a paste anywhere on the page', async ({ app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.page.evaluate((text) => navigator.clipboard.writeText(text), fixtureText('rows.jsonl'));
  await app.headline.click();
  await app.page.keyboard.press('Control+V');
  await expectFourRows(app);
  await expect(app.editor).toHaveValue(fixtureText('rows.jsonl'));
});

test('opens the clipboard by the menu', async ({ app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.page.evaluate((text) => navigator.clipboard.writeText(text), fixtureText('rows.csv'));
  await app.choose('Open', 'Clipboard');
  await expectFourRows(app);
});

test('leaves a paste into a field to the field', async ({ app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.page.evaluate(() => navigator.clipboard.writeText('kettle'));
  const search = app.page.getByRole('searchbox', { name: 'Filter rows by text' });
  await search.click();
  await app.page.keyboard.press('Control+V');
  await expect(search).toHaveValue('kettle');
  await app.expectIds(['hd-06']);
});

async function drop(app: Playground, files: readonly (readonly [string, string])[]): Promise<void> {
  const dataTransfer = await app.page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const [name, text] of list) data.items.add(new File([text], name));
    return data;
  }, files);
  await app.page.dispatchEvent('body', 'dragover', { dataTransfer });
  await app.page.dispatchEvent('body', 'drop', { dataTransfer });
}

test('takes a file dropped anywhere', async ({ app }) => {
  await drop(app, [['library.csv', fixtureText('rows.csv')]]);
  await expectFourRows(app);
  await expect(app.page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue('library');
});

test('scores several dropped files and keeps each', async ({ app }) => {
  await drop(app, [
    ['one.jsonl', fixtureText('big-integers.jsonl')],
    ['two.jsonl', fixtureText('rows.jsonl')],
  ]);
  await expect(app.page.getByText('2 datasets scored')).toBeVisible();
  await expectFourRows(app);
  await app.page.getByRole('link', { name: /^Runs/ }).click();
  const runs = app.page.getByRole('main');
  await expect(runs.getByText('one', { exact: true }).first()).toBeVisible();
  await expect(runs.getByText('two', { exact: true }).first()).toBeVisible();
});

test('opens several files by the button', async ({ app }) => {
  await app.openFile('big-integers.jsonl', 'rows.tsv');
  await expect(app.page.getByText('2 datasets scored')).toBeVisible();
  await expectFourRows(app);
});

test('reports the file that cannot be read among several', async ({ app }) => {
  await app.openFile('binary.png', 'rows.jsonl');
  await expectFourRows(app);
  await expect(app.page.getByText('1 of 2 files could not be read.')).toBeVisible();
  await expect(app.page.getByText(/^binary\.png/)).toBeVisible();
  await expect(app.page.getByText('1 dataset scored')).toBeVisible();
});

test('tells in the receipt what every column was taken for', async ({ app }) => {
  await app.openFile('rows.csv');
  await expectFourRows(app);
  const columns = app.receipt.getByRole('table', { name: 'Columns' }).getByRole('row');
  await expect(columns).toHaveText([
    /Column.*Taken for.*Filled/,
    /id.*row id.*4/,
    /prompt.*prompt.*4/,
    /response.*response.*4/,
    /reference.*expected answer.*4/,
    /predicted_trajectory.*prediction, 3 calls.*3/,
    /reference_trajectory.*reference, 4 calls.*4/,
    /latency_in_seconds.*latency.*3/,
    /failure.*failure.*4/,
  ]);
});

test('lets a person say which column is which', async ({ app }) => {
  const text = fixtureText('rows.jsonl').replaceAll('"reference_trajectory"', '"wanted"');
  await app.openFile(textFile('renamed.jsonl', text));
  await app.expectRows(4);
  await expect(app.receipt).toContainText('reference_trajectory not found.');
  await app.receipt.getByRole('button', { name: 'Choose column' }).click();
  await app.page
    .getByRole('combobox', { name: 'Column for reference', exact: true })
    .selectOption('wanted');
  await expectFourRows(app);
  await app.page.getByRole('tab', { name: 'Text' }).click();
  await expect(app.receipt).not.toContainText('not found');
});

test('shows and downloads the lines it skipped', async ({ app }) => {
  await app.openFile('broken-line.jsonl');
  await expectFourRows(app);
  await expect(app.receipt).toContainText('1 skipped');
  await expect(app.receipt).toContainText(/Line 3 skipped\..*\(column 51\)/);
  const broken = fixtureText('broken-line.jsonl').split('\n')[2] ?? '';

  await app.receipt.getByRole('button', { name: 'Show skipped' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Skipped records' });
  await expect(dialog).toContainText(broken);
  await app.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.receipt.getByRole('button', { name: 'Download skipped' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('broken-line-skipped.txt');
  expect((await readDownload(download)).trimEnd()).toBe(broken);
});

test('goes to the line a problem is in', async ({ app }) => {
  await app.openFile('broken-line.jsonl');
  await app.expectRows(4);
  await app.receipt.getByRole('button', { name: 'Fix line 3' }).click();
  await expect(app.editor).toBeFocused();
  const selected = await app.editor.evaluate((area) => {
    const field = area as HTMLTextAreaElement;
    return field.value.slice(field.selectionStart, field.selectionEnd);
  });
  expect(selected).toBe(fixtureText('broken-line.jsonl').split('\n')[2]);
});

test('groups what was noted, shows lines of a file too large to edit, and hands the receipt on', async ({
  app,
}) => {
  const row = (id: number) =>
    JSON.stringify({ id, note: 'x'.repeat(60_000), predicted_trajectory: ['a'] });
  const lines = Array.from({ length: 20 }, (_, index) => row(index));
  lines.splice(16, 0, '{"id": 16, "note": broken}');
  await app.openFile(textFile('large.jsonl', lines.join('\n')));
  await app.expectRows(20);
  await expect(app.receipt.getByRole('heading')).toHaveText([/Calls compared by name only\s+20/]);
  await expect(app.receipt.getByRole('listitem')).toHaveCount(1 + 5);
  await app.receipt.getByRole('button', { name: 'Show all 20' }).click();
  await expect(app.receipt.getByRole('listitem')).toHaveCount(1 + 20);
  await app.receipt.getByRole('button', { name: 'Show line 17' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Line 17' });
  await expect(dialog).toContainText('{"id": 16, "note": broken}');
  await app.page.keyboard.press('Escape');

  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.receipt.getByRole('button', { name: 'Receipt as JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('large-receipt.json');
  expect(JSON.parse(await readDownload(download))).toMatchObject({
    ...{ rows: 20, skipped: 1 },
    issues: [
      { code: 'row_not_json', count: 1, issues: [{ line: 17, column: 20 }] },
      { code: 'names_only', count: 20, listed: 20 },
    ],
  });
});

test('keeps skipped lines over a reload', async ({ app }) => {
  await app.openFile('broken-line.jsonl');
  await app.expectRows(4);
  await app.expectSaved();
  await app.page.reload();
  await app.expectRows(4);
  await expect(app.receipt).toContainText('Line 3 skipped.');
  await app.receipt.getByRole('button', { name: 'Show skipped' }).click();
  await expect(app.page.getByRole('dialog')).toContainText('f-broken');
});

test('shows a file too large to edit as a file', async ({ app }) => {
  const line = fixtureText('rows.jsonl').split('\n')[0] ?? '';
  const rows = Array.from({ length: 3000 }, (_, row) => line.replace('f-1', `big-${row}`));
  await app.openFile(textFile('large.jsonl', rows.join('\n')));
  await app.expectRows(3000);
  await expect(app.editor).toBeHidden();
  await expect(app.page.getByRole('region', { name: 'File' })).toContainText('3,000');
  await app.expectMeans({ 'Exact match': '1.00' });
});

test('starts from nothing', async ({ app }) => {
  await app.choose('Open', 'New, empty');
  await expect(app.editor).toHaveValue('');
  await expect(app.page.getByText('No data yet')).toBeVisible();
  await expect(app.status).toHaveText('Nothing scored');
  await app.editor.fill(fixtureText('rows.tsv'));
  await expectFourRows(app);
});
