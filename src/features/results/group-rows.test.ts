import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { calls, recordOf, scoreRecords } from '../../../tests/support/build.ts';
import { CellGatherer } from '#core/explain/view/cell-values.ts';
import { groupRows, GROUPS_LISTED, type GroupBy } from './group-rows.ts';
import { viewRows } from '#core/explain/view/view-rows.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';

const RECORDS = [
  { ...recordOf(calls('ab'), calls('ab')), latency_in_seconds: 3 },
  { ...recordOf(calls('ba'), calls('ab')), latency_in_seconds: 1 },
  { ...recordOf([], calls('ab')), latency_in_seconds: 1 },
  { ...recordOf(calls('a'), calls('ab')), latency_in_seconds: 2 },
];
const RUN = scoreRecords(RECORDS, { emptyTrajectories: 'skip' });
const EXACT: GroupBy = { kind: 'score', columnId: 'trajectory_exact_match' };
const at = (id: string): number => RUN.scores.findIndex((scores) => scores.id === id);

it('has a group for every score and one for rows without, rising', () => {
  const { groups, ...rest } = groupRows(RUN, allRows(4), { by: EXACT });
  const columnId = 'trajectory_exact_match';
  expect(groups.map(({ filter, count }) => [filter, count])).toEqual([
    [{ kind: 'score', columnId, min: 0, max: 0 }, 2],
    [{ kind: 'score', columnId, min: 1, max: 1 }, 1],
    [{ kind: 'unscored', columnId }, 1],
  ]);
  expect(rest).toEqual({ groupCount: 3, rowCount: 4, restCount: 0 });
  expect(groups.map(({ means }) => means[at('latency_in_seconds')])).toEqual([1.5, 3, 1]);
  expect(groups.map(({ means }) => means[at(columnId)])).toEqual([0, 1, null]);
});

it('puts many different scores into ranges whose ends are scores', () => {
  const run = scoreRecords(
    Array.from({ length: 100 }, (_, row) => ({
      ...recordOf(calls('a'), calls('a')),
      latency_in_seconds: row + 0.5,
    })),
  );
  const by = { kind: 'score', columnId: 'latency_in_seconds' } as const;
  const { groups } = groupRows(run, allRows(100), { by });
  expect(groups).toHaveLength(10);
  expect(groups[0]).toMatchObject({ filter: { min: 0.5, max: 9.5 }, count: 10 });
  expect(groups[9]).toMatchObject({ filter: { min: 90.5, max: 99.5 }, count: 10 });
});

it('lists a row under each of its tools, and counts rows without one', () => {
  const { groups, restCount } = groupRows(RUN, allRows(4), { by: { kind: 'tool' } });
  expect(groups.map(({ filter, count }) => [filter, count])).toEqual([
    [{ kind: 'tool', tool: 'a' }, 3],
    [{ kind: 'tool', tool: 'b' }, 2],
  ]);
  expect(restCount).toBe(1);
});

it('groups only the rows it is given', () => {
  const rows = Uint32Array.of(1, 3);
  expect(groupRows(RUN, rows, { by: EXACT }).groups).toMatchObject([{ count: 2 }]);
  expect(groupRows(RUN, rows, { by: { kind: 'cause' } }).groups.length).toBeGreaterThan(0);
  const ofNone = groupRows(RUN, new Uint32Array(), { by: EXACT });
  expect(ofNone).toMatchObject({ groups: [], rowCount: 0 });
});

it('has no groups for an unknown column', () => {
  const noScore = { kind: 'score', columnId: 'no such' } as const;
  const noCell = { kind: 'cell', column: 'no such' } as const;
  expect(groupRows(RUN, allRows(4), { by: noScore })).toMatchObject({ groups: [], restCount: 4 });
  expect(groupRows(RUN, allRows(4), { by: noCell }).groups).toEqual([]);
});

it('groups by a column of the dataset, most rows first, the rest counted', () => {
  const gatherer = new CellGatherer(2000);
  const run = scoreRecords(Array.from({ length: 2000 }, () => recordOf(calls('a'), calls('a'))));
  for (let row = 0; row < 2000; row++) gatherer.add(row, row < 800 ? 'many' : `one-${row}`);
  const grouping = groupRows(run, allRows(2000), {
    by: { kind: 'cell', column: 'room' },
    cells: gatherer.finish(),
  });
  expect(grouping.groups[0]).toMatchObject({
    filter: { kind: 'cell', column: 'room', value: 'many' },
    count: 800,
  });
  expect(grouping.groups).toHaveLength(GROUPS_LISTED);
  expect(grouping.restCount).toBe(2000 - 800 - 999);
});

it('says what most failing rows of a group differ in, and groups them once more', () => {
  const of = { thresholds: {}, columnId: 'trajectory_in_order_match' };
  const by = { kind: 'tool' } as const;
  const grouping = groupRows(RUN, allRows(4), { by }, of, { by: EXACT });
  expect(grouping.groups.map(({ passing, cause }) => [passing, cause])).toEqual([
    [
      { count: 1, of: 3 },
      { kind: 'missing', rowCount: 1 },
    ],
    [
      { count: 1, of: 2 },
      { kind: 'moved', rowCount: 1 },
    ],
  ]);
  const countsOf = (parts: (typeof grouping)['groups'] = []) => parts.map(({ count }) => count);
  expect(grouping.groups.map(({ parts }) => countsOf(parts))).toEqual([
    [2, 1],
    [1, 1],
  ]);
  expect(countsOf(grouping.second?.groups)).toEqual([2, 1, 1]);
});

it('keeps as many rows by each filter as it counts', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 });
  const row = fc.record({
    p: letters,
    r: letters,
    latency: fc.option(fc.double({ min: 0, max: 9, noNaN: true })),
  });
  const by = fc.constantFrom<GroupBy>(
    EXACT,
    { kind: 'score', columnId: 'trajectory_precision' },
    { kind: 'score', columnId: 'latency_in_seconds' },
    { kind: 'tool' },
    { kind: 'cause' },
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), by, (list, key) => {
      const run = scoreRecords(
        list.map(({ p, r, latency }) => ({
          ...recordOf(calls(p), calls(r)),
          latency_in_seconds: latency,
        })),
      );
      const { groups, restCount } = groupRows(run, allRows(list.length), { by: key });
      const seen = new Set<number>();
      for (const { filter, count } of groups) {
        const rows = viewRows(run, [filter], []);
        expect(rows).toHaveLength(count);
        for (const one of rows) seen.add(one);
      }
      expect(seen.size + restCount).toBe(list.length);
    }),
    { numRuns: lawRuns(40) },
  );
});
