import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../../tests/support/law-runs.ts';
import { readText } from '../../../../../tests/support/read-text.ts';
import { ResultCsv } from '#core/share/results/result-table.ts';
import { csv } from './csv.ts';
import { guardCell, isRisky, unguardCell } from './formula-guard.ts';

const PREFIXES = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', "'=", "''@"];

/** Cells that are likely to begin, or to have a piece that begins, like a formula or a guard. */
const cell = fc.oneof(
  fc
    .array(fc.constantFrom(';', '"', "'", '=', '-', '@', '\n', '\r', ' ', 'a'), { maxLength: 8 })
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom(...PREFIXES, "'", ''), fc.string({ maxLength: 6 }))
    .map((parts) => parts.join('')),
  fc.constantFrom('=1+1', '-5', "'", "'x", ' =1', 'a,b', 'x'),
);

it.each(PREFIXES)('the formula guard leaves no cell that begins with %j', (prefix) => {
  expect(isRisky(`${prefix}1`)).toBe(true);
  expect(guardCell(`${prefix}1`)).toBe(`'${prefix}1`);
  expect(guardCell(`a${prefix}1`)).toBe(`a${prefix}1`);
});

it.each([
  ['a;=1+1', "a;'=1+1"],
  [';@x;b;-2', ";'@x;b;'-2"],
  ['a;"=1+1"', 'a;\'"=1+1"'],
  ["a;'=1", "a;''=1"],
  ['a\n=1+1', "a\n'=1+1"],
  ['=1;+2\n@3', "'=1;'+2\n'@3"],
  ['tea; - or milk; a=1', undefined],
  ['steps:\n- one\n+ two', undefined],
])(
  'the formula guard leaves no piece of %j that begins so, however a spreadsheet cuts it',
  (text, guarded) => {
    expect(guardCell(text)).toBe(guarded ?? text);
    expect(isRisky(text)).toBe(guarded !== undefined);
    expect(unguardCell(guardCell(text))).toBe(text);
  },
);

it('the formula guard takes time linear in the text', () => {
  for (const piece of [';', "'", '"', ';"', "\n'", ';=']) {
    const text = piece.repeat(1_000_000);
    expect(unguardCell(guardCell(text)) === text).toBe(true);
  }
});

it('the formula guard leaves a written table nothing to run where lists are separated by semicolons', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })), (rows) => {
      const table = new ResultCsv(['id', 'text']);
      for (const row of rows) table.add(row);
      const { data } = Papa.parse<string[]>(table.parts().join(''), { delimiter: ';' });
      for (const piece of data.flat()) expect(piece).not.toMatch(/^[=+\-@＝＋－＠](?! )/);
    }),
    { numRuns: lawRuns(2000) },
  );
});

it('the formula guard comes off without a trace', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(unguardCell(guardCell(text))).toBe(text);
    }),
    {
      numRuns: lawRuns(2000),
    },
  );
});

it('the formula guard a written table runs nothing and reads back equal', () => {
  const name = fc.constantFrom('a', '=b', "'c", '+d', 'formula_guard', '@e');
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 2, maxLength: 5 }),
      fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { maxLength: 5 }),
      (names, records) => {
        const table = new ResultCsv(names);
        // a record of blanks is a blank line
        const rows = records.map((cells) => ['x', ...cells].slice(0, names.length));
        for (const row of rows) table.add(row);
        const { rows: read } = readText(csv, table.parts().join(''));
        // line ends within a cell are read as the table's
        const plain = (text: string): string => text.replace(/\r\n?/g, '\n');
        const expected = rows.map((row) =>
          names.map((key, place) => [key, plain(row[place] ?? '')]),
        );
        expect(
          read.map((row) => Object.entries(row).map(([key, text]) => [key, plain(text as string)])),
        ).toEqual(expected);
      },
    ),
    { numRuns: lawRuns(500) },
  );
});

it('the formula guard stays away from files of others', () => {
  const text = "a,b\r\n'=1,'-2\r\n'+3,'@4\r\n";
  expect(readText(csv, text).rows).toEqual([
    { a: "'=1", b: "'-2" },
    { a: "'+3", b: "'@4" },
  ]);
});

it('a table for spreadsheets cuts what no cell there holds, says how many, and guards no number', () => {
  const most = 'x'.repeat(32_767);
  const whole = new ResultCsv(['a', 'b']);
  whole.add([`${most}y`, -5]);
  expect(whole.parts().join('')).toBe(`a,b\r\n${most}y,-5\r\n`);
  const table = new ResultCsv(['a', 'b'], true);
  table.add([most, '=1']);
  table.add([`${most}y`, [most]]);
  expect(table.parts()).toEqual([
    ...['\uFEFF', 'a,b,cells_cut,formula_guard\r\n', `${most},'=1,0,'\r\n`],
    `${most.slice(1)}…,"[""${most.slice(3)}…",2,\r\n`,
  ]);
});
