import type { LabelColumn } from '#core/score/columns/scored-columns.ts';
import { parseToolPair } from './tool-pair.ts';

interface ToolLine {
  readonly tool: string;
  readonly expectedCalls: number;
  readonly madeCalls: number;
  /** Calls that match an expected one, arguments included. */
  readonly rightCalls: number;
  /** Calls of an expected tool with other arguments. */
  readonly otherArguments: number;
}

/** A cell of the table: the expected and the called tool; empty for “no call”. */
export interface CellOfTools {
  readonly expected: string;
  readonly made: string;
  /** Only calls that match, or only the others; absent: both. */
  readonly isRight?: boolean;
}

/** The calls in a cell of the table; an empty tool means “no call”. */
interface ToolCell {
  readonly expected: string;
  readonly made: string;
  calls: number;
  /** Those that match, arguments included. */
  rightCalls: number;
}

/** Tools by expected and called tool. */
export interface ToolTable {
  /** Most failed calls first, then by calls, then by name; at most {@link TOOLS_LISTED}. */
  readonly lines: readonly ToolLine[];
  readonly toolCount: number;
  /** Pairs of listed tools, most calls first. */
  readonly cells: readonly Readonly<ToolCell>[];
  /** Rows with calls to compare: those of other rows are not counted. */
  readonly countedRows: number;
  readonly rowCount: number;
}

/** The largest number of tools listed. */
export const TOOLS_LISTED = 500;

/** Counts calls by tool, and by pair of expected and called tool; empty without calls. */
export function tableOfTools(pairs: LabelColumn, rows: Uint32Array): ToolTable {
  const byTools = new Map<string, ToolCell>();
  const kinds = pairs.names.map(parseToolPair).map(({ expected, made, isRight }) => {
    const key = `${expected.length}:${expected}${made}`;
    const cell = byTools.get(key) ?? { expected, made, calls: 0, rightCalls: 0 };
    byTools.set(key, cell);
    return { cell, isRight };
  });
  for (const row of rows) {
    for (const id of pairs.ids.subarray(pairs.starts[row], pairs.starts[row + 1])) {
      const kind = kinds[id];
      if (!kind) continue;
      const { cell, isRight } = kind;
      cell.calls++;
      if (isRight) cell.rightCalls++;
    }
  }
  const cells = [...byTools.values()].filter(({ calls }) => calls > 0);
  const lines = linesOf(cells);
  const listed = new Set(['', ...lines.slice(0, TOOLS_LISTED).map(({ tool }) => tool)]);
  return {
    lines: lines.slice(0, TOOLS_LISTED),
    toolCount: lines.length,
    cells: cells
      .filter(({ expected, made }) => listed.has(expected) && listed.has(made))
      .sort((x, y) => y.calls - x.calls),
    countedRows: rows.filter((row) => pairs.starts[row] !== pairs.starts[row + 1]).length,
    rowCount: rows.length,
  };
}

function linesOf(cells: readonly ToolCell[]): ToolLine[] {
  const tools = new Map<string, { expected: number; made: number; right: number; same: number }>();
  const countsOf = (tool: string) => {
    const counts = tools.get(tool) ?? { expected: 0, made: 0, right: 0, same: 0 };
    tools.set(tool, counts);
    return counts;
  };
  for (const { expected, made, calls, rightCalls } of cells) {
    countsOf(expected).expected += calls;
    countsOf(made).made += calls;
    if (expected !== made) continue;
    countsOf(made).right += rightCalls;
    countsOf(made).same += calls;
  }
  tools.delete('');
  const lines = [...tools].map(([tool, { expected, made, right, same }]): ToolLine => ({
    tool,
    expectedCalls: expected,
    madeCalls: made,
    rightCalls: right,
    otherArguments: same - right,
  }));
  const callsOf = (line: ToolLine): number => line.expectedCalls + line.madeCalls;
  const wrongOf = (line: ToolLine): number => callsOf(line) - 2 * line.rightCalls;
  return lines.sort(
    (a, b) => wrongOf(b) - wrongOf(a) || callsOf(b) - callsOf(a) || (a.tool < b.tool ? -1 : 1),
  );
}

/** Whether a tool pair, see tool-pair.ts, is in a cell of the table. */
export function isOfCell(pair: string, cell: CellOfTools): boolean {
  const { expected, made, isRight } = parseToolPair(pair);
  const isPart = cell.isRight === undefined || cell.isRight === isRight;
  return expected === cell.expected && made === cell.made && isPart;
}
