import { DEPTH_LIMIT, isDeeperThan, type JsonValue } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import type { Outcome } from '#core/calls/outcome.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { readTrajectories, readTrajectory } from '#core/read/cells/read-trajectory.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { ColumnRole, ColumnRoles } from '#core/read/names/column-roles.ts';
import type { ScoreColumn, ScoreRow } from '#core/score/metric/metric.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';

/** A formula with its column, and whether calls are compared by name. */
export type ColumnScorer = readonly [score: ScoreRow, column: ScoreColumn, isByName: boolean];

/** The score of a row in a column. */
export interface ColumnScore {
  /** The column's id, e.g. `trajectory_recall`. */
  readonly metric: string;
  /** The score; null for none. */
  readonly score: number | null;
  /** `scored`, or why there is no score. */
  readonly outcome: Outcome;
}

/** A cell as JSON text; null and undefined for an empty one. */
type CellText = string | null | undefined;

/** A value that no trajectory has. */
const UNREADABLE = false;

/**
 * Makes the function that a warehouse runs for each row: from cells in the order of `roles` to a
 * score for each column; it never throws. Cells are read as the page reads a file, except that a
 * trajectory that is not strict JSON is unreadable.
 */
export function rowScorer(
  roles: readonly ColumnRole[],
  settings: MetricSettings,
  matcher: CallMatcher,
  scorers: readonly ColumnScorer[],
): (cells: readonly CellText[]) => ColumnScore[] {
  const columns: ColumnRoles = Object.fromEntries(roles.map((role) => [role, role]));
  return (cells) => {
    const record = Object.fromEntries(
      roles.map((role, index) => [role, readCell(cells[index], role)]),
    );
    const row = readStrictly(record, columns, matcher);
    return scorers.map(([score, column, isByName]) => {
      const result = score(isByName ? row.byName : row, settings, column);
      return typeof result === 'number'
        ? { metric: column.id, score: result, outcome: 'scored' }
        : { metric: column.id, score: null, outcome: result };
    });
  };
}

function readCell(text: CellText, role: ColumnRole): JsonValue {
  if (text === null || text === undefined) return null;
  const reading = tryJson(text);
  // invalid numbers have no JSON
  if (!reading) return Number.NaN;
  // as on the page, deeper rows are refused
  if (isDeeperThan(reading.value, DEPTH_LIMIT - 1)) return isTrajectory(role) ? UNREADABLE : text;
  return reading.value;
}

function readStrictly(
  record: Record<string, JsonValue>,
  columns: ColumnRoles,
  matcher: CallMatcher,
): ScoredRow {
  try {
    return readRow(record, columns, 1, matcher).row;
  } catch {
    // a trajectory that is not strict JSON becomes a value that counts as unreadable
    for (const role of Object.keys(record)) {
      if (isTrajectory(role) && !isReadable(record[role] ?? null, role)) record[role] = UNREADABLE;
    }
    return readRow(record, columns, 1, matcher).row;
  }
}

function isTrajectory(role: string): boolean {
  return /_trajector/.test(role);
}

function isReadable(cell: JsonValue, role: string): boolean {
  try {
    if (role === 'reference_trajectories') readTrajectories(cell);
    else readTrajectory(cell);
    return true;
  } catch {
    return false; // why does not matter: the outcome says that it cannot be read
  }
}
