import {
  areOwnRows,
  CALL_SIDES,
  type ColumnRole,
  type ColumnRoles,
} from '#core/read/names/column-roles.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { canonicalText } from '#core/base/json/equal-json.ts';
import {
  isBlank,
  isJsonList,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  COLUMN_NAMES,
  namesCallsOnly,
  rankOfCalls,
  sideOfName,
  simplifyName,
} from '#core/read/names/column-names.ts';
import { assignRoles, namingColumn } from './columns.ts';
import { isInvertedName, toFailure, unitOf } from './convert-cell.ts';
import { mapColumns, type ColumnChoice, type UnsureSide } from './map-columns.ts';
import type { CellConversion, SplitCalls } from '#core/read/choices/reading-choices.ts';
import { filledCells, SAMPLE_ROWS } from '#core/read/cells/group-calls.ts';
import { findSplitCalls } from '#core/read/cells/split-calls.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { RECORD_NAMES } from '#core/calls/record-names.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';

/** Which columns are taken for what, and which of them are rewritten first. */
export interface ColumnPlan {
  readonly roles: ColumnRoles;
  readonly conversions: readonly CellConversion[];
  /** Columns of which one may be the side that is lacking. */
  readonly unsure: UnsureSide | undefined;
  /** Columns that say something else of a role than the one that was taken without asking. */
  readonly disagreeing: readonly Disagreement[];
}

/** A column taken for a role, and others whose names speak of the same, with something else in some row. */
interface Disagreement {
  readonly role: ColumnRole;
  readonly column: string;
  readonly others: readonly string[];
}

/** Roles for which a column with a usual name is taken without asking; the reason is reported. */
const TAKEN: readonly ColumnRole[] = [
  'prompt',
  'response',
  'reference',
  'predicted_trajectory',
  'reference_trajectory',
  'tool_declarations',
];

/**
 * Assigns columns to roles: those a person has set, those with the service's own names, and those
 * whose names or cells tell.
 * @param chosen roles a person has set; an empty text means "no column"
 * @param known conversions that were settled before; absent where nothing is
 * @returns the roles; a role whose column is converted has the service's own name
 */
export function planColumns(
  rows: readonly JsonObject[],
  chosen: ColumnRoles = {},
  known?: readonly CellConversion[],
): ColumnPlan {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (!known && areOwnRows(rows) && Object.keys(chosen).length === 0)
    return { roles: assignRoles(names), conversions: [], unsure: undefined, disagreeing: [] };
  const taken = new Set(Object.values(chosen));
  const { choices, unsure } = mapColumns(rows, chosen);
  const proposals = choices.filter(({ column }) => !taken.has(column));
  const conversions = [
    planConversion('latency_in_seconds', rows, chosen, known, proposals),
    planConversion('failure', rows, chosen, known, proposals),
    ...planCalls(rows, chosen, known, proposals),
  ].filter((conversion) => conversion !== undefined);
  const converted = Object.fromEntries(conversions.map(({ role }) => [role, role]));
  const found = Object.fromEntries(
    proposals.filter((choice) => isTaken(choice, names)).map(({ role, column }) => [role, column]),
  );
  const others = proposals.filter(({ role }) => role !== 'id').map(({ column }) => column);
  const named = chosen.id === undefined ? namingColumn(rows, new Set([...taken, ...others])) : {};
  const roles = assignRoles(names, { ...named, ...found, ...chosen, ...converted });
  const own = Object.fromEntries(conversions.map(({ role, column }) => [role, column]));
  const disagreeing = TELLERS.filter(({ role }) => chosen[role] === undefined).flatMap((teller) =>
    disagreeingWith(teller, rows, { ...roles, ...own }),
  );
  return { roles, conversions, unsure, disagreeing };
}

/** What columns say of a role, by their names and cells. */
interface Teller {
  readonly role: ColumnRole;
  readonly tells: (name: string) => boolean;
  /** What a cell says, as text; undefined where it says nothing. */
  readonly read: (cell: JsonValue, name: string) => string | undefined;
}

/** Finds columns that say something else than the one taken for a role. */
function disagreeingWith(
  { role, tells, read }: Teller,
  rows: readonly JsonObject[],
  { [role]: column = '', ...taken }: ColumnRoles,
): readonly Disagreement[] {
  const isTaken = new Set([column, ...Object.values(taken)]);
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const others = [...names].filter((name) => {
    if (isTaken.has(name) || !tells(name)) return false;
    return rows.some((row) => {
      const said = read(row[name] ?? null, name);
      const own = said === undefined ? undefined : read(row[column] ?? null, column);
      return own !== undefined && said !== own;
    });
  });
  return others.length === 0 ? [] : [{ role, column, others }];
}

/**
 * The calls in a cell; one that may be a talk or an answer says nothing in a word or without calls, nor
 * do names of tools of what is expected beside them.
 */
