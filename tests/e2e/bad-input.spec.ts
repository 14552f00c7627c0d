import { readFileSync } from 'node:fs';
import { expect, fixtureText, test, textFile, type Playground } from './playground.ts';

const CALL = '[{"tool_name": "list_loans", "tool_input": {"overdue": true}}]';

/** The page goes on working: the next good dataset is scored. */
async function expectAlive(app: Playground): Promise<void> {
  await app.openFile('rows.jsonl');
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.50' });
}

async function downloadSkipped(app: Playground): Promise<string> {
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.receipt.getByRole('button', { name: 'Download skipped' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test('a broken JSON line', async ({ app }) => {
  await app.openFile('broken-line.jsonl');
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.50', Precision: '0.75' });
  await expect(app.receipt).toContainText(/Line 3 skipped\. \S.*\(column 51\)\./);
  expect(await downloadSkipped(app)).toContain('"id": "f-broken"');
});

test('lines that are JSON and no rows', async ({ app }) => {
  const text = `${fixtureText('rows.jsonl')}[1, 2]\n"text"\n7\nnull\n`;
  await app.editor.fill(text);
  await app.expectRows(4);
  await expect(app.receipt).toContainText('4 skipped');
  await expect(app.receipt).toContainText(
    'Line 5 skipped. A row is a JSON object; this is a list.',
  );
  await expect(app.receipt).toContainText('Line 8 skipped. A row is a JSON object; this is null.');
  expect((await downloadSkipped(app)).trimEnd().split('\n')).toEqual([
    '[1, 2]',
    '"text"',
    '7',
    'null',
  ]);
});

test('trajectories of the wrong type, and a call without tool_name', async ({ app }) => {
  await app.openFile('wrong-type.jsonl');
  await app.expectRows(6);
  const reasons = [
    /Line 2 not scored\. predicted_trajectory is a number; expected a list of calls\./,
    /Line 3 not scored\. predicted_trajectory/,
    /Line 4 not scored\. predicted_trajectory is text that is not JSON/,
    /Line 5 not scored\. predicted_trajectory call 1 has no tool_name; found: tool_input\./,
    /Line 6 not scored\. predicted_trajectory call 2 is text; expected an object/,
  ];
  for (const reason of reasons) await expect(app.receipt).toContainText(reason);
  await expect(app.receipt).toContainText('5 not scored');
  await expect(app.tile('Exact match')).toHaveAccessibleName(
    /mean 1\.00, .*; 1 valid, 0 not evaluated, 5 errors$/,
  );
  await expect(app.row('w-2')).toContainText('The predicted trajectory cannot be read.');
  await app.row('w-4').dblclick();
  await app.drawer.getByText('JSON', { exact: true }).click();
  await expect(app.drawer).toContainText('list_loans, then renew');
});

test('missing columns', async ({ app }) => {
  await app.openFile('missing-columns.jsonl');
  await app.expectRows(3);
  await expect(app.receipt).toContainText('reference_trajectory not found.');
  await expect(app.receipt).toContainText('Columns found: id, prompt, predicted_trajectory.');
  await expect(app.headline).toContainText('3 rows read; no trajectory could be compared.');
  await expect(app.tile('Recall')).toHaveAccessibleName(/mean –.*; 0 valid, 3 not evaluated/);
  await app.expectIds(['m-1', 'm-2', 'm-3']);
});

test('a header with the same name twice', async ({ app }) => {
  await app.openFile('duplicate-header.csv');
  await app.expectRows(2);
  await expect(app.receipt).toContainText('Column “prompt” occurs twice.');
  await expect(app.receipt).toContainText('prompt_2');
  await app.expectScores('h-1', ['1', '1', '1', '1.00', '1.00']);
  await app.row('h-1').dblclick();
  await expect(app.drawer.getByRole('heading', { level: 2 })).toHaveText(
    'Which books are overdue?',
  );
  await expect(app.drawer).toContainText('Was ist überfällig?');
});

test('__proto__ as a key', async ({ app }) => {
  await app.openFile('proto-keys.jsonl');
  await app.expectRows(3);
  await app.expectScores('k-1', ['0', '0', '0', '0.00', '0.00']);
  await app.expectScores('k-2', ['1', '1', '1', '1.00', '1.00']);
  await app.expectScores('k-3', ['–', '–', '–', '–', '–']);
  await expect(app.grid.getByText('agent failed')).toHaveCount(0);
  expect(await app.page.evaluate(() => 'polluted' in {})).toBe(false);
  await app.row('k-1').dblclick();
  await expect(app.drawer.getByRole('table')).toContainText('/__proto__');
  await app.page.keyboard.press('Escape');
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.choose('Download', 'Results (JSONL)'),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.match(/"__proto__":/g)).toHaveLength(2);
});

test('__proto__ as a column', async ({ app }) => {
  await app.openFile('proto-column.csv');
  await app.expectRows(2);
  await app.expectScores('p-1', ['1', '1', '1', '1.00', '1.00']);
  await expect(app.receipt.getByRole('rowheader', { name: '__proto__' })).toBeVisible();
  expect(await app.page.evaluate(() => 'polluted' in {})).toBe(false);
  await app.row('p-2').dblclick();
  await expect(app.drawer.getByRole('region', { name: '__proto__' })).toContainText('polluted');
});

test('nesting deeper than 200', async ({ app }) => {
  const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  const row = (id: string, input: string): string => {
    const calls = `[{"tool_name": "t", "tool_input": ${input}}]`;
    return `{"id": "${id}", "predicted_trajectory": ${calls}, "reference_trajectory": ${calls}}`;
  };
  const lines = [
    row('deep', nested(150)),
    row('deeper', nested(250)),
    row('abyss', nested(100_000)),
    `{"id": "text", "predicted_trajectory": ${JSON.stringify(`[${'['.repeat(5000)}${']'.repeat(5000)}]`)}, "reference_trajectory": ${CALL}}`,
    row('flat', '{}'),
  ];
  await app.openFile(textFile('deep.jsonl', lines.join('\n')));
  await app.expectRows(3);
  await expect(app.receipt).toContainText('Line 2 skipped. Nested deeper than 200 levels.');
  await expect(app.receipt).toContainText('Line 3 skipped. Nested deeper than 200 levels.');
  await expect(app.receipt).toContainText(/Line 4 not scored\. predicted_trajectory/);
  await app.expectScores('deep', ['1', '1', '1', '1.00', '1.00']);
  await app.expectScores('flat', ['1', '1', '1', '1.00', '1.00']);
  await app.row('deep').dblclick();
  await expect(app.drawer.getByRole('table')).toContainText('"a"');
  await app.page.keyboard.press('Escape');
  expect((await downloadSkipped(app)).split('\n')[0]).toBe(lines[1]);
});

test('five megabytes in one cell', async ({ app }) => {
  const words = 'lorem ipsum '.repeat(5_000_000 / 12);
  const big = { id: 'big', prompt: words, response: words, reference: `${words}!` };
  const trajectory = [{ tool_name: 't', tool_input: { text: words } }];
  const lines = [
    JSON.stringify({ ...big, predicted_trajectory: trajectory, reference_trajectory: trajectory }),
    `{"id": "small", "predicted_trajectory": ${CALL}, "reference_trajectory": ${CALL}}`,
  ];
  await app.openFile(textFile('cell.jsonl', lines.join('\n')));
  await app.expectRows(2);
  await app.expectScores('big', ['1', '1', '1', '1.00', '1.00']);
  await app.row('big').dblclick();
  await expect(app.page.getByRole('dialog')).toHaveAccessibleName('Row big');
  await app.page.keyboard.press('j');
  await expect(app.page.getByRole('dialog')).toHaveAccessibleName('Row small');
  await app.page.keyboard.press('Escape');
  await expectAlive(app);
});

test('an empty file', async ({ app }) => {
  await app.openFile('empty.jsonl');
  await expect(app.page.getByRole('main').getByText('This file has no rows.').last()).toBeVisible();
  await expect(app.status).toHaveText('Nothing scored');
  await expect(app.receipt).toContainText('0 rows');
  await expectAlive(app);
});

test('only blank lines', async ({ app }) => {
  await app.openFile(textFile('blank.jsonl', '\n  \r\n\t\n'));
  await expect(app.page.getByRole('main').getByText('This file has no rows.').last()).toBeVisible();
  await expectAlive(app);
});

test('a binary file', async ({ app }) => {
  await app.openFile('binary.png');
  await expect(app.page.getByRole('main').getByText('It is a PNG image.').last()).toBeVisible();
  await expect(app.receipt).toContainText('0 rows');
  await expect(app.page.getByText('PNG', { exact: true })).toHaveCount(0);
  await expectAlive(app);
});

test('bytes that are no text under a good name', async ({ app }) => {
  const buffer = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 256));
  await app.openFile({ name: 'noise.jsonl', mimeType: 'application/json', buffer });
  await expect(app.page.getByRole('main').getByText('It is binary data.').last()).toBeVisible();
  await expectAlive(app);
});

