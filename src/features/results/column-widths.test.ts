import { expect, it } from 'vitest';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import { fitColumns } from './column-widths.ts';
import { templateOf, type GridColumn, type TableColumn } from './result-columns.ts';

const preview = (id: string, prompt: string, room = ''): RowPreview => ({
  ...{ id, prompt, referenceState: 'list', predictionState: 'list', barcode: '' },
  ...{ why: [], moreCount: 0, cells: new Map([['room', room]]) },
});
const column = (
  shows: TableColumn['shows'],
  width: number,
  grows = 0,
  id: string = shows.kind,
): TableColumn => ({ id, title: id, shows, width, grows, isExtra: false });
const score = (short: string, values: readonly number[]): TableColumn['shows'] => ({
  kind: 'score',
  column: {
    ...{ scores: { values, outcomes: values.map(() => 0) }, short, decimals: 2 },
  } as unknown as GridColumn,
});

const COLUMNS = [
  column({ kind: 'id' }, 76),
  column({ kind: 'prompt' }, 140, 1.5),
  column({ kind: 'cell', name: 'room' }, 120),
  column({ kind: 'why' }, 120, 1.3),
];

it('columns are as wide as the longest of the first values, between bounds', () => {
  const short = fitColumns(COLUMNS, [preview('a', 'Hi'), preview('support-00012', 'Hello', 'den')]);
  expect(templateOf(short)).toBe('121px 120px 72px minmax(120px, 1.3fr)');
  const long = fitColumns(COLUMNS, [preview('x'.repeat(400), 'y'.repeat(400), 'z'.repeat(400))]);
  expect(templateOf(long)).toBe('190px minmax(140px, 1.5fr) 280px minmax(120px, 1.3fr)');
});

it('a score column has room for its head and for long values', () => {
  const columns = [
    column(score('exact', [1]), 62),
    column(score('in-order', [1]), 62),
    column(score('cost', [1_234_567.5]), 62),
  ];
  expect(fitColumns(columns, [preview('a', '')]).map(({ width }) => width)).toEqual([63, 83, 91]);
});

it('without rows columns are as usual', () => {
  expect(fitColumns(COLUMNS, [])).toEqual(COLUMNS);
});
