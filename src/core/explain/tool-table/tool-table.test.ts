import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, calls, recordOf, ROLES, scoreRecords } from '../../../../tests/support/build.ts';
import { trajectory } from '../../../../tests/support/arbitraries.ts';
import { alignTrajectories } from '#core/match/align.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { keepRows } from '#core/explain/view/view-rows.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import {
  ToolPairGatherer,
  parseToolPair,
  toolPairsOf,
  tableOfTools,
  TOOLS_LISTED,
  type CellOfTools,
} from './tool-table.ts';

const pairsOf = (made: Trajectory, expected: Trajectory) =>
  toolPairsOf(alignTrajectories(expected, made), expected, made).map(parseToolPair);

const RECORDS = [
  recordOf(calls('ab'), calls('ab')),
  recordOf([call('a', { x: 1 }), call('a')], [call('a', { x: 2 }), call('a')]),
  recordOf(calls('c'), calls('b')),
  recordOf(calls('ba'), calls('a')),
  { predicted_trajectory: 'x' },
];

describe('toolPairsOf', () => {
  it('takes a missing and an extra call at one place for each other', () => {
    expect(pairsOf(calls('axyb'), calls('acb'))).toEqual([
      { expected: 'a', made: 'a', isRight: true },
      { expected: 'c', made: 'x', isRight: false },
      { expected: '', made: 'y', isRight: false },
      { expected: 'b', made: 'b', isRight: true },
    ]);
  });

  it('counts changed calls as wrong ones of the right tool, and moved calls once', () => {
    expect(pairsOf([call('a', { x: 1 })], [call('a', { x: 2 })])).toEqual([
      { expected: 'a', made: 'a', isRight: false },
    ]);
    expect(pairsOf(calls('ba'), calls('ab')).filter(({ isRight }) => isRight)).toHaveLength(2);
  });

  it('keeps tools of any name apart', () => {
    const [first, second] = ['1:2', '='].map((name) => [call(name)]);
    expect(pairsOf(first!, second!)).toEqual([{ expected: '=', made: '1:2', isRight: false }]);
  });

  it('has every expected and every made call once', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (made, expected) => {
        const pairs = pairsOf(made, expected);
        const toolsOf = (list: Trajectory) => list.map(({ tool_name }) => tool_name).sort();
        const named = (side: 'made' | 'expected') =>
          pairs
            .map((pair) => pair[side])
            .filter((tool) => tool !== '')
            .sort();
        expect(named('made')).toEqual(toolsOf(made));
        expect(named('expected')).toEqual(toolsOf(expected));
      }),
    );
  });
});

describe('tableOfTools', () => {
  const columns = scoreRecords(RECORDS);
  const gatherer = new ToolPairGatherer(ROLES, undefined);
  for (const record of RECORDS) gatherer.add(record);
  const pairs = gatherer.finish();
  const table = tableOfTools(pairs, allRows(RECORDS.length));

  it('counts calls by tool, most trouble first, and the matrix', () => {
    const { lines, cells, toolCount, countedRows, rowCount } = table;
    expect(lines.map(({ tool, ...counts }) => [tool, ...Object.values(counts)])).toEqual([
      // expected, made, right, with other arguments
      ['a', 4, 4, 3, 1],
      ['b', 2, 2, 1, 0],
      ['c', 0, 1, 0, 0],
    ]);
    expect(cells).toEqual([
      { expected: 'a', made: 'a', calls: 4, rightCalls: 3 },
      { expected: 'b', made: 'b', calls: 1, rightCalls: 1 },
      { expected: 'b', made: 'c', calls: 1, rightCalls: 0 },
      { expected: '', made: 'b', calls: 1, rightCalls: 0 },
    ]);
    expect([toolCount, countedRows, rowCount]).toEqual([3, 4, RECORDS.length]);
  });

  it('pairs calls under the rules of the run', () => {
    const loose = new ToolPairGatherer(ROLES, { ...EXACT_RULES, rule: { mode: 'ignore' } });
    for (const record of RECORDS) loose.add(record);
    const { lines } = tableOfTools(loose.finish(), allRows(RECORDS.length));
    expect(lines).toContainEqual(expect.objectContaining({ rightCalls: 4, otherArguments: 0 }));
  });

  it('finds the rows of each cell by a filter', () => {
    const rowsOf = (cell: CellOfTools): number[] => [
      ...keepRows(columns, [{ kind: 'tool-pair', ...cell }], { labels: { 'tool-pair': pairs } }),
    ];
    expect(rowsOf({ expected: 'a', made: 'a' })).toEqual([0, 1, 3]);
    expect(rowsOf({ expected: 'c', made: 'a' })).toEqual([]);
    expect(rowsOf({ expected: 'a', made: 'a', isRight: false })).toEqual([1]);
  });

  it('lists no more tools than it promises', () => {
    const many = new ToolPairGatherer(ROLES, undefined);
    for (let i = 0; i < TOOLS_LISTED + 20; i++) {
      many.add(recordOf([call(`tool ${i}`)], [call(`tool ${i % 9}`)]));
    }
    const { lines, toolCount, cells } = tableOfTools(many.finish(), allRows(TOOLS_LISTED + 20));
    expect([lines.length, toolCount]).toEqual([TOOLS_LISTED, TOOLS_LISTED + 20]);
    const listed = new Set(lines.map(({ tool }) => tool));
    expect(cells.every(({ made }) => listed.has(made))).toBe(true);
  });
});