test('an unknown shape', async ({ app }) => {
  const text = 'Dear agent,\nplease read this letter.\nYours, etc.\n';
  await app.openFile(textFile('letter.txt', text));
  await expect(
    app.page.getByRole('main').getByText('not a dataset we can read').last(),
  ).toBeVisible();
  await expect(app.status).toHaveText('Nothing scored');
  await expect(app.editor).toHaveValue(text);
  await expectAlive(app);
});

test('an object without any trajectory', async ({ app }) => {
  await app.openFile('unknown-shape.json');
  await app.expectRows(1);
  await expect(app.headline).toContainText('no trajectory could be compared');
  await expect(app.receipt).toContainText('predicted_trajectory not found. Columns found: a.');
});

test('a list that breaks off keeps the rows before', async ({ app }) => {
  const text = fixtureText('rows.json');
  await app.openFile(textFile('cut.json', text.slice(0, text.indexOf('"f-3"') + 20)));
  await app.expectRows(2);
  await expect(app.receipt).toContainText('1 skipped');
  await expect(app.receipt).toContainText(/Line \d+ skipped\. Text ends in the middle/);
  await app.expectIds(['f-1', 'f-2']);
});

test('a hundred thousand lines of noise', async ({ app }) => {
  const noise = Array.from({ length: 100_000 }, (_, line) => `noise ${line} }{ "`);
  noise[40_000] = `{"id": "good", "predicted_trajectory": ${CALL}, "reference_trajectory": ${CALL}}`;
  await app.openFile(textFile('noise.jsonl', noise.join('\n')));
  await app.expectRows(1);
  await app.expectScores('good', ['1', '1', '1', '1.00', '1.00']);
  await expect(app.receipt).toContainText('99,999 skipped');
  await expect(app.receipt).toContainText('Line 1 skipped.');
  const skipped = (await downloadSkipped(app)).trimEnd().split('\n');
  expect(skipped).toHaveLength(99_999);
  expect(skipped.at(-1)).toBe(noise.at(-1));
  await expectAlive(app);
});

