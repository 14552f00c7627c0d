import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../../tests/support/law-runs.ts';
import { cutsOf, json } from '../../../../../tests/support/arbitraries.ts';
import { readText, type ReadText } from '../../../../../tests/support/read-text.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { jsonRows } from './json-rows.ts';

const read = (text: string | readonly string[]): ReadText => readText(jsonRows, text);
const idsOf = ({ rows }: ReadText): unknown[] => rows.map((row) => row['id']);

/** A pretty-printed list of rows 1, 2, 3 with the text of the second changed. */
const pretty = (change: (row: string) => string): string => {
  const row = (id: number): string => printJson({ id, calls: [{ x: [1] }], text: 'a, [b' }, 2);
  const [one, two, three] = [row(1), change(row(2)), row(3)].map((text) =>
    text.replaceAll(/^/gm, '  '),
  );
  return `[\n${one},\n${two},\n${three}\n]\n`;
};

describe('a list of rows', () => {
  it('says where a broken row breaks', () => {
    const found = read(pretty((row) => row.replace('"text"', '=text')));
    expect(found.skips).toMatchObject([{ code: 'row_not_json', reason: 'Unexpected “=”' }]);
    const line =
      pretty((row) => row)
        .split('\n')
        .findLastIndex((text) => text.includes('"id": 2')) + 1;
    const { line: broken } = found.skips[0]!;
    expect(broken).toBeGreaterThan(line);
    expect(found.skipped[0]).toContain('"id": 2');
    expect(found.skipped[0]).not.toContain('"id": 3');
  });

  it.each<[string, (row: string) => string]>([
    ['a bracket is not closed', (row) => row.replace(/\]\n\s*\}\n\s*\],/, ']\n}\n,')],
    ['a brace is not closed', (row) => row.slice(0, -1)],
    ['a text is not closed', (row) => row.replace('a, [b"', 'a, [b')],
    ['a quote is inside a text', (row) => row.replace('a, [b', 'a "b')],
    ['a line end is inside a text', (row) => row.replace('a, [b', 'a\nb')],
    ['a bracket is closed twice', (row) => row.replace(']', ']]')],
  ])('keeps the rows around a pretty one where %s', (_name, change) => {
    const found = read(pretty(change));
    expect(idsOf(found)).toEqual([1, 3]);
    expect(found.skipped.join('\n')).toContain('"id": 2');
    expect(found.skips.every(({ code }) => code === 'row_not_json')).toBe(true);
  });

  it('keeps a row whose brace is closed twice, and tells of the brace', () => {
    const found = read(pretty((row) => `${row}}`));
    expect([idsOf(found), found.skipped]).toEqual([[1, 2, 3], ['}']]);
  });

  it.each([
    ['a quote is open', '{"id": "2}'],
    ['a bracket is open', '{"id": 2, "x": ['],
    ['a brace is open', '{"id": {"x": 2}'],
  ])('keeps rows of a line each where %s', (_name, broken) => {
    for (const [open, close] of [
      ['[\n', '\n]\n'],
      ['[', ']'],
    ] as const) {
      const found = read(`${open}{"id": 1},\n${broken},\n{"id": 3},\n{"id": 4}${close}`);
      expect(idsOf(found)).toEqual([1, 3, 4]);
      expect(found.skipped.join('\n')).toContain(broken);
    }
  });
});

describe('pieces', () => {
  const values = fc
    .array(json, { maxLength: 6 })
    .map((list) => list.map((value, id): JsonValue => ({ id, value })));
  const written = fc
    .tuple(values, fc.constantFrom(0, 1, 2), fc.boolean())
    .map(([list, indent, isList]) => ({
      list,
      text: isList ? printJson(list, indent) : list.map((row) => printJson(row, indent)).join('\n'),
    }));

  it('of any size give what was written', () => {
    const cut = written.chain(({ list, text }) => fc.tuple(fc.constant(list), cutsOf(text)));
    fc.assert(
      fc.property(cut, ([list, pieces]) => {
        const found = read(pieces);
        expect(found.skips).toEqual([]);
        expect(found.rows.map((row) => printJson(row))).toEqual(list.map((row) => printJson(row)));
      }),
      { numRuns: lawRuns(300) },
    );
  });

  const broken = written.chain(({ text }) =>
    fc
      .tuple(
        fc.nat({ max: text.length }),
        fc.nat({ max: 3 }),
        fc.constantFrom('', '"', '{', '}', '[', ']', ',', '\n', '\\'),
      )
      .map(([at, removed, insert]) => text.slice(0, at) + insert + text.slice(at + removed)),
  );
  const noise = fc.string({
    unit: fc.constantFrom(...Array.from('{}[]",:1a\\ \n')),
    maxLength: 60,
  });

  it('of any size give the same for broken text, and no line before the first', () => {
    const cut = fc.oneof(broken, noise).chain((text) => fc.tuple(fc.constant(text), cutsOf(text)));
    fc.assert(
      fc.property(cut, ([text, pieces]) => {
        const whole = read(text);
        expect(read(pieces)).toEqual(whole);
        const last = text.split('\n').length;
        const lines = [...whole.lines, ...whole.skips.map(({ line }) => line)];
        expect(lines.every((line) => line >= 1 && line <= last)).toBe(true);
      }),
      { numRuns: lawRuns(1000) },
    );
  });

  it.each(['{', '[', '"', ',', ' ', '\n', '{"a":\n', '\n{', '}', '\\'])(
    'end, for a list and many times %j',
    (part) => {
      const { rows, skips } = read(`[${part.repeat(20_000)}`);
      expect(rows).toEqual([]);
      expect(skips.length).toBeLessThanOrEqual(20_000);
    },
  );
});
