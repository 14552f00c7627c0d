import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, readText, type ReadText } from '../../../../../tests/support/read-text.ts';
import { recogniseFormat } from '#core/read/formats/registry.ts';
import { markdownTable } from './markdown-table.ts';

const idOf = (text: string): string | undefined => recogniseFormat(headOf(text))?.id;

/** Reads a text that must be recognised as this format. */
const read = (text: string): ReadText => {
  expect(idOf(text)).toBe('markdown-table');
  return readText(markdownTable, text);
};

describe('recognition', () => {
  it.each([
    '| a | b |\n|---|---|\n| 1 | 2 |\n',
    'a | b\n:-- | --:\n1 | 2',
    '+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+\n1 row in set (0.00 sec)\n',
    ' a | b \n---+---\n 1 | 2\n(1 row)\n',
    'As promised, the rows:\n\n| a | b |\r\n| - | :-: |\r\n| 1, 2 | 3 |\r\n',
  ])('takes %j', (text) => {
    expect(idOf(text)).toBe('markdown-table');
  });

  it.each([
    'a || b\nc',
    '| a | b |\n| 1 | 2 |\n',
    '+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n| 3 | 4 |\n+---+---+\n',
    '| a | b |\n|---|\n',
    '| a |\n|---|\n| 1 |\n',
    'prompt,response\nx,"\n| a | b |\n|---|---|\n| 1 | 2 |\n"\n',
    '{"a":"\\n| a | b |\\n|---|---|"}\n',
  ])('does not take %j', (text) => {
    expect(idOf(text)).not.toBe('markdown-table');
  });
});

describe('rows', () => {
  it('stand at their lines; what is around the table is noted', () => {
    const { rows, lines, notes } = read('Rows:\n\n| a | b |\n|--|--|\n| 1 | 2 |\n|3|4\n\nDone.\n');
    expect(rows).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
    expect(lines).toEqual([5, 6]);
    expect(notes).toEqual([{ code: 'lines_ignored', line: 1, count: 2 }]);
  });

  it('lose what Markdown needs to write them, and nothing else', () => {
    const cells = String.raw`| a\_b | c |
| --- | --- |
| x \| y | {"t": "say \"hi\"\n"} |
| one<br>two<br/>three | \`\`[\`1\`]\`\` |
| \`\` | \`a\` and \`b\` |`.replaceAll('\\`', '`');
    expect(read(cells).rows).toEqual([
      { a_b: 'x | y', c: String.raw`{"t": "say \"hi\"\n"}` },
      { a_b: 'one\ntwo\nthree', c: '[`1`]' },
      { a_b: '``', c: '`a` and `b`' },
    ]);
  });

  it('that a terminal draws stand between borders', () => {
    const border = '+---+---+\n';
    const drawn = read(`${border}| a | b |\n${border}| 1 | 2 |\n${border}1 row in set\n`);
    expect(drawn.rows).toEqual([{ a: '1', b: '2' }]);
    expect(drawn.lines).toEqual([4]);
    expect(drawn.notes).toEqual([{ code: 'lines_ignored', line: 6, count: 1 }]);
  });

  it('go on below where pandas numbers them', () => {
    const { rows, lines } = read(
      '|    | a   | b   |\n|---:|:----|:----|\n|  0 | 1   | x   |\n|    |     | y   |\n|  1 | 2   | z   |\n',
    );
    expect(rows).toEqual([
      { a: '1', b: 'x\ny' },
      { a: '2', b: 'z' },
    ]);
    expect(lines).toEqual([3, 5]);
  });

  it('that are short or long are noted', () => {
    const { rows, skips, notes } = read('|a|b|\n|-|-|\n|1|\n|1|2|3|\n|1|2|\n');
    expect(rows).toEqual([
      { a: '1', b: '' },
      { a: '1', b: '2', further_cells: ['3'] },
      { a: '1', b: '2' },
    ]);
    expect(skips).toEqual([]);
    expect(notes).toEqual([
      { code: 'fields_missing', line: 3, expected: 2, found: 1 },
      { code: 'fields_extra', line: 4, expected: 2, found: 3, name: 'further_cells' },
    ]);
  });

  it('of later tables are read under the same header, and noted under another', () => {
    const table = (cell: string): string => `|a|b|\n|-|-|\n|${cell}|2|\n`;
    const { rows, notes } = read(`${table('1')}\n${table('3')}\n|c|d|\n|-|-|\n|5|6|\n`);
    expect(rows.map((row) => row['a'])).toEqual(['1', '3']);
    expect(notes).toEqual([{ code: 'lines_ignored', line: 9, count: 3 }]);
  });

  it('keep any text of a cell that is written as Markdown writes it', () => {
    // a code span around the whole cell, and spaces around it, are not part of it
    const cell = fc.string().filter((text) => !/^\s|\s$|[`\\\r\n]|<br/i.test(text) && text !== '');
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const lines = cells.map((text) => `| ${text.replaceAll('|', '\\|')} | x |`);
        const { rows } = readText(markdownTable, ['| a | b |', '|---|---|', ...lines].join('\n'));
        expect(rows.map((row) => row['a'])).toEqual(cells);
      }),
    );
  });
});
