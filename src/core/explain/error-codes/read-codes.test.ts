import { describe, expect, it } from 'vitest';
import { hashTextWide } from '#core/base/json/hash-json.ts';
import { MAST_CODES } from './mast.ts';
import { codesOfAnalysis, readCodes } from './read-codes.ts';

const ROWS = { rowCount: 3, idKeys: Float64Array.from(['a', 'b', '7'], hashTextWide) };
const read = (text: string, idColumn?: string) => readCodes(text, ROWS, idColumn);

describe('codes of a second reader', () => {
  it.each([
    ['CSV', 'id,error_code\r\na,late\r\nb,nothing wrong\r\n7,\r\nx,late\r\n'],
    ['CSV with semicolons', 'id;code\na;late\nb;nothing wrong\nx;late\n'],
    ['TSV', 'code\tid\nlate\ta\nnothing wrong\tb\nlate\tx\n'],
    [
      'JSON Lines',
      '{"id":"a","error_code":"late"}\n{"id":"b","error_code":"nothing wrong"}\n{"id":"7","error_code":null}\n{"id":"x","code":"late"}\n',
    ],
    [
      'JSON',
      '[{"id":"a","code":"late"},{"id":"b","code":"nothing wrong"},{"id":"x","code":"late"}]',
    ],
  ])('are read from %s: by id, blank ones left out, other rows counted', (_, text) => {
    expect(read(text)).toEqual({
      codes: [
        { row: 0, code: 'late' },
        { row: 1, code: '' },
      ],
      unknown: 1,
    });
  });

  it('are found by the column of ids of the data, by number, and with guards taken away', () => {
    expect(read('case,code\n7,late\n', 'case')?.codes).toEqual([{ row: 2, code: 'late' }]);
    expect(read('row,code\n1,late\n9,late\n')).toEqual({
      codes: [{ row: 0, code: 'late' }],
      unknown: 1,
    });
    expect(read("id,code,formula_guard\na,'=late,'\n")?.codes).toEqual([{ row: 0, code: '=late' }]);
  });

  it.each(['', 'id,note\na,b\n', 'code\nlate\n', '{"id"', '[1, 2]'])(
    'are not found in %j',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('come from a run as they were merged there', () => {
    const mark = { step: 0, steps: 1, tool: '', note: '' };
    const analysis = {
      codes: [
        { name: 'late', description: '' },
        { name: 'slow', description: '', into: 'late' },
      ],
      marks: [
        { ...mark, row: 5, id: 'b', code: 'slow' },
        { ...mark, row: 0, id: '', code: '', step: null },
        { ...mark, row: 1, id: 'a', code: '' },
      ],
    };
    expect(codesOfAnalysis(analysis, ROWS)).toEqual({
      codes: [
        { row: 1, code: 'late' },
        { row: 0, code: '' },
      ],
      unknown: 0,
    });
  });
});

it('MAST has 14 modes in three groups, each with its own name', () => {
  const groups = MAST_CODES.map(({ source }) => source?.slice(0, 6));
  const sizes = ['MAST 1', 'MAST 2', 'MAST 3'].map(
    (group) => groups.filter((other) => other === group).length,
  );
  expect(sizes).toEqual([5, 6, 3]);
  expect(new Set(MAST_CODES.map(({ name }) => name)).size).toBe(14);
  expect(MAST_CODES.every(({ description }) => description.endsWith('.'))).toBe(true);
});
