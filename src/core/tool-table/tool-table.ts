import type { LabelColumn } from '#core/scoring/scored-columns.ts';
import { parseToolPair, type ToolPair } from './tool-pair.ts';

/** How one tool did over all rows. */
export interface ToolLine {
  readonly tool: string;
  readonly expectedCalls: number;
  readonly madeCalls: number;
  /** Calls made as expected, arguments included. */
  readonly rightCalls: number;
  /** Right calls ÷ calls made; null where the tool was never called. */
  readonly precision: number | null;
  /** Right calls ÷ calls expected; null where the tool was never expected. */
  readonly recall: number | null;
}

/** What was called where a tool was expected; an empty tool stands for "no call". */
export interface ToolCell {
  readonly expected: string;
  readonly made: string;
  readonly calls: number;
  /** Rows in which it happened, to be listed by {@link rowsOfCell}. */
  readonly rows: number;
}

/** Tools by expected tool and tool called. */
export interface ToolTable {
  /** By calls, expected and made, most first; then by name. */
  readonly lines: readonly ToolLine[];
  /** Cells that are not empty, most calls first. */
  readonly cells: readonly ToolCell[];
}

/**
 * Counts what was called where each tool was expected.
 * @param pairs the tool pairs of every row
 * @returns precision and recall by tool, and the matrix; no lines without calls
 */
export function tableOfTools(pairs: LabelColumn): ToolTable {
  const parsed = pairs.names.map(parseToolPair);
  const cells: { expected: string; made: string; calls: number; rows: number; last: number }[] = [];
  const cellOfId: (typeof cells)[number][] = [];
  const byTools = new Map<string, (typeof cells)[number]>();
  for (const [id, { expected, made }] of parsed.entries()) {
    const key = `${expected.length}:${expected}${made}`;
    const cell = byTools.get(key) ?? { expected, made, calls: 0, rows: 0, last: -1 };
    if (!byTools.has(key)) cells.push(cell);
    byTools.set(key, cell);
    cellOfId[id] = cell;
  }
  const right = new Map<string, number>();
  for (let row = 0; row + 1 < pairs.starts.length; row++) {
    for (const id of pairs.ids.subarray(pairs.starts[row], pairs.starts[row + 1])) {
      const cell = cellOfId[id];
      if (!cell) continue;
      cell.calls++;
      if (cell.last !== row) cell.rows++;
      cell.last = row;
      if (parsed[id]?.isRight === true) right.set(cell.made, (right.get(cell.made) ?? 0) + 1);
    }
  }
  return {
    lines: linesOf(cells, right),
    cells: cells
      .map(({ expected, made, calls, rows }) => ({ expected, made, calls, rows }))
      .sort((x, y) => y.calls - x.calls),
  };
}

function linesOf(cells: readonly ToolCell[], right: ReadonlyMap<string, number>): ToolLine[] {
  const expectedCalls = new Map<string, number>();
  const madeCalls = new Map<string, number>();
  for (const { expected, made, calls } of cells) {
    expectedCalls.set(expected, (expectedCalls.get(expected) ?? 0) + calls);
    madeCalls.set(made, (madeCalls.get(made) ?? 0) + calls);
  }
  const tools = new Set([...expectedCalls.keys(), ...madeCalls.keys()]);
  tools.delete('');
  const lines = [...tools].map((tool): ToolLine => {
    const expected = expectedCalls.get(tool) ?? 0;
    const made = madeCalls.get(tool) ?? 0;
    const rightCalls = right.get(tool) ?? 0;
    return {
      tool,
      expectedCalls: expected,
      madeCalls: made,
      rightCalls,
      precision: made === 0 ? null : rightCalls / made,
      recall: expected === 0 ? null : rightCalls / expected,
    };
  });
  const callsOf = (line: ToolLine): number => line.expectedCalls + line.madeCalls;
  return lines.sort((a, b) => callsOf(b) - callsOf(a) || (a.tool < b.tool ? -1 : 1));
}

/**
 * Lists the rows of a cell.
 * @param pairs the tool pairs of every row
 * @param cell the expected tool and the tool called; empty for "no call"
 * @returns row numbers, rising
 */
export function rowsOfCell(
  pairs: LabelColumn,
  cell: Pick<ToolPair, 'expected' | 'made'>,
): number[] {
  const wanted = new Set<number>();
  for (const [id, name] of pairs.names.entries()) {
    const { expected, made } = parseToolPair(name);
    if (expected === cell.expected && made === cell.made) wanted.add(id);
  }
  const rows: number[] = [];
  for (let row = 0; row + 1 < pairs.starts.length; row++) {
    const ids = pairs.ids.subarray(pairs.starts[row], pairs.starts[row + 1]);
    if (ids.some((id) => wanted.has(id))) rows.push(row);
  }
  return rows;
}
