import { expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { NO_ROWS } from '#core/score/columns/scored-columns.ts';
import { PLAIN_LINES, RowPreviews, type LineContext } from './rows-view.svelte.ts';

const runOf = (key: string): ReadableRun => ({
  key,
  columns: { ...NO_ROWS, rowCount: 3 },
  rows: new Blob(),
  table: undefined,
  roles: {},
  settings: DEFAULT_SETTINGS,
});

const lineOf = (id: string): RowPreview => ({
  id,
  prompt: '',
  referenceState: 'list',
  predictionState: 'list',
  barcode: '',
  why: [],
  moreCount: 0,
  cells: new Map(),
});

/** A reader that gives each row a line with its number, and what it was asked for. */
function readerOf(): { reader: RunReader; asked: number[][] } {
  const asked: number[][] = [];
  type Input = { readonly rows: readonly number[] };
  const ask = (_: ReadableRun, _name: string, { rows }: Input): Promise<RowPreview[]> => {
    asked.push([...rows]);
    return Promise.resolve(rows.map((row) => lineOf(`read ${row}`)));
  };
  return { reader: { ask } as unknown as RunReader, asked };
}

it('has the lines that came with the run at once, and reads the others when looked at', async () => {
  const { reader, asked } = readerOf();
  const previews = new RowPreviews(reader);
  previews.show(runOf('a'), [lineOf('first'), lineOf('second')]);
  expect(previews.get(1)?.id).toBe('second');
  expect(previews.get(2)).toBeUndefined();
  await eventually(() => expect(previews.get(2)?.id).toBe('read 2'));
  expect(asked).toEqual([[2]]);
});

it('reads them anew for another run, and with further columns', async () => {
  const { reader, asked } = readerOf();
  const previews = new RowPreviews(reader);
  previews.show(runOf('a'), [lineOf('first')]);
  previews.show(runOf('b'));
  expect(previews.get(0)).toBeUndefined();
  await eventually(() => expect(previews.get(0)?.id).toBe('read 0'));
  const context = { ...PLAIN_LINES, cells: ['room'] };
  const withCells = new RowPreviews(reader, () => context);
  withCells.show(runOf('a'), [lineOf('first')]);
  expect(withCells.get(0)).toBeUndefined();
  await eventually(() => expect(withCells.get(0)?.id).toBe('read 0'));
  expect(asked).toEqual([[0], [0]]);
});

it('reads them again under other filters, and shows the line before until then', async () => {
  const { reader, asked } = readerOf();
  let context: LineContext = PLAIN_LINES;
  const previews = new RowPreviews(reader, () => context);
  previews.show(runOf('a'), [lineOf('first')]);
  context = { ...PLAIN_LINES, filters: [{ kind: 'tool', tool: 'x' }] };
  expect(previews.get(0)?.id).toBe('first');
  await eventually(() => expect(previews.get(0)?.id).toBe('read 0'));
  // other lists with the same members are the same context
  context = { ...context };
  expect(previews.get(0)?.id).toBe('read 0');
  await Promise.resolve();
  expect(asked).toEqual([[0]]);
});

it('keeps the lines of a run that has grown', () => {
  const previews = new RowPreviews(readerOf().reader);
  previews.show(runOf('a'), [lineOf('first')]);
  previews.show({ ...runOf('a'), columns: { ...NO_ROWS, rowCount: 9 } });
  expect(previews.get(0)?.id).toBe('first');
});
