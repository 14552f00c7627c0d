import {
  CALL_SIDES,
  type ColumnRole,
  COLUMN_ROLES,
  SERVICE_ROLES,
  type ColumnRoles,
} from '#core/read/names/column-roles.ts';
import { COLUMN_NAMES, sideOfName, simplifyName } from '#core/read/names/column-names.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';

/** The names of an id that are plain enough to be taken without asking. */
const ID_NAMES = COLUMN_NAMES.id.slice(0, COLUMN_NAMES.id.indexOf('uuid') + 1);

/** Columns that mean the role only after a conversion, so a choice of the column is not enough. */
const TO_CONVERT = /_ms$|^(success|successful|passed|status|level)$/;

/** Names that only look like one of a role; the lists of usual names come first. */
const LOOKALIKES: Readonly<Partial<Record<ColumnRole, RegExp>>> = {
  id: /(^|_)(id|uuid|key)$/,
  reference_trajectories: /^(acceptable|alternative|expected|golden)_(trajectories|references)$/,
};

const SIDES_AND_ANSWERS: readonly ColumnRole[] = [...CALL_SIDES, 'response', 'reference'];

/**
 * Assigns columns to roles by their names: the service's own names, and for the id the usual ones.
 * A role is given its usual name even when no row has that column: it is then never recorded. A column
 * whose calls are compared is not the other side or an answer's text as well.
 * @param chosen roles a person has set; an empty text means "no column"
 */
export function assignRoles(names: readonly string[], chosen: ColumnRoles = {}): ColumnRoles {
  const roles: Partial<Record<ColumnRole, string>> = {};
  const { predicted_trajectory, reference_trajectory, reference_trajectories } = chosen;
  const withCalls = [predicted_trajectory, reference_trajectory, reference_trajectories];
  for (const role of COLUMN_ROLES) {
    const usual = role === 'id' ? (ID_NAMES.find((name) => names.includes(name)) ?? 'id') : role;
    const isTaken = SIDES_AND_ANSWERS.includes(role) && withCalls.includes(usual);
    const name = chosen[role] ?? (isTaken || !SERVICE_ROLES.includes(role) ? '' : usual);
    if (name !== '') roles[role] = name;
  }
  return roles;
}

/** A column that may name rows whatever its values look like, where each row has another one. */
const NAMES_ROWS = /(^|_)(id|uuid|key|name|case|ticket|slug|test|scenario)$/;
const NAME_LENGTH = 40;

/** The usual names of a task's id: rows in which one repeats are trials. */
const TASK_IDS = COLUMN_NAMES.id.slice(0, COLUMN_NAMES.id.indexOf('conversation_id'));

/** Ids that the same task has another one of in each run. */
const OF_ONE_RUN =
  /(^|_)(trace|span|session|conversation|invocation|run|request|response|thread|message|call|generation|observation)_(id|uuid|key)$/;

/** Usual names of what a run did, took or ended in. */
const OF_RESULTS = new Set(
  (['predicted_trajectory', 'response', 'latency_in_seconds', 'failure'] as const).flatMap(
    (role) => COLUMN_NAMES[role],
  ),
);

/**
 * Finds the column that identifies rows where none has a usual name of an id.
 * @param rows all rows that are known: a value that repeats later names something else
 * @param taken columns that are something else
 * @returns as id a column named as a task’s; as name of rows the first column with another short text
 *   or whole number in each, whose name says that it names rows or whose values are codes such as
 *   `T-1041`. It is a guess, by which no rows are paired. Neither for fewer than two rows
 */
export function namingColumn(
  rows: readonly JsonObject[],
  taken: ReadonlySet<string>,
): Pick<ColumnRoles, 'id' | 'row_name'> {
  const names = Object.keys(rows[0] ?? {}).slice(0, MAX_NAMES);
  if (rows.length < 2 || names.some((name) => ID_NAMES.includes(name))) return {};
  const isFree = (name: string): boolean =>
    !taken.has(name) && areDistinct(rows.map((row) => row[name]));
  const usual = names.find((name) => TASK_IDS.includes(simplifyName(name)));
  if (usual !== undefined) return isFree(usual) ? { id: usual } : {};
  const guessed = names.find((name) => {
    const simple = simplifyName(name);
    if (OF_RESULTS.has(simple) || OF_ONE_RUN.test(simple) || !isFree(name)) return false;
    return NAMES_ROWS.test(simple) || rows.every((row) => isCode(row[name]));
  });
  return guessed === undefined ? {} : { row_name: guessed };
}

/** Whether values are short texts or whole numbers, no two of them the same; false for one or none. */
export function areDistinct(cells: readonly (JsonValue | undefined)[]): boolean {
  return cells.length > 1 && cells.every(isShortValue) && new Set(cells).size === cells.length;
}

/** Whether a value is a whole number or a text short enough for a name. */
export function isShortValue(cell: JsonValue | undefined): boolean {
  const isShort = typeof cell === 'string' && cell !== '' && cell.length <= NAME_LENGTH;
  return isShort || Number.isInteger(cell);
}

/** Letters with digits, no space, and no date, time or amount such as `812ms`. */
function isCode(cell: JsonValue | undefined): boolean {
  if (typeof cell !== 'string' || /\s/.test(cell) || /^\d{4}-\d\d-/.test(cell)) return false;
  if (/^\p{Sc}?[\d.,:]+\p{L}{1,3}$/u.test(cell)) return false;
  return /\p{L}/u.test(cell) && /\d/.test(cell);
}

/** A file with more columns is no table a person wrote; looking at each would hold up the page. */
const MAX_NAMES = 2000;

/**
 * Proposes a column for a role that no column was taken for.
 * @param names the column names found; the first 2,000 are examined
 * @returns the free column with the most usual name, or one whose name looks right
 */
export function suggestColumn(
  role: ColumnRole,
  names: readonly string[],
  roles: ColumnRoles,
): string | undefined {
  const taken = new Set(Object.values(roles));
  const free = new Map(
    names
      .slice(0, MAX_NAMES)
      .filter((name) => !taken.has(name))
      .map((name) => [simplifyName(name), name]),
  );
  const usual = COLUMN_NAMES[role].find((name) => free.has(name) && !TO_CONVERT.test(name));
  if (usual !== undefined) return free.get(usual);
  const lookalike = [...free].find(
    ([simple]) => LOOKALIKES[role]?.test(simple) ?? sideOfName(simple) === role,
  );
  return lookalike?.[1];
}