test('nothing but noise', async ({ app }) => {
  await app.openFile(textFile('noise.jsonl', 'noise }{\n'.repeat(20_000)));
  await expect(app.page.getByText('No row could be read.')).toBeVisible();
  await expect(app.receipt).toContainText('20,000 skipped');
  await expectAlive(app);
});

test('integers beyond 2^53 that differ', async ({ app }) => {
  await app.openFile('big-integers.jsonl');
  await app.expectRows(5);
  const exact = { 'b-1': '0', 'b-2': '1', 'b-3': '1', 'b-4': '0', 'b-5': '0' };
  for (const [id, score] of Object.entries(exact)) await app.expectScores(id, [score]);
  await app.row('b-1').dblclick();
  const differs = app.drawer.getByRole('table').getByRole('row').filter({ hasText: '/number' });
  await expect(differs.getByRole('cell')).toContainText([
    'differs',
    '/number 9007199254740992',
    '/number 9007199254740993',
  ]);
  await app.page.keyboard.press('Escape');
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.choose('Download', 'Results (JSONL)'),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  for (const digits of ['9007199254740993', '9007199254740992', '123456789012345678901']) {
    expect(text).toContain(digits);
  }
});

test('a quote that is never closed', async ({ app }) => {
  const text = `id,predicted_trajectory,reference_trajectory\nq-1,[],[]\nq-2,"[],[]\nq-3,[],[]\n`;
  await app.openFile(textFile('quote.csv', text));
  await expect(app.receipt).toContainText('A quote is opened and never closed.');
  await app.expectIds(['q-1', 'q-3']);
  expect(await downloadSkipped(app)).toContain('q-2');
});

