import { type LabelColumn, LabelGatherer } from '#core/score/columns/scored-columns.ts';
import { alignTrajectories, pairLeftovers, type Slot } from '#core/match/align.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { bestReference, isSkippedSlot } from '#core/match/best-reference.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import type { MatchingRules } from '#core/match/rules.ts';

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

/** Whether a text of {@link toolPairsOf} is in a cell of the table. */
export function isOfCell(pair: string, cell: CellOfTools): boolean {
  const { expected, made, isRight } = parseToolPair(pair);
  const isPart = cell.isRight === undefined || cell.isRight === isRight;
  return expected === cell.expected && made === cell.made && isPart;
}

/** The expected tool of a slot and the called one; empty for no call. */
export interface ToolPair {
  readonly expected: string;
  readonly made: string;
  /** Whether the call matches, arguments included. */
  readonly isRight: boolean;
}

const NAME_LIMIT = 200;

/**
 * Lists the tool pairs of all slots, as texts for {@link parseToolPair}. A missing and an extra
 * call at the same place are one pair.
 */
export function toolPairsOf(
  slots: readonly Slot[],
  reference: Trajectory,
  prediction: Trajectory,
): string[] {
  const toolAt = (calls: Trajectory, place: number | undefined): string =>
    (place === undefined ? undefined : calls[place])?.tool_name.slice(0, NAME_LIMIT) ?? '';
  const pairs: string[] = [];
  for (const slot of pairLeftovers(slots)) {
    // a moved call has two slots; it counts where it is expected
    if (slot.kind === 'moved' && slot.at === 'prediction') continue;
    const expected = toolAt(reference, slot.reference);
    const made = slot.kind === 'moved' ? expected : toolAt(prediction, slot.prediction);
    pairs.push(print({ expected, made, isRight: slot.kind === 'equal' || slot.kind === 'moved' }));
  }
  return pairs;
}

/** The first tool is written with its length, because tools may have any name. */
function print({ expected, made, isRight }: ToolPair): string {
  return `${isRight ? '=' : '~'}${expected.length}:${expected}${made}`;
}

/** Parses a text of {@link toolPairsOf}. */
export function parseToolPair(text: string): ToolPair {
  const colon = text.indexOf(':');
  const middle = colon + 1 + Number(text.slice(1, colon));
  return {
    expected: text.slice(colon + 1, middle),
    made: text.slice(middle),
    isRight: text.startsWith('='),
  };
}

/** Gathers the tool pairs of rows. */
export class ToolPairGatherer {
  readonly #roles: ColumnRoles;
  readonly #matcher: CallMatcher;
  readonly #labels = new LabelGatherer(true);

  /** Creates a gatherer; without rules, calls match when equal. */
  constructor(roles: ColumnRoles, rules: MatchingRules | undefined) {
    this.#roles = roles;
    this.#matcher = createMatcher(rules);
  }

  /** Adds a row; it has no pairs where its sides cannot be compared. */
  add(record: JsonObject): void {
    const { row } = readRow(record, this.#roles, 0, this.#matcher);
    const best = bestReference(row);
    if (!best || row.prediction.state !== 'calls') {
      this.#labels.add([]);
      return;
    }
    const { reference, pair } = best;
    const { calls } = row.prediction;
    const slots = alignTrajectories(reference, calls, pair);
    const counted = slots.filter((slot) => !isSkippedSlot(slot, pair));
    this.#labels.add(toolPairsOf(counted, reference, calls));
  }

  /** Ends the gathering and returns the pairs of all rows. */
  finish(): LabelColumn {
    return this.#labels.finish();
  }
}
