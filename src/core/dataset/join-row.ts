import type { ColumnRole } from '#core/issues/issue.ts';
import { isJsonEqual } from '#core/json/equal-json.ts';
import { ownValue, setOwn, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { isBlank } from '#core/trajectory/read-trajectory.ts';
import { COLUMN_ROLES, type ColumnRoles } from './column-roles.ts';

/** A row of one of two files, and which of its columns plays which role. */
export interface SideRow {
  readonly record: JsonObject;
  readonly roles: ColumnRoles;
}

/** Said by the file of references, and by the other only where that one is silent. */
const OF_REFERENCE: ReadonlySet<string> = new Set<ColumnRole>([
  'reference_trajectory',
  'reference_trajectories',
  'reference',
]);

/** What an agent did is said by the file of predictions alone. */
const OF_PREDICTION: ReadonlySet<string> = new Set<ColumnRole>([
  'predicted_trajectory',
  'response',
  'latency_in_seconds',
  'failure',
]);

/**
 * Puts a row of a file of predictions and one of a file of references together. Columns with a role
 * get the service's own names. Where both files fill a column otherwise, both cells are kept: the
 * one that does not count stands under the name with its file in brackets.
 * @param prediction the row with the predicted side; absent: the reference stays alone
 * @param reference the row with the reference side; absent: the prediction stays alone
 * @returns the row; blank cells are left out
 */
export function joinRow(
  prediction: SideRow | undefined,
  reference: SideRow | undefined,
): JsonObject {
  const joined: Record<string, JsonValue> = {};
  const predicted = cellsOf(prediction);
  const expected = cellsOf(reference);
  for (const name of new Set([...predicted.keys(), ...expected.keys()])) {
    const theirs = expected.get(name);
    const ours = predicted.get(name);
    const isTheirs = OF_REFERENCE.has(name) ? theirs !== undefined : ours === undefined;
    const [cell, other] = isTheirs ? [theirs, ours] : [ours, theirs];
    if (isTheirs && OF_PREDICTION.has(name)) {
      if (cell !== undefined) setOwn(joined, `${name} (references)`, cell);
      continue;
    }
    if (cell !== undefined) setOwn(joined, name, cell);
    if (other !== undefined && cell !== undefined && !isSame(cell, other))
      setOwn(joined, `${name} (${isTheirs ? 'predictions' : 'references'})`, other);
  }
  return joined;
}

/** The cells that hold something, under the service's own names. */
function cellsOf(row: SideRow | undefined): ReadonlyMap<string, JsonValue> {
  const cells = new Map<string, JsonValue>();
  if (!row) return cells;
  const { record, roles } = row;
  const roleOf = new Map(
    COLUMN_ROLES.flatMap((role) => (roles[role] === undefined ? [] : [[roles[role], role]])),
  );
  for (const column of Object.keys(record)) {
    const cell = ownValue(record, column);
    if (isBlank(cell)) continue;
    const isOnlyNamed = !roleOf.has(column) && Object.hasOwn(OWN_NAMES, column);
    cells.set(roleOf.get(column) ?? (isOnlyNamed ? `${column} (no role)` : column), cell);
  }
  return cells;
}

const OWN_NAMES = Object.fromEntries(COLUMN_ROLES.map((role) => [role, true]));

/** An id may be a number in one file and text in the other. */
function isSame(a: JsonValue, b: JsonValue): boolean {
  if (typeof a === 'object' || typeof b === 'object') return isJsonEqual(a, b);
  return String(a).trim() === String(b).trim();
}
