import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutsOf, json } from '../../../../../tests/support/arbitraries.ts';
import { cutHead, readText, type ReadText } from '../../../../../tests/support/read-text.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { jsonColumns } from './json-columns.ts';

const read = (text: string | readonly string[]): ReadText => readText(jsonColumns, text);
const CALL = '{"tool_name":"a","tool_input":{}}';

it('a large object is recognised by its first column', () => {
  const start = (text: string): boolean => jsonColumns.recognise(cutHead(text));
  expect(start('{"prompt":["a","b",')).toBe(true);
  expect(start('{"prompt":{"0":"a","1":"b",')).toBe(true);
  expect(start(`{"reference_trajectory":[[${CALL}`)).toBe(true);
  expect(start(`{"reference_trajectory":[${CALL},`)).toBe(false);
  expect(start('{"prompt":"a","b":[1,')).toBe(false);
  expect(start('{"a":[1]}\n{"a":[')).toBe(false);
});

it('columns with a value nested too deep skip its row only', () => {
  const { rows, skips } = read(
    `{"id":[1,2,3],"p":["a",${'['.repeat(10_000)}${']'.repeat(10_000)},"c"]}`,
  );
  expect(rows.map((row) => row['id'])).toEqual([1, 3]);
  expect(skips).toEqual([{ code: 'row_too_deep', line: 2, limit: 200 }]);
});

const table = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.uniqueArray(
      fc.string().filter((name) => name !== '__proto__'),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .chain(([rows, names]) =>
    fc.tuple(
      ...names.map((name) =>
        fc.tuple(fc.constant(name), fc.array(json, { minLength: rows, maxLength: rows })),
      ),
    ),
  );

it('pieces of any size give every cell', () => {
  const cut = table.chain((columns) =>
    fc.tuple(fc.constant(columns), cutsOf(printJson(Object.fromEntries(columns), 1))),
  );
  fc.assert(
    fc.property(cut, ([columns, pieces]) => {
      const { rows, notes } = read(pieces);
      expect(notes).toEqual([]);
      for (const [name, cells] of columns) {
        expect(rows.map((row) => printJson(row[name]!))).toEqual(
          cells.map((cell) => printJson(cell)),
        );
      }
    }),
  );
});
