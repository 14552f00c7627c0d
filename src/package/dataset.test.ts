import { expect, it } from 'vitest';
import { THREE_ROWS } from '../../tests/e2e/rows.ts';
import { readDataset } from './dataset.ts';
import { score } from './score-api.ts';

const LONG = { ...THREE_ROWS[0], note: 'x'.repeat(70_000) };

it.each([
  ['lines', THREE_ROWS.map((row) => `${JSON.stringify(row)}\n`).join('')],
  ['a list on one line', JSON.stringify(THREE_ROWS)],
  ['a list on many', JSON.stringify(THREE_ROWS, null, 2)],
])('a dataset of %s is read, written as JSONL and scored', async (_, text) => {
  const dataset = await readDataset(text);
  expect(dataset).toMatchObject({ rowCount: 3, skippedCount: 0, issues: [] });
  expect(await dataset.row(1)).toEqual(THREE_ROWS[1]);
  const lines = (await dataset.jsonl.text()).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(THREE_ROWS);
  const run = await score(dataset);
  expect(run.values('trajectory_exact_match')).toEqual([1, 0, 0]);
});

it('a list in a large object is written as JSONL', async () => {
  const rows = [...THREE_ROWS, LONG];
  const dataset = await readDataset(JSON.stringify({ rows }, null, 1));
  const lines = (await dataset.jsonl.text()).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows);
});
