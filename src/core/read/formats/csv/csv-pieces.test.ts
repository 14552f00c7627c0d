import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { cutsOf } from '../../../../../tests/support/arbitraries.ts';
import { readText, type ReadText } from '../../../../../tests/support/read-text.ts';
import { csv } from './csv.ts';

const read = (text: string | readonly string[]): ReadText => readText(csv, text);
const cells = ({ rows }: ReadText): unknown[][] => rows.map((row) => Object.values(row));

describe('pieces', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'a', 'x y', '"', '""', ',', '\n', '\r\n', 'a"b', '[{"x": "y"}]', 'é', '🙂'),
    fc.string({ maxLength: 6 }),
  );
  const table = fc.array(fc.tuple(cell, cell), { maxLength: 8 });
  const filled = table.filter((records) =>
    records.every((record) => record.join('').trim() !== ''),
  );
  const lineEnd = fc.constantFrom('\n', '\r\n');

  it('of any size give what was written', () => {
    const cut = fc.tuple(filled, lineEnd).chain(([records, newline]) => {
      const text = Papa.unparse([['p', 'q'], ...records], { newline, quotes: true });
      return fc.tuple(fc.constant(records), cutsOf(text));
    });
    fc.assert(
      fc.property(cut, ([records, pieces]) => {
        const found = read(pieces);
        expect(cells(found)).toEqual(records.map((record) => [...record]));
        expect(found.skips).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  const noise = fc.string({
    unit: fc.constantFrom('a', '"', '"', ',', ',', '\n', '\r', ' ', ';', '\t'),
    maxLength: 60,
  });

  it('of any size give the same for noise, each record at a line of its own', () => {
    const cut = noise.chain((text) =>
      fc.tuple(fc.constant(`p,q\n${text}`), cutsOf(`p,q\n${text}`)),
    );
    fc.assert(
      fc.property(cut, ([text, pieces]) => {
        const whole = read(text);
        expect(read(pieces)).toEqual(whole);
        const starts = [...whole.lines, ...whole.skips.map(({ line }) => line)];
        const last = text.split('\n').length;
        expect(starts.every((line) => line > 1 && line <= last)).toBe(true);
        expect(new Set(starts).size).toBe(starts.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('of a large file give every row, wherever they are cut', () => {
    const record = (index: number): string =>
      `${index},"cell ${index}\nwith ""quotes"", commas and ${'x'.repeat(200)}"`;
    const text = `a,b\n${Array.from({ length: 6000 }, (_, index) => record(index)).join('\n')}\n`;
    for (const size of [text.length, 1_000_003, 65_537]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        text.slice(index * size, (index + 1) * size),
      );
      const { rows, lines, skips } = read(pieces);
      expect(skips).toEqual([]);
      expect(rows.map((row) => Number(row['a']))).toEqual([...rows.keys()]);
      expect(rows).toHaveLength(6000);
      expect(lines.at(-1)).toBe(6000 * 2);
    }
  });

  it('of a large file with an open quote do not pile up', () => {
    const rest = Array.from(
      { length: 40_000 },
      (_, index) => `${index},${'plain '.repeat(70)}`,
    ).join('\n');
    const text = `a,b\n1,"open\n${rest}\n`;
    const pieces = Array.from({ length: Math.ceil(text.length / 1e6) }, (_, index) =>
      text.slice(index * 1e6, (index + 1) * 1e6),
    );
    const { rows, skips } = read(pieces);
    expect(rows).toHaveLength(40_000);
    expect(skips).toEqual([{ code: 'row_not_csv', line: 2 }]);
  });
});
