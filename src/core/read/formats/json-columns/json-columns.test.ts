import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsOf, json } from '../../../../../tests/support/arbitraries.ts';
import {
  cutHead,
  headOf,
  readText,
  type ReadText,
} from '../../../../../tests/support/read-text.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { jsonColumns } from './json-columns.ts';

const read = (text: string | readonly string[]): ReadText => readText(jsonColumns, text);
const recognises = (text: string): boolean => jsonColumns.recognise(headOf(text));
const CALL = '{"tool_name":"a","tool_input":{}}';

describe('recognition', () => {
  it.each([
    '{"id":[1,2],"prompt":["a","b"]}',
    '{\n  "prompt": ["a"],\n  "predicted_trajectory": [[]]\n}',
    `{"predicted_trajectory":[[${CALL}]],"reference_trajectory":[[${CALL}]]}`,
    `{"predicted_trajectory":["[${CALL.replaceAll('"', '\\"')}]"]}`,
    '{"id":{"0":1,"1":2},"prompt":{"0":"a","1":"b"}}',
    '{"id":{"x":1},"prompt":{"x":"a"}}',
    '{"agent":{"x":"a","y":"b"}}',
    '{"agent":{"0":{"a":1},"1":{"a":2}}}',
    '{"trajectory":{"x":{"a":1}}}',
    '{"id":[1,2],"prompt":["a"]}',
  ])('takes %s', (text) => {
    expect(recognises(text)).toBe(true);
  });

  it.each([
    '',
    '{}',
    '[{"a":[1]}]',
    '{"a":1}',
    '{"a":[1],"b":2}',
    `{"predicted_trajectory":[${CALL}],"reference_trajectory":[${CALL}]}`,
    `{"predicted_trajectory":[${CALL}],"reference_trajectory":[]}`,
    '{"predicted_trajectory":[],"reference_trajectory":[]}',
    `{"id":["x"],"predicted_trajectory":[${CALL}]}`,
    '{"a":{"x":1},"b":{"y":1}}',
    '{"a":[1]}\n{"a":[2]}',
    '{"a":{}}',
    '{"data":{"runs":{"edges":[]}}}',
  ])('does not take %s', (text) => {
    expect(recognises(text)).toBe(false);
  });

  it('takes the beginning of a large object by its first column', () => {
    const start = (text: string): boolean => jsonColumns.recognise(cutHead(text));
    expect(start('{"prompt":["a","b",')).toBe(true);
    expect(start('{"prompt":{"0":"a","1":"b",')).toBe(true);
    expect(start(`{"reference_trajectory":[[${CALL}`)).toBe(true);
    expect(start(`{"reference_trajectory":[${CALL},`)).toBe(false);
    expect(start('{"prompt":"a","b":[1,')).toBe(false);
    expect(start('{"a":[1]}\n{"a":[')).toBe(false);
  });
});

describe('columns', () => {
  it('of lists are put together by place', () => {
    const { rows, lines, notes } = read('{"id":[1,2],"p":["a",null],"__proto__":[{"x":1},{}]}');
    expect(rows.map((row) => Object.entries(row))).toEqual([
      [
        ['id', 1],
        ['p', 'a'],
        ['__proto__', { x: 1 }],
      ],
      [
        ['id', 2],
        ['p', null],
        ['__proto__', {}],
      ],
    ]);
    expect(lines).toEqual([1, 2]);
    expect(notes).toEqual([]);
  });

  it('of labelled values are put together by label, whatever their order', () => {
    const { rows, notes } = read('{"id":{"x":1,"y":2,"z":3},"p":{"z":"c","x":"a","y":"b"}}');
    expect(rows).toEqual([
      { id: 1, p: 'a' },
      { id: 2, p: 'b' },
      { id: 3, p: 'c' },
    ]);
    expect(notes).toEqual([]);
  });

  it('have the labels as ids where these are no numbers', () => {
    expect(read('{"p":{"x":"a","y":"b"}}').rows).toEqual([
      { id: 'x', p: 'a' },
      { id: 'y', p: 'b' },
    ]);
    expect(read('{"p":{"3":"a","7":"b"}}').rows).toEqual([{ p: 'a' }, { p: 'b' }]);
  });

  it('of unequal length are filled up at the end, with a note', () => {
    const { rows, notes } = read('{"id":[1,2,3],"p":["a"]}');
    expect(rows).toEqual([
      { id: 1, p: 'a' },
      { id: 2, p: null },
      { id: 3, p: null },
    ]);
    expect(notes).toEqual([{ code: 'columns_uneven', name: 'p', found: 1, expected: 3 }]);
  });

  it('with a label missing do not shift', () => {
    const { rows, notes } = read('{"id":{"0":1,"1":2,"2":3},"p":{"0":"a","2":"c"},"q":{"3":"d"}}');
    expect(rows.map((row) => [row['id'], row['p'], row['q']])).toEqual([
      [1, 'a', null],
      [2, null, null],
      [3, 'c', null],
      [null, null, 'd'],
    ]);
    expect(notes).toEqual([
      { code: 'columns_uneven', name: 'id', found: 3, expected: 4 },
      { code: 'columns_uneven', name: 'p', found: 2, expected: 4 },
      { code: 'columns_uneven', name: 'q', found: 1, expected: 4 },
    ]);
  });

  it('without rows give none', () => {
    expect(read('{"id":[],"p":[]}')).toMatchObject({ rows: [], notes: [], fails: [] });
    expect(read('{}')).toMatchObject({ rows: [], notes: [], fails: [] });
  });

  it('with a value nested too deep skip its row only', () => {
    const { rows, skips } = read(
      `{"id":[1,2,3],"p":["a",${'['.repeat(10_000)}${']'.repeat(10_000)},"c"]}`,
    );
    expect(rows.map((row) => row['id'])).toEqual([1, 3]);
    expect(skips).toEqual([{ code: 'row_too_deep', line: 2, limit: 200 }]);
  });
});

describe('a text that is no object', () => {
  it.each([
    [
      '{\n  "id": [1,\n  2',
      { code: 'file_not_json', line: 3, column: 4, reason: 'List is not closed' },
    ],
    [
      '{"id": [1,]}',
      { code: 'file_not_json', line: 1, column: 11, reason: 'Comma before a closing bracket' },
    ],
    ['[1]', { code: 'shape_unknown' }],
  ])('fails as a whole: %j', (text, issue) => {
    expect(read(text)).toMatchObject({ rows: [], fails: [issue] });
  });
});

describe('pieces', () => {
  const table = fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }),
    )
    .chain(([rows, names]) =>
      fc.tuple(
        ...names.map((name) =>
          fc.tuple(fc.constant(name), fc.array(json, { minLength: rows, maxLength: rows })),
        ),
      ),
    );

  it('of any size give every cell', () => {
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
});