test('a record with too many fields', async ({ app }) => {
  const text = `id,prompt,predicted_trajectory\na-1,hello,[]\na-2,hello,[],[],more\na-3,hi\na-4,hey,[]\n`;
  await app.openFile(textFile('fields.csv', text));
  await app.expectRows(3);
  await expect(app.receipt).toContainText('Line 3 skipped. 5 fields; the header has 3.');
  await expect(app.receipt).toContainText(
    'Line 4: 2 of 3 fields; the rest are taken as not recorded.',
  );
});

test('markup in the data stays text', async ({ app }) => {
  const html = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const row = { id: html, prompt: html, [html]: html, predicted_trajectory: [{ tool_name: html }] };
  await app.openFile(textFile('markup.jsonl', JSON.stringify(row)));
  await app.expectRows(1);
  await expect(app.grid.getByRole('rowheader')).toHaveText(html);
  await app.grid.getByRole('rowheader').dblclick();
  await expect(app.page.getByRole('dialog')).toContainText(html);
  await expect(app.page).toHaveTitle('Trajectory Playground');
  await expect(app.page.locator('img')).toHaveCount(0);
});

test('a long read can be cancelled', async ({ app }) => {
  const line = `{"predicted_trajectory": ${CALL}, "reference_trajectory": ${CALL}}\n`;
  // made in the page: 100 MB would take long to get there
  const dataTransfer = await app.page.evaluateHandle((row) => {
    const data = new DataTransfer();
    const part = row.repeat(7000);
    data.items.add(new File(Array<string>(100).fill(part), 'long.jsonl'));
    return data;
  }, line);
  await app.page.dispatchEvent('body', 'drop', { dataTransfer });
  await app.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await expect(app.status).not.toContainText('700,000');
  await expectAlive(app);
});

test('large garbage is given up soon', async ({ app }) => {
  const garbage: Readonly<Record<string, readonly [piece: string, sentence: RegExp]>> = {
    'noise.jsonl': [
      'no row, not JSON, "nothing" to be read here\n',
      /Reading stopped: this is not a dataset/,
    ],
    'brackets.json': ['[', /not a dataset we can read/],
    'nested.json': ['{"a":', /limit of one row is 100 MB|no end within/],
    'zeros.bin': ['\u0000', /binary data/],
  };
  for (const [name, [piece, sentence]] of Object.entries(garbage)) {
    const dataTransfer = await app.page.evaluateHandle(
      ([file, text]) => {
        const data = new DataTransfer();
        const part = text.repeat(Math.ceil(1e6 / text.length));
        data.items.add(new File(Array<string>(110).fill(part), file));
        return data;
      },
      [name, piece] as const,
    );
    const startedAtMs = Date.now();
    await app.page.dispatchEvent('body', 'drop', { dataTransfer });
    const page = app.page.locator('body');
    await expect(page).toContainText(sentence);
    console.log(`${name}: 110 MB refused after ${Date.now() - startedAtMs} ms`);
  }
  await expectAlive(app);
});
