import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, calls, trajectory } from '../../../tests/support/arbitraries.ts';
import { recordOf, scoreRecords } from '../../../tests/support/rows.ts';
import { alignTrajectories } from '#core/alignment/align.ts';
import { joinColumns } from '#core/scoring/scored-columns.ts';
import type { Trajectory } from '#core/trajectory/trajectory.ts';
import { viewRows } from '#core/view/view-rows.ts';
import { parseToolPair, toolPairsOf } from './tool-pair.ts';
import { rowsOfCell, tableOfTools } from './tool-table.ts';

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
  const columns = scoreRecords(RECORDS, { toolTable: true });
  const pairs = columns.toolPairs!;

  it('has precision and recall by tool, and the matrix', () => {
    const { lines, cells } = tableOfTools(pairs);
    expect(lines).toEqual([
      { tool: 'a', expectedCalls: 4, madeCalls: 4, rightCalls: 3, precision: 0.75, recall: 0.75 },
      { tool: 'b', expectedCalls: 2, madeCalls: 2, rightCalls: 1, precision: 0.5, recall: 0.5 },
      { tool: 'c', expectedCalls: 0, madeCalls: 1, rightCalls: 0, precision: 0, recall: null },
    ]);
    expect(cells).toEqual([
      { expected: 'a', made: 'a', calls: 4, rows: 3 },
      { expected: 'b', made: 'b', calls: 1, rows: 1 },
      { expected: 'b', made: 'c', calls: 1, rows: 1 },
      { expected: '', made: 'b', calls: 1, rows: 1 },
    ]);
  });

  it('finds the rows of each cell, also as a filter', () => {
    for (const { expected, made, rows } of tableOfTools(pairs).cells) {
      const found = rowsOfCell(pairs, { expected, made });
      expect(found).toHaveLength(rows);
      const filter = { kind: 'tool-pair', expected, made } as const;
      expect([...viewRows(columns, [filter], [])]).toEqual(found);
    }
    expect(rowsOfCell(pairs, { expected: 'c', made: 'a' })).toEqual([]);
  });

  it('is gathered only when asked for, and joined with the other columns', () => {
    expect(scoreRecords(RECORDS)).not.toHaveProperty('toolPairs');
    const parts = [RECORDS.slice(0, 2), RECORDS.slice(2)].map((records) =>
      scoreRecords(records, { toolTable: true }),
    );
    expect(tableOfTools(joinColumns(parts).toolPairs!)).toEqual(tableOfTools(pairs));
    expect(joinColumns([parts[0]!, scoreRecords([])])).not.toHaveProperty('toolPairs');
  });
});
