import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { cutsOf } from '../../../../../tests/support/arbitraries.ts';
import { lawRuns } from '../../../../../tests/support/law-runs.ts';
import { readText, type ReadText } from '../../../../../tests/support/read-text.ts';
import { csv } from './csv.ts';

const read = (text: string | readonly string[]): ReadText => readText(csv, text);
const cells = ({ rows }: ReadText): unknown[][] => rows.map((row) => Object.values(row));

/** Cuts a text into pieces of one size. */
const piecesOf = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );

it('an unclosed quote does not hide another, and nothing is lost without a word', () => {
  const lines = Array.from({ length: 200 }, (_, index) =>
    index % 3 === 0 ? `${index},"open` : `${index},"x ${index}"`,
  );
  const { rows, skips, skipped } = read(`a,b\n${lines.join('\n')}\n`);
  expect(skips.length).toBeGreaterThan(0);
  const words = [...rows.map((row) => (Object.values(row) as string[]).join(',')), ...skipped].join(
    '\n',
  );
  for (const index of lines.keys()) expect(words).toMatch(new RegExp(`(^|\\n)${index},`));
});

describe('pieces', () => {
  const CELLS = ['', 'a', 'x y', '"', '""', ',', '\n', '\r\n', 'a"b', '[{"x": "y"}]', 'é', '🙂'];
  const cell = fc.oneof(fc.constantFrom(...CELLS), fc.string({ maxLength: 6 }));
  const table = fc
    .array(fc.tuple(cell, cell), { maxLength: 8 })
    .filter((records) => records.every((record) => record.join('').trim() !== ''));

  it('of any size give what was written', () => {
    const cut = fc.tuple(table, fc.constantFrom('\n', '\r\n')).chain(([records, newline]) => {
      const text = Papa.unparse([['p', 'q'], ...records], { newline, quotes: true });
      return fc.tuple(fc.constant(records), cutsOf(text));
    });
    fc.assert(
      fc.property(cut, ([records, pieces]) => {
        const found = read(pieces);
        expect(cells(found)).toEqual(records.map((record) => [...record]));
        expect(found.skips).toEqual([]);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('of any size give the same for noise, each record at a line of its own', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'a"",,\n\r ;\t'), maxLength: 60 });
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
      { numRuns: lawRuns(1000) },
    );
  });

  it.each([Infinity, 1_000_003, 65_537])('of a large file give every row, cut at %d', (size) => {
    const record = (index: number): string =>
      `${index},"cell ${index}\nwith ""quotes"", commas and ${'x'.repeat(200)}"`;
    const text = `a,b\n${Array.from({ length: 6000 }, (_, index) => record(index)).join('\n')}\n`;
    const { rows, lines, skips } = read(piecesOf(text, Math.min(size, text.length)));
    expect(skips).toEqual([]);
    expect(rows.map((row) => Number(row['a']))).toEqual([...Array(6000).keys()]);
    expect(lines.at(-1)).toBe(6000 * 2);
  });

  it('of a large file with an open quote do not pile up', () => {
    const rest = Array.from({ length: 40_000 }, (_, index) => `${index},${'plain '.repeat(70)}`);
    const { rows, skips } = read(piecesOf(`a,b\n1,"open\n${rest.join('\n')}\n`, 1e6));
    expect(rows).toHaveLength(40_000);
    expect(skips).toEqual([{ code: 'row_not_csv', line: 2 }]);
  });
});
