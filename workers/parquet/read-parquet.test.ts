import { expect, it } from 'vitest';
import { writeNulls, writeParquet, writeRepeated } from '../../tests/support/parquet.ts';
import { readParquet } from './read-parquet.ts';

const CALL = '[{"tool_name":"set_lamp","tool_input":{"room":"hall"}}]';
const TABLE = writeParquet(
  ['id', 'prompt', 'predicted_trajectory'],
  [
    ['p-1', 'Hall, “please”', CALL],
    ['p-2', 'Küche', '[]'],
    ['p-3', 'Nothing to do', ''],
  ],
);

const read = (bytes: Uint8Array) => readParquet(new Blob([new Uint8Array(bytes)]));

it('writes a line of JSON for each row, and says that it did', async () => {
  const found = await read(TABLE);
  if (found.kind !== 'rows') throw new TypeError(JSON.stringify(found));
  const lines = (await found.rows.text()).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { id: 'p-1', prompt: 'Hall, “please”', predicted_trajectory: CALL },
    { id: 'p-2', prompt: 'Küche', predicted_trajectory: '[]' },
    { id: 'p-3', prompt: 'Nothing to do', predicted_trajectory: '' },
  ]);
  expect(found.notes).toMatchObject([{ code: 'file_converted', from: 'parquet' }]);
});

it.each([
  ['cut off', TABLE.subarray(0, -20)],
  ['empty but for its mark', TABLE.subarray(0, 4)],
  ['nothing between its marks', new TextEncoder().encode('PAR1....PAR1')],
  ['zeros between its marks', new TextEncoder().encode(`PAR1${'\u0000'.repeat(100)}PAR1`)],
  ['broken amid its pages', TABLE.map((byte, at) => (at > 4 && at < 40 ? 255 : byte))],
])('says of a file that is %s that it is broken', async (_, bytes) => {
  expect(await read(bytes)).toMatchObject({
    kind: 'unreadable',
    issue: { code: 'file_broken', kind: 'Parquet file' },
  });
});

it.each([
  ['rows of nulls', { values: 1e7 }],
  ['more of them', { values: 1e8 }],
  ['as many as there can be', { values: 1e9 }],
  ['nulls in a page that the table does not speak of', { values: 1e8, rows: 1 }],
  ['rows without a page for them', { values: 1, rows: 1e9 }],
  ['groups that share a page', { values: 10_000, rows: 1, groups: 500 }],
  ['groups that share many pages', { values: 1, rows: 1, pages: 1000, groups: 500 }],
])('does not read %s: they would take more than the file’s size allows', async (_, table) => {
  expect(await read(writeNulls(table))).toMatchObject({
    kind: 'unreadable',
    issue: { code: 'file_unpacks_too_large', ratio: 300 },
  });
});

it('ends where a page has less than no bytes', async () => {
  const table = writeNulls({ values: 1, pageBytes: -20 });
  expect(await read(table)).toMatchObject({ issue: { code: 'file_broken' } });
});

it('does not write a text that is in the file once for more rows than the limit has room for', async () => {
  expect(await read(writeRepeated('x'.repeat(3000), 5000))).toMatchObject({ kind: 'rows' });
  expect(await read(writeRepeated('x'.repeat(3000), 10_000))).toMatchObject({
    issue: { code: 'file_unpacks_too_large' },
  });
});

it('reads a table of thousands of row groups, and of many nulls', async () => {
  for (const table of [{ values: 1, groups: 500 }, { values: 100_000 }]) {
    const found = await read(writeNulls(table));
    if (found.kind !== 'rows') throw new TypeError(JSON.stringify(found));
    const { values, groups = 1 } = { groups: 1, ...table };
    expect(await found.rows.text()).toBe('{"a":null}\n'.repeat(values * groups));
  }
});
