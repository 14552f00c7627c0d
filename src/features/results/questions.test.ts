import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readableRun } from '../../../tests/support/build.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { sliceColumns } from '#core/score/columns/pack-columns.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { HeldRun } from '#workers/held-run.ts';
import { group, summary, toolTable, view } from './questions.ts';

const RECORDS = THREE_ROWS.map((row, index) => ({
  ...row,
  city: index === 0 ? 'Oslo' : 'Rome',
})) as unknown as readonly JsonObject[];
const RUN = readableRun(RECORDS);

const text = (value: string): Filter => ({ kind: 'text', text: value });
const city = (value: string): Filter => ({ kind: 'cell', column: 'city', value });
const stopped = new DOMException('Cancelled', 'AbortError');
const stop = (): Promise<void> => Promise.reject(stopped);
const isStopped = (asked: Promise<unknown>): Promise<void> => expect(asked).rejects.toBe(stopped);

let run: HeldRun;
/** Reads of the source so far. */
let reads: number;

beforeEach(() => {
  reads = 0;
  const rows = new Blob([RUN.rows]);
  const slice = rows.slice.bind(rows);
  vi.spyOn(rows, 'slice').mockImplementation((...range) => {
    reads++;
    return slice(...range);
  });
  run = new HeldRun();
  run.add(0, RUN.columns, { ...RUN, rows });
});

const viewed = async (...filters: Filter[]): Promise<number[]> => [
  ...(await view([run], { filters, sorting: [] })),
];

describe('the view of a held run', () => {
  it('keeps the rows that meet every filter, in order', async () => {
    const passing: Filter = { kind: 'passing', columnId: 'trajectory_exact_match' };
    expect(await viewed()).toEqual([0, 1, 2]);
    expect(await viewed(passing)).toEqual([0]);
    expect(await viewed({ kind: 'not', of: passing })).toEqual([1, 2]);
    expect(await viewed({ kind: 'not', of: passing }, { kind: 'tool', tool: 'x' })).toEqual([2]);
    expect(reads).toBe(0);
    const byPrecision = [{ by: 'trajectory_precision', descending: false }];
    expect([...(await view([run], { filters: [], sorting: byPrecision }))]).toEqual([2, 0, 1]);
  });

  it('reads the source once for a text, whatever it is sorted by or combined with', async () => {
    expect(await viewed(text('R-SWAPPED'))).toEqual([1]);
    const readsOfOne = reads;
    expect(readsOfOne).toBeGreaterThan(0);
    expect(await viewed(text('R-SWAPPED'))).toEqual([1]);
    expect(await viewed({ kind: 'not', of: text('R-SWAPPED') })).toEqual([0, 2]);
    await view([run], {
      filters: [text('R-SWAPPED')],
      sorting: [{ by: 'place', descending: true }],
    });
    expect(reads).toBe(readsOfOne);
    expect(await viewed({ kind: 'any', of: [text('r-same'), text('r-extra')] })).toEqual([0, 2]);
    expect(reads).toBe(2 * readsOfOne);
  });

  it('takes the rows of a value from the column when that has been read', async () => {
    await group([run], { by: { kind: 'cell', column: 'city' }, filters: [] });
    const readsOfColumn = reads;
    expect(await viewed(city('Rome'))).toEqual([1, 2]);
    expect(reads).toBe(readsOfColumn);
  });

  it('keeps the last 16 conditions', async () => {
    await viewed(text('r-same'));
    const readsOfOne = reads;
    for (let at = 0; at < 15; at++) await viewed(text(`other ${String(at)}`));
    await viewed(text('r-same'));
    expect(reads).toBe(16 * readsOfOne);
    await viewed(text('one more'));
    await viewed(text('r-same'));
    expect(reads).toBe(18 * readsOfOne);
  });

  it('is given up when reading is stopped, and nothing half-read is kept', async () => {
    await isStopped(view([run], { filters: [text('r-same')], sorting: [] }, stop));
    const asked = vi.fn(() => Promise.resolve());
    const found = await view([run], { filters: [text('r-same')], sorting: [] }, asked);
    expect([...found]).toEqual([0]);
    expect(asked).toHaveBeenLastCalledWith(1);
  });

  it('finds the rows of a cell of the tool table', async () => {
    const swapped: Filter = { kind: 'tool-pair', expected: '', made: 'x' } as unknown as Filter;
    await isStopped(view([run], { filters: [swapped], sorting: [] }, stop));
    expect(await viewed(swapped)).toEqual([2]);
  });
});

