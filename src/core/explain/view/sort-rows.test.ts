import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { NO_ROWS, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { sortBy, sortRows, type SortKey, type Sorting } from './sort-rows.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';

const CASES = tablesOf<{
  sortBy: [Sorting, string, Sorting][];
}>('filters');

/** Columns named a, b, c that hold these numbers. */
function columnsOf(...lists: readonly (readonly number[])[]): ScoredColumns {
  const rowCount = lists[0]?.length ?? 0;
  const scores = lists.map((list, index) => ({
    id: 'abc'.charAt(index),
    metricId: 'abc'.charAt(index),
    values: Float64Array.from(list),
    outcomes: new Uint8Array(rowCount),
  }));
  return { ...NO_ROWS, rowCount, scores };
}

/** The plain way: a comparator over all keys, then the place. */
function sortPlainly(columns: ScoredColumns, keys: readonly SortKey[]): number[] {
  return [...allRows(columns.rowCount)].sort((a, b) => {
    for (const { by, descending } of keys) {
      const values = columns.scores.find(({ id }) => id === by)!.values;
      const [x, y] = [values[a]!, values[b]!];
      if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
      if (!Number.isNaN(x) && x !== y) return (x - y) * (descending ? -1 : 1);
    }
    return a - b;
  });
}

describe('sortRows', () => {
  it('orders numbers of any size and sign, with no score last', () => {
    const columns = columnsOf([2, -1, Number.NaN, 1e300, -0, 0, -1e-300, Infinity, -Infinity, 0.1]);
    const sort = (descending: boolean): number[] => [
      ...sortRows(columns, allRows(10), [{ by: 'a', descending }]),
    ];
    expect(sort(false)).toEqual([8, 1, 6, 4, 5, 9, 0, 3, 7, 2]);
    expect(sort(true)).toEqual([7, 3, 0, 9, 4, 5, 6, 1, 8, 2]);
  });

  it('sorts as a comparator would, by one to three columns', () => {
    const score = fc.oneof(
      fc.constantFrom(0, 0.5, 1, 1 / 3, -0, Number.NaN),
      fc.double(),
      fc.integer({ min: -3, max: 3 }),
    );
    const rows = fc.array(fc.tuple(score, score, score), { maxLength: 60 });
    const key = fc.record({ by: fc.constantFrom('a', 'b', 'c'), descending: fc.boolean() });
    const keys = fc.uniqueArray(key, { selector: ({ by }) => by, maxLength: 3 });
    fc.assert(
      fc.property(rows, keys, (list, sorting) => {
        const columns = columnsOf(
          list.map(([a]) => a),
          list.map(([, b]) => b),
          list.map(([, , c]) => c),
        );
        const sorted = [...sortRows(columns, allRows(list.length), sorting)];
        expect(sorted).toEqual(sortPlainly(columns, sorting));
      }),
      { numRuns: lawRuns(60) },
    );
  });
});

describe('choosing keys', () => {
  it.each(CASES.sortBy)('%j, then %s alone: %j', (before, by, after) => {
    expect(sortBy(before, by)).toEqual(after);
  });
});
