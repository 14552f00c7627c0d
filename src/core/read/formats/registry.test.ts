import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { cutsOf, json } from '../../../../tests/support/arbitraries.ts';
import { ParsedHead } from '#core/read/containers/head-values.ts';
import { headOf, readText } from '../../../../tests/support/read-text.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { FORMATS, binaryKind, recogniseFormat } from './registry.ts';

const idOf = (text: string, name = ''): string | undefined =>
  recogniseFormat(headOf(text, name))?.id;

it('a format is recognised by content before the name', () => {
  expect(idOf('[{"a":1},{"a":2}]', 'rows.jsonl')).toBe('json-rows');
  expect(idOf('{"a":1}\n', 'rows.csv')).toBe('jsonl');
  expect(idOf('a,b\n1,2\n', 'rows.json')).toBe('csv');
  expect(idOf('id,[a](http://b)\n1,2\n')).toBe('csv');
});

it.each([
  [[0x89, 0x50, 0x4e, 0x47, 0x0d], 'a PNG image'],
  [
    [0x80, 0x04, 0x95],
    'a Python pickle, which only Python can read safely; save the data as JSONL, with to_json(orient="records", lines=True)',
  ],
  [
    [0xff, 0xff, 0xff, 0xff, 0x88],
    'an Arrow file; save the table as Parquet, with to_parquet, or as JSONL',
  ],
  [[0x61, 0x00, 0x62], 'binary data'],
  [[], undefined],
  [[0x50], undefined],
  [[0xef, 0xbb, 0xbf, 0x7b], undefined],
  [[0x7b, 0xf0, 0x9f, 0x99, 0x82], undefined],
])('binaryKind of %j is %s', (bytes, expected) => {
  expect(binaryKind(Uint8Array.from(bytes))).toBe(expected);
});

describe('no text, whole or broken', () => {
  const changed = fc
    .tuple(json, fc.constantFrom(0, 2), fc.nat(), fc.nat({ max: 4 }), fc.string({ maxLength: 3 }))
    .map(([value, indent, place, removed, insert]) => {
      const text = printJson(value, indent);
      const at = place % (text.length + 1);
      return text.slice(0, at) + insert + text.slice(at + removed);
    });
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:;\t\r\n ab1\\')), maxLength: 100 }),
    changed,
    fc.array(changed, { maxLength: 5 }).map((lines) => lines.join('\n')),
  );

  it('makes recognition throw', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isWhole) => {
        const format = recogniseFormat(new ParsedHead({ text, isWhole, name: '' }));
        expect([undefined, ...FORMATS]).toContain(format);
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it.each(FORMATS)('makes a reader throw or depend on pieces: $id', (format) => {
    const cut = texts.chain((text) => fc.tuple(fc.constant(text), cutsOf(text)));
    fc.assert(
      fc.property(cut, ([text, pieces]) => {
        const whole = readText(format, text);
        expect(readText(format, pieces)).toEqual(whole);
        expect(whole.rows).toHaveLength(whole.lines.length);
        expect(whole.skips).toHaveLength(whole.skipped.length);
      }),
      { numRuns: lawRuns(300) },
    );
  });
});
