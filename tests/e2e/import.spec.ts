import { readFileSync } from 'node:fs';
import type { Download } from '@playwright/test';
import { expect, fixtureText, test, textFile, type Playground } from './playground.ts';
import { jsonl, THREE_ROWS } from './rows.ts';

/** The four rows of the fixtures, as every part of the results has them. */
async function expectFourRows(app: Playground): Promise<void> {
  await app.expectRows(4);
  await app.expectMeans({
    'Exact match': '0.67',
    'In-order match': '0.67',
    'Any-order match': '0.67',
    Precision: '0.83',
    Recall: '0.83',
    Time: '1.38 s',
    Failure: '0.25',
  });
  await app.expectIds(['f-1', 'f-2', 'f-3', 'f-4']);
  await app.expectScores('f-2', ['0', '0', '0', '0.50', '0.50', '2.5']);
  await app.expectScores('f-4', ['–', '–', '–', '–', '–', '–']);
  await expect(app.row('f-2')).toContainText('1 → "1"');
  await expect(app.row('f-4')).toContainText('agent failed');
}

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8');
}

async function copy(app: Playground, text: string): Promise<void> {
  await app.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

/** The text selected in the editor. */
function selected(app: Playground): Promise<string> {
  return app.editor.evaluate((area) => {
    const field = area as HTMLTextAreaElement;
    return field.value.slice(field.selectionStart, field.selectionEnd);
  });
}

test('takes a paste anywhere, leaves a paste into a field to it, and opens the clipboard @main', async ({
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy(app, 'kettle');
  const search = app.page.getByRole('combobox', { name: 'Filter rows by text' });
  await search.click();
  await app.page.keyboard.press('Control+V');
  await expect(search).toHaveValue('kettle');
  await app.expectIds(['hd-06']);

  await copy(app, fixtureText('rows.jsonl'));
  await app.headline.click();
  await app.page.keyboard.press('Control+V');
  await expectFourRows(app);
  await app.showData();
  await expect(app.editor).toHaveValue(fixtureText('rows.jsonl'));

  await copy(app, fixtureText('big-integers.jsonl'));
  await app.choose('Open', 'Clipboard');
  await app.expectRows(5);
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

test('takes files dropped anywhere, and says which of several cannot be read @main', async ({
  app,
}) => {
  const { page } = app;
  await drop(app, [['library.csv', fixtureText('rows.csv')]]);
  await expectFourRows(app);
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue('library');

  await drop(app, [
    ['one.csv', fixtureText('rows.csv')],
    ['two.bin', '\u0000'.repeat(1000)],
    ['three.jsonl', fixtureText('rows.jsonl')],
  ]);
  await expect(page.getByText('2 datasets scored')).toBeVisible();
  await expect(page.getByText('1 of 3 files could not be read.')).toBeVisible();
  await expect(page.getByText(/^two\.bin/)).toBeVisible();
  await expectFourRows(app);
  await page.getByRole('link', { name: /^Runs/ }).click();
  const runs = page.getByRole('main');
  for (const name of ['library', 'one', 'three'])
    await expect(runs.getByText(name, { exact: true }).first()).toBeVisible();
});

test('scores what is typed, from an empty page on, and keeps it over a reload @main', async ({
  app,
}) => {
  const { page, editor } = app;
  await app.choose('Open', 'New dataset');
  await expect(editor).toHaveValue('');
  await expect(page.getByRole('region', { name: 'What a row looks like' })).toBeVisible();
  await expect(app.status).toHaveText('Nothing scored');
  await editor.pressSequentially('{"id": "t-1", "predicted_trajectory": [{"tool_name": "a"}]');
  await editor.pressSequentially(', "reference_trajectory": [{"tool_name": "b"}]}');
  await app.expectRows(1);
  await expect(app.row('t-1')).toContainText('fail');
  for (let step = 0; step < 4; step++) await editor.press('ArrowLeft');
  await editor.press('Backspace');
  await editor.press('a');
  await app.expectScores('t-1', ['1', '1', '1', '1.00', '1.00']);
  await expect(page.getByRole('link', { name: /^Runs/ })).toContainText('2');
  await app.expectSaved();
  await page.reload();
  await app.expectRows(1);
  await app.showData();
  await expect(editor).toHaveValue(/"tool_name": "a"}]}$/);
  await app.expectIds(['t-1']);
});

test('says everything about a broken file: what it holds, what was skipped, where to mend it @main', async ({
  app,
}) => {
  const broken = fixtureText('broken-line.jsonl').split('\n')[2] ?? '';
  await app.openFile('broken-line.jsonl');
  const question = app.page.getByRole('region', { name: 'Question' });
  await expect(question).toContainText('Line 3 cannot be read.');
  await question.getByRole('radio', { name: /^Edit the text/ }).check();
  await app.page.keyboard.press('Enter');
  await expect(app.editor).toBeFocused();
  // both stand side by side, and the bar says where one is
  const main = app.page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Results', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await app.page.keyboard.press('Shift+Home');
  expect(await selected(app)).toBe(broken.slice(0, 50));
  await expectFourRows(app);
  await expect(app.receipt).toContainText(/4 rows\s*JSONL · 1 skipped/);
  await expect(app.receipt).toContainText(/Line 3 skipped\. \S.*\(column 51\)\./);
  await app.page.getByRole('tab', { name: 'Columns' }).click();
  const columns = app.page.getByRole('region', { name: 'Columns' }).getByRole('row');
  for (const line of [/^row id.*4$/, /^agent’s calls.*3 calls.*3$/, /^expected calls.*4 calls.*4$/])
    await expect(columns.filter({ hasText: line })).toHaveCount(1);
  await app.page.getByRole('tab', { name: 'Text' }).click();

  await app.receipt.getByRole('button', { name: 'Go to line 3' }).click();
  await expect(app.editor).toBeFocused();

  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.receipt.getByRole('button', { name: 'Download skipped' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('broken-line-skipped.txt');
  expect((await textOf(download)).trimEnd()).toBe(broken);

  await app.expectSaved();
  await app.page.reload();
  await app.expectRows(4);
  await app.showData();
  await expect(app.receipt).toContainText('Line 3 skipped.');
});

test('a phone shows the text of own rows in the place of their results', async ({ app, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await app.openFile('rows.jsonl');
  await app.expectRows(4);
  await expect(app.editor).toBeHidden();
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await expect(app.editor).toHaveValue(fixtureText('rows.jsonl'));
  await expect(app.editor).toBeInViewport();
  await expect(app.grid).toBeHidden();
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await expect(app.grid).toBeVisible();
});

test('says why a file is not edited here, and where it has faults', async ({ app }) => {
  const side = { reference_trajectory: ['a'] };
  const line = (id: number): string =>
    JSON.stringify({ id, note: 'x'.repeat(400), predicted_trajectory: ['a'], ...side });
  const lines = Array.from({ length: 3000 }, (_, id) => line(id));
  lines.splice(16, 0, '{"id": 16, "note": broken}');
  await app.openFile(textFile('large.jsonl', lines.join('\n')));
  await app.expectRows(3000);
  await app.showData();
  await expect(app.editor).toBeHidden();
  await expect(app.page.getByText('Not edited here')).toBeVisible();
  await expect(app.receipt.getByRole('heading')).toHaveText([
    /Calls compared by name only\s+3,000/,
  ]);
  await expect(app.receipt.getByRole('listitem')).toHaveCount(1 + 1);
  await expect(app.receipt).toContainText('Line 17 skipped.');
});

test('rows pasted into the text of the sample take its place', async ({ app, page }) => {
  const paste = (text: string): Promise<void> =>
    app.editor.evaluate((area, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = { clipboardData, bubbles: true, cancelable: true };
      area.dispatchEvent(new ClipboardEvent('paste', event));
    }, text);
  await app.editor.click();
  await paste(jsonl(THREE_ROWS));
  await app.expectRows(3);
  await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue('Pasted dataset');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});
