import type { LabelColumn } from '#core/score/columns/scored-columns.ts';
import { parseToolPair } from './tool-pair.ts';

interface ToolLine {
  readonly tool: string;
  expectedCalls: number;
  madeCalls: number;
  /** Calls that match an expected one, arguments included. */
  rightCalls: number;
  /** Calls of an expected tool with other arguments. */
  otherArguments: number;
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
  readonly lines: readonly Readonly<ToolLine>[];
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
  const tools = new Map<string, ToolLine>();
  const lineOf = (tool: string): ToolLine => {
    const none = { expectedCalls: 0, madeCalls: 0, rightCalls: 0, otherArguments: 0 };
    const line = tools.get(tool) ?? { tool, ...none };
    tools.set(tool, line);
    return line;
  };
  for (const { expected, made, calls, rightCalls } of cells) {
    lineOf(expected).expectedCalls += calls;
    lineOf(made).madeCalls += calls;
    if (expected !== made) continue;
    lineOf(made).rightCalls += rightCalls;
    lineOf(made).otherArguments += calls - rightCalls;
  }
  tools.delete('');
  const callsOf = (line: ToolLine): number => line.expectedCalls + line.madeCalls;
  const wrongOf = (line: ToolLine): number => callsOf(line) - 2 * line.rightCalls;
  return [...tools.values()].sort(
    (a, b) => wrongOf(b) - wrongOf(a) || callsOf(b) - callsOf(a) || (a.tool < b.tool ? -1 : 1),
  );
}

/** Whether a tool pair, see tool-pair.ts, is in a cell of the table. */
export function isOfCell(pair: string, cell: CellOfTools): boolean {
  const { expected, made, isRight } = parseToolPair(pair);
  const isPart = cell.isRight === undefined || cell.isRight === isRight;
  return expected === cell.expected && made === cell.made && isPart;
}
