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

/** A formula with the column it scores, and whether calls are compared by their tools' names. */
export type ColumnScorer = readonly [score: ScoreRow, column: ScoreColumn, isByName: boolean];

/** What a row gets in a score column. */
export interface ColumnScore {
  /** The column's id, e.g. `trajectory_recall`. */
  readonly metric: string;
  /** The score; null where there is none. */
  readonly score: number | null;
  /** `scored`, or why there is no score. */
  readonly outcome: Outcome;
}

/** A cell of a table as JSON text; null and undefined where it holds nothing. */
type CellText = string | null | undefined;

/** No value that a trajectory can have. */
const UNREADABLE = false;

/**
 * Makes the function that a warehouse runs for each row, whose cells, in the order of `roles`, give
 * a score for each column; it never throws. It reads cells as the page reads those of a file, but a
 * trajectory that needs more than strict JSON is unreadable.
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
  // a number that is none has no JSON
  if (!reading) return Number.NaN;
  // the page takes no deeper rows
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
    // some trajectory is not strict JSON: it becomes a value that is counted as unreadable
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
