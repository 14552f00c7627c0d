import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readableRun } from '../tests/support/runs.ts';
import { THREE_ROWS } from '../tests/e2e/rows.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { sliceColumns } from '#core/scoring/slice-columns.ts';
import type { Filter } from '#core/view/filter.ts';
import { HeldRun } from './held-run.ts';

const RECORDS = THREE_ROWS.map((row, index) => ({
  ...row,
  city: index === 0 ? 'Oslo' : 'Rome',
})) as unknown as readonly JsonObject[];
const RUN = readableRun(RECORDS);

const text = (value: string): Filter => ({ kind: 'text', text: value });
const city = (value: string): Filter => ({ kind: 'cell', column: 'city', value });
const stop = (): Promise<boolean> => Promise.resolve(false);
const goOn = (): Promise<boolean> => Promise.resolve(true);

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

const view = async (...filters: Filter[]): Promise<number[] | undefined> => {
  const rows = await run.view(filters, []);
  return rows && [...rows];
};

describe('the view of a held run', () => {
  it('keeps the rows that meet every filter, in order', async () => {
    const passing: Filter = { kind: 'passing', columnId: 'trajectory_exact_match' };
    expect(await view()).toEqual([0, 1, 2]);
    expect(await view(passing)).toEqual([0]);
    expect(await view({ kind: 'not', of: passing })).toEqual([1, 2]);
    expect(await view({ kind: 'not', of: passing }, { kind: 'tool', tool: 'x' })).toEqual([2]);
    expect(reads).toBe(0);
    const byPrecision = [{ by: 'trajectory_precision', descending: false }];
    expect([...((await run.view([], byPrecision)) ?? [])]).toEqual([2, 0, 1]);
  });

  it('reads the source once for a text, whatever it is sorted by or combined with', async () => {
    expect(await view(text('R-SWAPPED'))).toEqual([1]);
    const readsOfOne = reads;
    expect(readsOfOne).toBeGreaterThan(0);
    expect(await view(text('R-SWAPPED'))).toEqual([1]);
    expect(await view({ kind: 'not', of: text('R-SWAPPED') })).toEqual([0, 2]);
    await run.view([text('R-SWAPPED')], [{ by: 'place', descending: true }]);
    expect(reads).toBe(readsOfOne);
    expect(await view({ kind: 'any', of: [text('r-same'), text('r-extra')] })).toEqual([0, 2]);
    expect(reads).toBe(2 * readsOfOne);
  });

  it('takes the rows of a value from the column when that has been read', async () => {
    await run.group({ kind: 'cell', column: 'city' }, []);
    const readsOfColumn = reads;
    expect(await view(city('Rome'))).toEqual([1, 2]);
    expect(reads).toBe(readsOfColumn);
  });

  it('keeps the last 16 conditions', async () => {
    await view(text('r-same'));
    const readsOfOne = reads;
    for (let at = 0; at < 15; at++) await view(text(`other ${String(at)}`));
    await view(text('r-same'));
    expect(reads).toBe(16 * readsOfOne);
    await view(text('one more'));
    await view(text('r-same'));
    expect(reads).toBe(18 * readsOfOne);
  });

  it('is given up when reading is stopped, and nothing half-read is kept', async () => {
    expect(await run.view([text('r-same')], [], stop)).toBeUndefined();
    const asked = vi.fn(goOn);
    expect([...((await run.view([text('r-same')], [], asked)) ?? [])]).toEqual([0]);
    expect(asked).toHaveBeenLastCalledWith(3);
  });

  it('finds the rows of a cell of the tool table', async () => {
    const swapped: Filter = { kind: 'tool-pair', expected: '', made: 'x' } as unknown as Filter;
    expect(await run.view([swapped], [], stop)).toBeUndefined();
    expect(await view(swapped)).toEqual([2]);
  });
});

describe('what is said about a held run', () => {
  it('is by groups of a column', async () => {
    const byCity = { kind: 'cell', column: 'city' } as const;
    expect(await run.group(byCity, [], stop)).toBeUndefined();
    const grouping = await run.group(byCity, []);
    expect(grouping?.groups.map(({ filter, count }) => [filter, count])).toEqual([
      [city('Rome'), 2],
      [city('Oslo'), 1],
    ]);
    expect(await run.group({ kind: 'tool' }, [text('r-same')], stop)).toBeUndefined();
    const tools = await run.group({ kind: 'tool' }, [text('r-extra')]);
    expect(tools?.groups.map(({ filter }) => filter)).toEqual([
      { kind: 'tool', tool: 'a' },
      { kind: 'tool', tool: 'x' },
    ]);
  });

  it('is the statistics of the rows in sight', async () => {
    const columnId = 'trajectory_exact_match';
    const grouped = { by: { kind: 'cell', column: 'city' }, columnId } as const;
    const request = { thresholds: {}, k: 1, grouped };
    expect(await run.summary(request, [], stop)).toBeUndefined();
    const summary = await run.summary(request, [city('Rome')]);
    expect(summary).toMatchObject({ rowCount: 2, groupCount: 1 });
    expect(await run.summary({ thresholds: {}, k: 1 }, [text('Prompt')], stop)).toBeUndefined();
    expect(await run.summary({ thresholds: {}, k: 1 }, [])).toMatchObject({ rowCount: 3 });
  });

  it('is the table of tools', async () => {
    expect(await run.toolTable([], stop)).toBeUndefined();
    const table = await run.toolTable([]);
    expect(table?.rowCount).toBe(3);
    expect(table?.lines.map(({ tool }) => tool).toSorted()).toEqual(['a', 'b', 'x']);
    const readsOfAll = reads;
    expect((await run.toolTable([{ kind: 'tool', tool: 'x' }]))?.rowCount).toBe(1);
    expect(reads).toBe(readsOfAll);
  });
});

describe('the columns of a held run', () => {
  it('get scores that are put in, in place of those with their id', async () => {
    const scores = {
      ...{ id: 'own', metricId: 'trajectory_exact_match' },
      ...{ values: Float64Array.of(0, 0.5, 1), outcomes: new Uint8Array(3) },
    };
    const count = run.columns.scores.length;
    run.putScores(scores);
    expect(run.columns.scores).toHaveLength(count + 1);
    run.putScores({ ...scores, values: Float64Array.of(1, 0.5, 0) });
    expect(run.columns.scores).toHaveLength(count + 1);
    const sorted = await run.view([], [{ by: 'own', descending: false }]);
    expect([...(sorted ?? [])]).toEqual([2, 1, 0]);
  });

  it('grow piece by piece; what was read before counts no longer', async () => {
    const growing = new HeldRun();
    growing.add(0, sliceColumns(RUN.columns, 0, 2), RUN);
    const rome = async (): Promise<number[]> => [
      ...((await growing.view([city('Rome')], [])) ?? []),
    ];
    expect(await rome()).toEqual([1]);
    expect((await growing.toolTable([]))?.rowCount).toBe(2);
    await growing.group({ kind: 'cell', column: 'city' }, []);
    growing.add(2, sliceColumns(RUN.columns, 2, 3), RUN);
    expect(await rome()).toEqual([1, 2]);
    expect((await growing.toolTable([]))?.rowCount).toBe(3);
    const grouping = await growing.group({ kind: 'cell', column: 'city' }, []);
    expect(grouping?.rowCount).toBe(3);
  });
});
