import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { calls, recordOf, scoreRecords } from '../../../tests/support/build.ts';
import { CellGatherer } from '#core/explain/view/cell-values.ts';
import { groupRows, GROUPS_LISTED } from './group-rows.ts';
import { viewRows } from '#core/explain/view/view-rows.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';

const RECORDS = [
  { ...recordOf(calls('ab'), calls('ab')), latency_in_seconds: 3 },
  { ...recordOf(calls('ba'), calls('ab')), latency_in_seconds: 1 },
  { ...recordOf([], calls('ab')), latency_in_seconds: 1 },
  { ...recordOf(calls('a'), calls('ab')), latency_in_seconds: 2 },
];
const RUN = scoreRecords(RECORDS, { emptyTrajectories: 'skip' });
const BY_TOOL = { kind: 'tool' } as const;

it('lists a row under each of its tools, and counts rows without one', () => {
  const { groups, restCount } = groupRows(RUN, allRows(4), BY_TOOL);
  expect(groups.map(({ filter, count }) => [filter, count])).toEqual([
    [{ kind: 'tool', tool: 'a' }, 3],
    [{ kind: 'tool', tool: 'b' }, 2],
  ]);
  expect(restCount).toBe(1);
});

it('groups only the rows it is given', () => {
  const rows = Uint32Array.of(1, 3);
  expect(groupRows(RUN, rows, BY_TOOL).groups).toMatchObject([{ count: 2 }, { count: 1 }]);
  const ofNone = groupRows(RUN, new Uint32Array(), BY_TOOL);
  expect(ofNone).toMatchObject({ groups: [], rowCount: 0 });
});

it('groups by a column of the dataset, most rows first, the rest counted', () => {
  const gatherer = new CellGatherer(2000);
  const run = scoreRecords(Array.from({ length: 2000 }, () => recordOf(calls('a'), calls('a'))));
  for (let row = 0; row < 2000; row++) gatherer.add(row, row < 800 ? 'many' : `one-${row}`);
  const byRoom = { kind: 'cell', column: 'room', cells: gatherer.finish() } as const;
  const grouping = groupRows(run, allRows(2000), byRoom);
  expect(grouping.groups[0]).toMatchObject({
    filter: { kind: 'cell', column: 'room', value: 'many' },
    count: 800,
  });
  expect(grouping.groups).toHaveLength(GROUPS_LISTED);
  expect(grouping.restCount).toBe(2000 - 800 - 999);
});

it('says what most failing rows of a group differ in, and groups them once more', () => {
  const of = { thresholds: {}, columnId: 'trajectory_in_order_match' };
  const cells = new CellGatherer(4);
  for (const [row, room] of ['hall', 'attic', 'hall', 'hall'].entries()) cells.add(row, room);
  const second = { kind: 'cell', column: 'room', cells: cells.finish() } as const;
  const grouping = groupRows(RUN, allRows(4), BY_TOOL, of, second);
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
  expect(countsOf(grouping.second?.groups)).toEqual([3, 1]);
});

it('keeps as many rows by each filter as it counts', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(letters, letters), { maxLength: 40 }), (list) => {
      const run = scoreRecords(list.map(([p, r]) => recordOf(calls(p), calls(r))));
      const { groups, restCount } = groupRows(run, allRows(list.length), BY_TOOL);
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
