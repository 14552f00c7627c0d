import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readText } from '../../../../../tests/support/read-text.ts';
import { markdownTable } from './markdown-table.ts';

it('rows keep any text of a cell that is written as Markdown writes it', () => {
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
