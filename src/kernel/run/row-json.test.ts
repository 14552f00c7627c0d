import { expect, it } from 'vitest';
import { threadPool } from '../../../tests/support/thread-pool.ts';
import { NO_ROWS } from '#core/score/columns/scored-columns.ts';
import { rowJson } from './row-json.ts';

const pool = threadPool();
const columns = {
  ...NO_ROWS,
  offsets: Float64Array.of(0, 4),
  lengths: Uint32Array.of(3, 6),
};
const run = { columns, table: undefined };

it('a row as JSON is the text that stands in the data', async () => {
  const blob = await rowJson({ ...run, rows: new Blob(['{1}\n{"ü"}\n']) }, 1, pool);
  expect(await blob.text()).toBe('{"ü"}');
  expect(blob.type).toBe('text/plain');
});

it('a row as JSON is made of the cells of a table', async () => {
  const bytes = 100;
  const form = { names: ['a', 'b'], nameless: [], isGuarded: false, delimiter: ',', bytes };
  const rows = new Blob(['a,b\n1,ü\n']);
  const blob = await rowJson({ ...run, rows, table: form }, 1, pool);
  expect(await blob.text()).toBe('{"a":"1","b":"ü"}');
});