function callsIn(cell: JsonValue, name: string): string | undefined {
  const isUsual = namesCallsOnly(name);
  const isPlain = typeof unwrapEncoded(cell, parseTolerant) === 'string';
  if (isPlain && !isUsual) return undefined;
  const side = readTrajectory(cell);
  if (side.state !== 'calls') return undefined;
  const { calls, reading } = side;
  if (calls.length === 0 && !isUsual && rankOfCalls(name) === undefined) return undefined;
  const isExpected = sideOfName(name) === 'reference_trajectory';
  if (isExpected && reading?.isNamesOnly === true) return undefined;
  return calls
    .map(({ tool_name, tool_input }) => `${tool_name} ${canonicalText(tool_input)}`)
    .join('\n');
}

const FAILURE_NAMES = COLUMN_NAMES.failure.filter(
  (name) => !/^(?:passed|status|level)$/.test(name),
);

function failureIn(cell: JsonValue, name: string): string | undefined {
  if (isBlank(cell)) return undefined;
  const failure = toFailure(cell, isInvertedName(simplifyName(name)));
  return failure === 0 || failure === 1 ? String(failure) : undefined;
}

/** Times and flags are taken from other names only where their cells can be used as they are. */
function isTaken({ role, unit, isInverted }: ColumnChoice, names: readonly string[]): boolean {
  if (names.includes(role)) return false;
  return TAKEN.includes(role) || unit === 'seconds' || isInverted === false;
}

/**
 * Finds the conversion of a role’s column: the one settled before, or what is to be made of the
 * column that is chosen now.
 */
function planConversion(
  role: 'latency_in_seconds' | 'failure',
  rows: readonly JsonObject[],
  chosen: ColumnRoles,
  known: readonly CellConversion[] | undefined,
  proposals: readonly ColumnChoice[],
): CellConversion | undefined {
  const settled = known?.find((conversion) => conversion.role === role);
  const proposed = known ? undefined : proposals.find((choice) => choice.role === role)?.column;
  const column = chosen[role] ?? proposed;
  if (column === undefined || column === role || column === settled?.column) return settled;
  if (column === '') return undefined;
  const cells = filledCells(rows.slice(0, SAMPLE_ROWS), column);
  const name = simplifyName(column);
  if (role === 'latency_in_seconds') {
    const unit = unitOf(name, cells);
    return unit === 'milliseconds' ? { role, column, unit } : undefined;
  }
  const isInverted = isInvertedName(name);
  return isInverted || !cells.every(isFlag) ? { role, column, isInverted } : undefined;
}

/** Names of tools with their arguments in a column beside them are calls. */
function planCalls(
  rows: readonly JsonObject[],
  chosen: ColumnRoles,
  known: readonly CellConversion[] | undefined,
  proposals: readonly ColumnChoice[],
): readonly SplitCalls[] {
  const columns = Object.fromEntries(proposals.map(({ role, column }) => [role, column]));
  const found = findSplitCalls(rows.slice(0, SAMPLE_ROWS), { ...columns, ...chosen });
  return CALL_SIDES.flatMap((role) => {
    const settled = known?.find((item): item is SplitCalls => item.role === role);
    const column = chosen[role];
    const isAsSettled = column === undefined || column === role || column === settled?.column;
    if (known && isAsSettled) return settled ?? [];
    return found.find((calls) => calls.role === role) ?? [];
  });
}

function isFlag(cell: JsonValue): boolean {
  return typeof cell !== 'object' && /^(0|1|true|false)$/i.test(String(cell).trim());
}

const TELLERS: readonly Teller[] = [
  ...CALL_SIDES.map((role) => ({
    role,
    tells: (name: string) => sideOfName(name) === role,
    read: callsIn,
  })),
  {
    role: 'failure',
    tells: (name) => FAILURE_NAMES.includes(simplifyName(name)),
    read: failureIn,
  },
];

/** The names that do not say a unit, of times from which one would be told. */
const UNITLESS = [...RECORD_NAMES]
  .filter(
    ([, { field, unit }]) => (field === 'start' || field === 'duration') && unit === undefined,
  )
  .map(([name]) => name);

/**
 * Finds the times of steps whose unit neither their name nor their text says, so that only their size
 * tells it.
 * @returns each key with its unit, `latency in ms`; a key is there twice where its numbers differ
 */
export function unitsBySize(rows: readonly JsonObject[], roles: ColumnRoles): readonly string[] {
  const found = new Set<string>();
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    for (const step of stepsIn(row, roles))
      readStepRecord(step, (key, unit) => found.add(`${key} in ${unit}`));
  }
  return [...found];
}

/** The calls of a row and what was said between them, as they are in it. */
function stepsIn(row: JsonObject, roles: ColumnRoles): readonly JsonValue[] {
  const { predicted_trajectory: calls = '', transcript = '' } = roles;
  const side = readTrajectory(worthReading(ownValue(row, calls)));
  const said = unwrapEncoded(worthReading(ownValue(row, transcript)));
  return [
    ...(side.state === 'calls' ? side.calls.map(({ source }) => source) : []),
    ...(isJsonList(said) ? said : []),
  ];
}

/** A cell of text is long to parse and seldom holds a time: one without any such name is left out. */
function worthReading(cell: JsonValue | undefined): JsonValue | undefined {
  return typeof cell !== 'string' || UNITLESS.some((name) => cell.includes(name))
    ? cell
    : undefined;
}