describe('the statistics of a held run', () => {
  it('is by groups of a column', async () => {
    const byCity = { kind: 'cell', column: 'city' } as const;
    await isStopped(group([run], { by: byCity, filters: [] }, stop));
    const grouping = await group([run], { by: byCity, filters: [] });
    expect(grouping?.groups.map(({ filter, count }) => [filter, count])).toEqual([
      [city('Rome'), 2],
      [city('Oslo'), 1],
    ]);
    await isStopped(group([run], { by: { kind: 'tool' }, filters: [text('r-same')] }, stop));
    const tools = await group([run], { by: { kind: 'tool' }, filters: [text('r-extra')] });
    expect(tools?.groups.map(({ filter }) => filter)).toEqual([
      { kind: 'tool', tool: 'a' },
      { kind: 'tool', tool: 'x' },
    ]);
  });

  it('is the statistics of the rows in sight', async () => {
    const request = { thresholds: {}, columnId: 'trajectory_exact_match' };
    expect(await summary([run], { request, filters: [] }, stop)).toMatchObject({ rowCount: 3 });
    expect(reads).toBe(0);
    await isStopped(summary([run], { request, filters: [text('Prompt')] }, stop));
    const ofRome = await summary([run], { request, filters: [city('Rome')] });
    expect(ofRome).toMatchObject({ rowCount: 2 });
    const by = { kind: 'cell', column: 'city' } as const;
    const { groups } = await group([run], { by, of: request, filters: [] });
    expect(groups.map(({ filter, statistics }) => [filter, statistics?.passRate])).toEqual([
      [city('Rome'), 0],
      [city('Oslo'), 1],
    ]);
  });

  it('is the table of tools', async () => {
    await isStopped(toolTable([run], [], stop));
    const table = await toolTable([run], []);
    expect(table?.rowCount).toBe(3);
    expect(table?.lines.map(({ tool }) => tool).toSorted()).toEqual(['a', 'b', 'x']);
    const readsOfAll = reads;
    const filtered = await toolTable([run], [{ kind: 'tool', tool: 'x' }]);
    expect(filtered).toMatchObject({ lines: [{ tool: 'x' }, { tool: 'a' }], rowCount: 1 });
    expect(reads).toBe(readsOfAll);
  });
});

describe('the columns of a held run', () => {
  it('get scores that are put in, in place of those with their id', async () => {
    const scores = {
      ...{ id: 'own', metricId: 'trajectory_exact_match' },
      ...{ values: Float64Array.of(0, 0.5, 1), outcomes: new Uint8Array(3) },
    };
    const ids = run.columns.scores.map(({ id }) => id);
    run.putScores([scores], [...ids, 'own']);
    expect(run.columns.scores.map(({ id }) => id)).toEqual([...ids, 'own']);
    run.putScores([{ ...scores, values: Float64Array.of(1, 0.5, 0) }], ['own', ...ids.slice(1)]);
    expect(run.columns.scores.map(({ id }) => id)).toEqual(['own', ...ids.slice(1)]);
    const sorted = await view([run], { filters: [], sorting: [{ by: 'own', descending: false }] });
    expect([...(sorted ?? [])]).toEqual([2, 1, 0]);
  });

  it('grow piece by piece; what was read before counts no longer', async () => {
    const growing = new HeldRun();
    growing.add(0, sliceColumns(RUN.columns, 0, 2), RUN);
    const rome = async (): Promise<number[]> => [
      ...(await view([growing], { filters: [city('Rome')], sorting: [] })),
    ];
    expect(await rome()).toEqual([1]);
    expect((await toolTable([growing], []))?.rowCount).toBe(2);
    await group([growing], { by: { kind: 'cell', column: 'city' }, filters: [] });
    growing.add(2, sliceColumns(RUN.columns, 2, 3), RUN);
    expect(await rome()).toEqual([1, 2]);
    expect((await toolTable([growing], []))?.rowCount).toBe(3);
    const grouping = await group([growing], { by: { kind: 'cell', column: 'city' }, filters: [] });
    expect(grouping?.rowCount).toBe(3);
  });

  it('grow while rows are read; what was found in the rows before is not kept', async () => {
    const growing = new HeldRun();
    growing.add(0, sliceColumns(RUN.columns, 0, 2), RUN);
    const filters = [city('Rome')];
    const by = { kind: 'cell', column: 'city' } as const;
    const begun = [
      view([growing], { filters, sorting: [] }),
      toolTable([growing], []),
      group([growing], { by, filters: [] }),
    ];
    growing.add(2, sliceColumns(RUN.columns, 2, 3), RUN);
    const [rows] = await Promise.all(begun);
    expect(rows).toEqual(Uint32Array.of(1));
    expect(await view([growing], { filters, sorting: [] })).toEqual(Uint32Array.of(1, 2));
    expect((await toolTable([growing], [])).rowCount).toBe(3);
    expect((await group([growing], { by, filters: [] })).rowCount).toBe(3);
  });
});
