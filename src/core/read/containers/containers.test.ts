import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { packingOf, closeHead } from './head-values.ts';
import { cutHead } from '../../../../tests/support/read-text.ts';
import { TableValues, type ColumnType } from './table-values.ts';
import { LineFinder } from './text-lines.ts';

describe('the values of a head', () => {
  it.each([
    ['[{"a":[1,2]},{"a":[3,4', '[{"a":[1,2]}]'],
    ['{"m":[{"role":"user","content":"a long te', '{"m":[{"role":"user"}]}'],
    ['{"a":{"b":[1,2],"c', '{"a":{"b":[1,2]}}'],
    ['{"a":1}\n{"a":2', '{"a":1}'],
    ['"abc', ''],
  ])('closes %j', (text, closed) => {
    expect(closeHead(text)).toBe(closed);
  });

  it('takes whole lines where there are some', () => {
    const head = cutHead('{"a":1}\n{\'a\': 2}\n{"a":').parsed;
    expect(head).toEqual({ values: [{ a: 1 }, { a: 2 }], isStrict: false, kind: 'lines' });
  });

  it('gives the beginning of any value, cut anywhere', () => {
    const list = fc.array(json, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(list, fc.nat(), (value, cut) => {
        const text = printJson(value);
        const { values } = cutHead(text.slice(0, 1 + (cut % text.length))).parsed;
        expect(values).toHaveLength(1);
        expect(Array.isArray(values[0])).toBe(true);
      }),
      { numRuns: lawRuns(500) },
    );
  });
});

it('LineFinder counts from the first line on', () => {
  const lines = new LineFinder('a\nbc\n\nd', 10);
  expect([0, 2, 3, 6].map((at) => lines.lineAt(at))).toEqual([10, 11, 11, 13]);
  expect(lines.columnAt(3)).toBe(2);
});

const wide = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from(
    Array.from(text).flatMap((char) =>
      isLittle ? [char.charCodeAt(0), 0] : [0, char.charCodeAt(0)],
    ),
  );

it.each([
  ['gzip', Uint8Array.of(0x1f, 0x8b, 8)],
  ['parquet', Uint8Array.of(0x50, 0x41, 0x52, 0x31)],
  ['utf-16le', Uint8Array.of(0xff, 0xfe, 0x7b, 0)],
  ['utf-16be', Uint8Array.of(0xfe, 0xff, 0, 0x7b)],
  ['utf-16le', wide('{"a":1}', true)],
  ['utf-16be', wide('{"a":1}', false)],
  [undefined, new TextEncoder().encode('{"a":"ü"}')],
  [undefined, Uint8Array.of(1, 0, 0, 5, 0, 0)],
  [undefined, Uint8Array.of(0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0)],
  [undefined, new Uint8Array()],
])('packingOf %s', (packing, bytes) => {
  expect(packingOf(bytes)).toBe(packing);
});

describe('TableValues', () => {
  const value = { kind: 'value' } as const;
  const fields = new Map<string, ColumnType>([
    ['a', value],
    ['m', { kind: 'map', item: value }],
  ]);
  const struct = { kind: 'struct', fields } as const;

  it('leaves out the nulls of a schema, but not those of the data', () => {
    const values = new TableValues(true);
    const calls = [
      { a: null, m: { x: null } },
      { a: 1n, m: undefined },
    ];
    expect(values.convert(calls, { kind: 'list', item: struct })).toEqual([
      { m: { x: null } },
      { a: 1 },
    ]);
    expect(values.dropped).toBe(2);
    expect(new TableValues(false).convert(calls[1], struct)).toEqual({ a: 1, m: null });
  });

  it('turns what JSON lacks into what it has', () => {
    const convert = (item: unknown): unknown => new TableValues(true).convert(item, value);
    expect(convert(9007199254740993n)).toBe(9007199254740993n);
    expect(convert(7n)).toBe(7);
    expect(convert(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
    expect(convert(Uint8Array.of(104, 105))).toBe('hi');
    expect(convert({ '': [undefined, 1n] })).toEqual({ '': [null, 1] });
    expect(convert(undefined)).toBeNull();
  });
});
