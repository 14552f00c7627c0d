import { expect, it } from 'vitest';
import { writeReceiptCsv, writeReceiptJson, type Receipt } from './receipt-file.ts';

const RECEIPT: Receipt = {
  ...{ dataset: 'runs.jsonl', format: 'JSONL', unit: 'Line', rows: 2, skipped: 1 },
  columns: [{ name: 'id', takenFor: 'row id', filled: 2 }],
  issues: [
    { code: 'names_only', line: 1, column: '=calls' },
    { code: 'row_not_json', line: 2, column: 9, reason: 'Expected a comma' },
  ],
  counts: { names_only: 1, row_not_json: 3 },
};

it('a receipt file is JSON with facts, columns and issues by kind', () => {
  const file: unknown = JSON.parse(writeReceiptJson(RECEIPT));
  expect(file).toEqual({
    ...{ dataset: 'runs.jsonl', format: 'JSONL', rows: 2, skipped: 1, line_is: 'line' },
    columns: [{ name: 'id', taken_for: 'row id', filled: 2 }],
    issues: [
      {
        ...{ code: 'row_not_json', severity: 'skipped', title: 'Skipped: not JSON' },
        ...{ count: 3, listed: 1 },
        issues: [
          {
            ...{ line: 2, column: 9, title: 'Line 2 skipped.' },
            detail: 'Expected a comma (column 9).',
          },
        ],
      },
      {
        ...{ code: 'names_only', severity: 'note', title: 'Calls compared by name only' },
        ...{ count: 1, listed: 1 },
        issues: [
          {
            ...{ line: 1, path: '=calls', title: 'Line 1: calls compared by name only.' },
            detail: '=calls has tool names without arguments.',
          },
        ],
      },
    ],
  });
});

it('a receipt file is CSV with a record for each issue, safe in a spreadsheet', () => {
  expect(writeReceiptCsv(RECEIPT).map((line) => line.trim())).toEqual([
    'severity,code,line,column,path,title,detail,formula_guard',
    'skipped,row_not_json,2,9,,Line 2 skipped.,Expected a comma (column 9).,',
    "note,names_only,1,,'=calls,Line 1: calls compared by name only.,'=calls has tool names without arguments.,'",
  ]);
});
