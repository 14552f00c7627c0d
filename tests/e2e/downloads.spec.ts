import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { expect, test, textFile, type Playground } from './playground.ts';
import { calls, jsonl, row, THREE_ROWS, type Row } from './rows.ts';

const SCORES = [
  'trajectory_exact_match/score',
  'trajectory_in_order_match/score',
  'trajectory_any_order_match/score',
  'trajectory_precision/score',
  'trajectory_recall/score',
];
const RECORDED = ['latency_in_seconds', 'failure'];

const AWKWARD: readonly Row[] = [
  row('quotes', 'ab', 'ab', {
    prompt: 'He said "no, thanks",\nthen left',
    latency_in_seconds: 1.5,
  }),
  row('unicode', 'ba', 'ab', { prompt: 'Grüße, 你好 🎹 \u2028', note: '007', failure: 1 }),
  row('empty', '', 'a', { note: '=1+1' }),
  { id: 'missing', prompt: ' spaces ', reference_trajectory: calls('a') },
  {
    id: 'null',
    prompt: '',
    predicted_trajectory: null,
    reference_trajectory: calls('a'),
    extra: { deep: [1, 'a"b', null] },
  },
];

async function download(app: Playground, item: string): Promise<{ name: string; text: string }> {
  const waiting = app.page.waitForEvent('download');
  await app.choose('Download', item);
  const file = await waiting;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

async function openRows(app: Playground, rows: readonly Row[]): Promise<void> {
  await app.openFile(textFile('My rows.jsonl', jsonl(rows)));
  await app.expectRows(rows.length);
}

test('writes results as CSV with the data, the scores and what was recorded', async ({ app }) => {
  await openRows(app, AWKWARD);
  const { name, text } = await download(app, 'Results (CSV)');
  expect(name).toBe('my-rows-results.csv');
  const [header, ...records] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  expect(header).toEqual([
    ...['id', 'prompt', 'predicted_trajectory', 'reference_trajectory', 'note', 'extra'],
    ...SCORES,
    ...RECORDED,
    'formula_guard',
  ]);
  const ab = JSON.stringify(calls('ab'));
  expect(records.map((record) => JSON.parse(record[3] ?? '') as unknown)).toEqual(
    AWKWARD.map(({ reference_trajectory: reference }) => reference),
  );
  expect(records[0]).toEqual([
    ...['quotes', 'He said "no, thanks",\nthen left', ab, ab, '', ''],
    ...['1', '1', '1', '1', '1', '1.5', '', ''],
  ]);
  expect(records[1]?.slice(1)).toEqual([
    ...['Grüße, 你好 🎹 \u2028', JSON.stringify(calls('ba')), ab, '007', ''],
    ...['0', '0', '1', '1', '1', '', '1', ''],
  ]);
  expect(records[2]?.slice(2)).toEqual([
    ...['[]', JSON.stringify(calls('a')), "'=1+1", ''],
    ...['', '', '', '', '', '', '', "'"],
  ]);
  expect(records[3]?.slice(0, 3)).toEqual(['missing', ' spaces ', '']);
  expect(JSON.parse(records[4]?.[5] ?? '')).toEqual({ deep: [1, 'a"b', null] });
});

test('writes results as JSONL that keep every value as it was', async ({ app }) => {
  const big =
    '{"id":"big","predicted_trajectory":[{"tool_name":"a","tool_input":9007199254740993}],';
  const text = `${jsonl(AWKWARD)}${big}"reference_trajectory":[]}\n`;
  await app.openFile(textFile('rows.jsonl', text));
  await app.expectRows(6);
  const file = await download(app, 'Results (JSONL)');
  expect(file.name).toBe('rows-results.jsonl');
  const lines = file.text.trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as Row);
  expect(records[1]).toEqual({
    ...AWKWARD[1],
    ...{ [SCORES[0]!]: 0, [SCORES[1]!]: 0, [SCORES[2]!]: 1, [SCORES[3]!]: 1, [SCORES[4]!]: 1 },
    ...{ latency_in_seconds: null, failure: 1 },
  });
  expect(records[2]).toMatchObject({ predicted_trajectory: [], [SCORES[0]!]: null });
  expect(records[3]).not.toHaveProperty('predicted_trajectory');
  expect(records[4]).toMatchObject({ predicted_trajectory: null, extra: AWKWARD[4]?.['extra'] });
  expect(lines[5]).toContain('"tool_input":9007199254740993');
});

test('names a column per tool that is looked for', async ({ app }) => {
  const { text } = await download(app, 'Results (CSV)');
  const [header] = Papa.parse<string[]>(text).data;
  expect(header).toEqual([
    ...['id', 'room', 'prompt', 'response', 'reference', 'predicted_trajectory'],
    'reference_trajectory',
    ...SCORES,
    'trajectory_single_tool_use(set_temperature)/score',
    ...RECORDED,
  ]);
});

for (const type of ['CSV', 'JSONL']) {
  test(`reads results as ${type} back with equal scores`, async ({ app, page }) => {
    await openRows(app, AWKWARD);
    const grid = page.getByRole('grid');
    // rows are drawn before what they say has been read
    await expect(grid).toContainText('Grüße, 你好');
    const scores = await grid.innerText();
    const first = await download(app, `Results (${type})`);
    await app.openFile(textFile(`again.${type.toLowerCase()}`, first.text));
    await expect(page.getByRole('textbox', { name: 'Dataset title' })).toHaveValue('again');
    await app.expectRows(AWKWARD.length);
    await expect(app.receipt).toContainText(type);
    await expect.poll(() => grid.innerText()).toBe(scores);
    const second = await download(app, `Results (${type})`);
    expect(second.text).toBe(first.text);
  });
}

test('writes the rows shown, in the order shown', async ({ app }) => {
  await openRows(app, THREE_ROWS);
  await app.filter(/^Exact fails/).click();
  await app.grid.getByRole('button', { name: /^prec/ }).click();
  await app.expectIds(['r-extra', 'r-swapped']);
  await app.page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(app.page.getByRole('menu')).toContainText('Download the 2 rows shown');
  await app.page.keyboard.press('Escape');
  const { text } = await download(app, 'Results (JSONL)');
  const ids = text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as Row)['id']);
  expect(ids).toEqual(['r-extra', 'r-swapped']);
});

test('writes the summary and reads it back as a run without rows', async ({ app, page }) => {
  await openRows(app, AWKWARD);
  const { name, text } = await download(app, 'Summary (JSON)');
  expect(name).toBe('my-rows-summary.json');
  const { summary_metrics: metrics, ...rest } = JSON.parse(text) as Row;
  expect(rest).toMatchObject({ name: 'My rows', row_count: 5 });
  expect(metrics).toMatchObject({
    row_count: 5,
    'trajectory_exact_match/mean': 0.5,
    'trajectory_exact_match/std': Math.SQRT1_2,
    'trajectory_recall/mean': 1,
    'trajectory_recall/std': 0,
    'latency_in_seconds/mean': 1.5,
    'latency_in_seconds/std': null,
  });

  await app.openFile(textFile('my-rows-summary.json', text));
  await expect(page.getByText('5 rows, read from a summary')).toBeVisible();
  await app.expectMeans({ 'Exact match': '0.50', Recall: '1.00', Latency: '1.50' });
  await expect(app.tile('Exact match')).toHaveAccessibleName(/2 valid, 3 not evaluated, 0 errors/);
  await page.getByRole('link', { name: 'Runs' }).click();
  const table = page.getByRole('table', { name: 'Runs' });
  await expect(table.getByRole('row', { name: /summary only/ })).toContainText('0.50');
});
