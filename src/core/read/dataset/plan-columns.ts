import type { Side } from '#core/read/framework/adapter.ts';
import {
  namesCallsOnly,
  namesCases,
  namesExpected,
  COLUMN_NAMES,
  PREDICTED_NAMES,
  REFERENCE_NAMES,
  REFERENCE_SIDE,
  sideOfName,
  simplifyName,
  tellsSide,
  rankOfCalls,
} from '#core/read/names/column-names.ts';
import { exampleOf, isCallLike, readCallText } from '#core/calls/read-call.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import {
  CALL_SIDES,
  type ColumnRole,
  type ColumnRoles,
  areOwnRows,
} from '#core/read/names/column-roles.ts';
import { readDeclarationsCell } from '#core/calls/declarations/read-declarations.ts';
import {
  isBlank,
  isJsonList,
  type JsonObject,
  type JsonValue,
  ownValue,
} from '#core/base/json/json-value.ts';
import { listAt } from '#core/base/lists/lists.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { splitNames } from '#core/calls/call-names.ts';
import { holdsCalls } from '#core/read/transcripts/record-cells.ts';
import { hasStepPattern, isStepPattern } from '#core/read/cells/read-steps.ts';
import { SAMPLE_ROWS, filledCells, findSplitCalls } from '#core/read/cells/group-calls.ts';
import { isInvertedName, STATUS_NAMES, toFailure, unitOf } from './convert-cell.ts';
import type { TimeUnit, CellConversion, SplitCalls } from '#core/read/choices/reading-choices.ts';
import { canonicalText } from '#core/base/json/equal-json.ts';
import { assignRoles, namingColumn } from './columns.ts';
import { RECORD_NAMES } from '#core/calls/record-names.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';

/** Why a column was taken for a role. */
type ColumnReason =
  /** Its name is usual for the role. */
  | { readonly by: 'name' }
  /** Most of its cells hold calls. */
  | { readonly by: 'content'; readonly cells: number; readonly of: number };

/** A column taken for a role. */
export interface ColumnChoice {
  readonly role: ColumnRole;
  readonly column: string;
  readonly why: ColumnReason;
  /** For the latency: its unit; `unsure` when neither name nor numbers tell. */
  readonly unit?: TimeUnit;
  /** For the failure: whether the column says that a run succeeded. */
  readonly isInverted?: boolean;
}

/** Roles assigned after the sides, so that calls are not taken for an answer's text. */
const OTHERS: readonly ColumnRole[] = [
  'id',
  'prompt',
  'response',
  'reference',
  'latency_in_seconds',
  'failure',
  'tool_declarations',
];

interface Column {
  readonly name: string;
  readonly simple: string;
  /** The cells of the sample that hold something. */
  readonly cells: readonly JsonValue[];
}

/** Columns that may be the missing side of a file. */
interface UnsureSide {
  readonly side: Side;
  /** Columns that hold calls, in the order of the file; a single one was taken as called. */
  readonly names: readonly string[];
  /** The first call of each. */
  readonly examples: readonly string[];
}

/** The columns taken for roles, and those among which a person must choose. */
export interface ColumnMapping {
  readonly choices: readonly ColumnChoice[];
  /** Undefined where both sides are known, or nothing else holds calls. */
  readonly unsure: UnsureSide | undefined;
}

/**
 * Assigns columns to roles by their names and the cells of the first rows, and finds those that may
 * be a side.
 * @param rows the rows; of each column the first 50 cells that hold something are looked at
 * @param chosen roles a person has set
 * @returns one choice for each other role that a column fits, with the reason
 */
export function mapColumns(rows: readonly JsonObject[], chosen: ColumnRoles = {}): ColumnMapping {
  const columns = columnsOf(rows);
  const choices: ColumnChoice[] = [];
  const taken = new Set(Object.values(chosen));
  const free = (): readonly Column[] =>
    columns.filter(
      ({ name }) => !taken.has(name) && choices.every(({ column }) => column !== name),
    );
  const add = (choice: ColumnChoice | undefined): void => {
    if (choice) choices.push(choice);
  };
  const sides = SIDES.filter((role) => chosen[role] === undefined);
  for (const role of sides) add(chooseByName(role, free()));
  const lacking = sides.filter((side) => choices.every(({ role }) => role !== side));
  const several = chooseSides(lacking, free, add);
  const unknown = sides.length < SIDES.length ? [] : columnsOfUnknownSide(columns, choices);
  if (unknown.length > 1) choices.length = 0;
  for (const role of OTHERS) add(chooseByName(role, free()));
  const hasAnswer = choices.some(({ role }) => role === 'response');
  const isAsked = unknown.length > 1 || (unknown.length === 1 && !hasAnswer);
  const unsure = isAsked
    ? unsureOf(unknown.length > 1 ? 'predicted' : 'reference', unknown)
    : several;
  return { choices, unsure };
}

/** Columns of calls whose names do not say the side, where no column with a telling name was taken. */
function columnsOfUnknownSide(
  columns: readonly Column[],
  choices: readonly ColumnChoice[],
): readonly Column[] {
  const isSideNamed = choices.some(({ column }) => tellsSide(column));
  return isSideNamed ? [] : columns.filter((column) => holdsCallsMostly(column));
}

function unsureOf(side: Side, columns: readonly Column[]): UnsureSide {
  const names = columns.map(({ name }) => name);
  return { side, names, examples: columns.map(({ cells }) => exampleIn(cells)) };
}

const EXAMPLE_LENGTH = 60;

/** The first call of a column, cut. */
function exampleIn(cells: readonly JsonValue[]): string {
  const list = unwrapEncoded(cells.find(isCallCell), parseTolerant);
  return exampleOf(isJsonList(list) ? list[0] : undefined, EXAMPLE_LENGTH);
}

/** A column with a usual name of one side is not taken for the other. */
const ALL_SIDES = new Set([...PREDICTED_NAMES, ...REFERENCE_NAMES]);

const SIDES = CALL_SIDES.toReversed();

/**
 * Assigns columns without a usual name to a side that is not known yet: the only one whose name
 * hints at it, or the only one left. Where there are several, none is taken.
 */
function chooseSides(
  lacking: readonly ColumnRole[],
  free: () => readonly Column[],
  add: (choice: ColumnChoice) => void,
): UnsureSide | undefined {
  if (lacking.length === 0) return undefined;
  const unnamed = free().filter(
    (column) => !ALL_SIDES.has(column.simple) && holdsCallsMostly(column),
  );
  const withCalls = (): readonly Column[] => {
    const left = new Set(free());
    return unnamed.filter((column) => left.has(column));
  };
  const [expected, ...others] = withCalls().filter(({ name }) => REFERENCE_SIDE.test(name));
  const isExpectedKnown = !lacking.includes('reference_trajectory');
  const takesExpected = !isExpectedKnown && expected !== undefined && others.length === 0;
  if (takesExpected) add(byContent('reference_trajectory', expected));
  for (const role of CALL_SIDES) {
    if (!lacking.includes(role) || (takesExpected && role === 'reference_trajectory')) continue;
    const [only, ...more] = withCalls().filter(
      ({ name }) => !tellsSide(name) || sideOfName(name) === role,
    );
    if (!only) continue;
    if (more.length > 0) {
      const side = role === 'predicted_trajectory' ? 'predicted' : 'reference';
      return unsureOf(side, [only, ...more]);
    }
    const isExpected = REFERENCE_SIDE.test(only.name) || only.cells.some(hasStepPattern);
    if (role === 'predicted_trajectory' && isExpected) continue;
    add(byContent(role, only));
  }
  return undefined;
}

function byContent(role: ColumnRole, { name, cells }: Column): ColumnChoice {
  const found = cells.filter(isCallCell).length;
  return { role, column: name, why: { by: 'content', cells: found, of: cells.length } };
}

function holdsCallsMostly({ name, cells }: Column): boolean {
  return !namesCases(name) && 2 * cells.filter(isCallCell).length > cells.length;
}

function columnsOf(rows: readonly JsonObject[]): readonly Column[] {
  const columns = new Map<string, JsonValue[]>();
  for (const row of rows) {
    for (const [name, cell] of Object.entries(row)) {
      const cells = listAt(columns, name);
      if (!isBlank(cell) && cells.length < SAMPLE_ROWS) cells.push(cell);
    }
  }
  return Array.from(columns, ([name, cells]) => ({ name, simple: simplifyName(name), cells }));
}

/** Takes the column with the most content; of equals the one with the most usual name. */
function chooseByName(role: ColumnRole, columns: readonly Column[]): ColumnChoice | undefined {
  const bySimple = new Map(columns.map((column) => [column.simple, column]));
  let best: ColumnChoice | undefined;
  let most = -1;
  for (const [rank, name] of COLUMN_NAMES[role].entries()) {
    const column = columns.find((item) => item.name === name) ?? bySimple.get(name);
    if (!column || !fits(role, column, rank === 0)) continue;
    const rankOfCells = rankByCells(role, column);
    if (rankOfCells <= most) continue;
    most = rankOfCells;
    best = { role, column: column.name, why: { by: 'name' }, ...details(role, column) };
  }
  return best;
}

/**
 * Rates a column for a role: 0 where no row holds anything, 1 where one does; for expected
 * calls 2 where some row expects one, 3 where it has more than a name.
 */
function rankByCells(role: ColumnRole, { cells }: Column): number {
  if (cells.length === 0) return 0;
  if (role !== 'reference_trajectory') return 1;
  const lists = cells.map((cell) => unwrapEncoded(cell, parseTolerant));
  if (lists.some((list) => isJsonList(list) && list.some((item) => typeof item === 'object')))
    return 3;
  return lists.some((list) => !isJsonList(list) || list.length > 0) ? 2 : 1;
}

/** The service's own names are taken whatever they hold: a problem there should be reported. */
function fits(role: ColumnRole, { cells, simple }: Column, isOwnName: boolean): boolean {
  if (isOwnName) return true;
  if (cells.length === 0)
    return CALL_SIDES.some((side) => side === role) && tellsSide(simple) && namesCallsOnly(simple);
  switch (role) {
    case 'predicted_trajectory':
    case 'reference_trajectory':
      if (cells.some(hasStepPattern)) return true;
      return 2 * cells.filter((cell) => mayHoldCalls(cell, simple)).length > cells.length;
    case 'latency_in_seconds':
      return cells.every((cell) => Number.isFinite(typeof cell === 'object' ? NaN : Number(cell)));
    case 'failure': {
      if (cells.some((cell) => typeof cell === 'object')) return false;
      if (!STATUS_NAMES.includes(simple)) return true;
      // a program's 0 is a success, a flag's is none
      if (cells.every((cell) => typeof cell === 'number')) return false;
      const known = cells.map((cell) => toFailure(cell, true)).filter((is) => is === 0 || is === 1);
      return 2 * known.length > cells.length;
    }
    case 'tool_declarations': {
      // a request without tools has an empty list
      const filled = cells.filter((cell) => !isJsonList(cell) || cell.length > 0);
      return filled.length > 0 && filled.every(isDeclarations);
    }
    default:
      return cells.every((cell) => !isJsonList(unwrapEncoded(cell)));
  }
}

/** Whether a cell declares tools with their arguments' schemas; other lists under such names are calls. */
function isDeclarations(cell: JsonValue): boolean {
  const { tools, issues } = readDeclarationsCell(cell);
  return issues.length === 0 && [...tools.values()].some(({ schema }) => schema !== undefined);
}

/** Text may also list names, or calls as Python prints them; both are read later. */
function mayHoldCalls(cell: JsonValue, simple: string): boolean {
  if (holdsCalls(cell, simple)) return true;
  if (typeof cell !== 'string' || simple === 'ground_truth') return false;
  if (/^\s*\[\s*(\{\s*'|\])/.test(cell)) return true;
  return splitNames(cell).every((name) => /^[\w.:/-]+$/.test(name));
}

function details(role: ColumnRole, { simple, cells }: Column): Partial<ColumnChoice> {
  if (role === 'latency_in_seconds') return { unit: unitOf(simple, cells) };
  return role === 'failure' ? { isInverted: isInvertedName(simple) } : {};
}

/** In columns with unknown names, only groups and objects with a tool's name and arguments count. */
function isCallCell(cell: JsonValue): boolean {
  const list = unwrapEncoded(cell, parseTolerant);
  const isCall = (item: JsonValue): boolean =>
    isCallLike(item) ||
    isStepPattern(item) ||
    (typeof item === 'string' && readCallText(item) !== undefined);
  return isJsonList(list) && list.length > 0 && list.every(isCall);
}

/** The roles of columns, and the conversions to apply first. */
export interface ColumnPlan {
  readonly roles: ColumnRoles;
  readonly conversions: readonly CellConversion[];
  /** Columns that may be the missing side. */
  readonly unsure: UnsureSide | undefined;
  /** Columns that disagree with the one that was taken for a role without asking. */
  readonly disagreeing: readonly Disagreement[];
}

/** A column taken for a role, and others with names of the same role that differ from it in some row. */
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
  const decided = { ...found, ...chosen, ...converted };
  const withRole = new Set([...taken, ...others, ...Object.values(assignRoles(names, decided))]);
  const named = chosen.id === undefined ? namingColumn(rows, withRole) : {};
  const roles = assignRoles(names, { ...named, ...decided });
  const own = Object.fromEntries(conversions.map(({ role, column }) => [role, column]));
  const disagreeing = EVIDENCE.filter(({ role }) => chosen[role] === undefined).flatMap(
    (evidence) => disagreeingWith(evidence, rows, names, { ...roles, ...own }),
  );
  return { roles, conversions, unsure, disagreeing };
}

/** How columns with names of a role are read, to compare them. */
interface Evidence {
  readonly role: ColumnRole;
  readonly isNamed: (name: string) => boolean;
  /** What a cell says, as text; undefined where it says nothing. */
  readonly read: (cell: JsonValue, name: string) => string | undefined;
}

/** Finds columns that disagree with the one taken for a role. */
function disagreeingWith(
  { role, isNamed, read }: Evidence,
  rows: readonly JsonObject[],
  names: readonly string[],
  { [role]: column = '', ...taken }: ColumnRoles,
): readonly Disagreement[] {
  const isTaken = new Set([column, ...Object.values(taken)]);
  const others = names.filter((name) => {
    if (isTaken.has(name) || !isNamed(name)) return false;
    return rows.some((row) => {
      const other = read(row[name] ?? null, name);
      const own = other === undefined ? undefined : read(row[column] ?? null, column);
      return own !== undefined && other !== own;
    });
  });
  return others.length === 0 ? [] : [{ role, column, others }];
}

/**
 * The calls in a cell as text, to compare columns; undefined for a cell that may be a conversation or
 * an answer and holds no calls, and for a list of expected names.
 */
function callsIn(cell: JsonValue, name: string): string | undefined {
  const isUsual = namesCallsOnly(name);
  const isPlain = typeof unwrapEncoded(cell, parseTolerant) === 'string';
  if (isPlain && !isUsual) return undefined;
  const side = readTrajectory(cell);
  if (side.state !== 'calls') return undefined;
  const { calls, reading } = side;
  if (calls.length === 0 && !isUsual && rankOfCalls(name) === undefined) return undefined;
  if (namesExpected(name) && reading?.isNamesOnly === true) return undefined;
  return calls
    .map(({ tool_name, tool_input }) => `${tool_name} ${canonicalText(tool_input)}`)
    .join('\n');
}

const FAILURE_NAMES = COLUMN_NAMES.failure.filter(
  (name) => name !== 'passed' && !STATUS_NAMES.includes(name),
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
 * Finds the conversion of a role’s column: the one settled before, or a new one for the column that
 * is chosen now.
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

/** Tool names with arguments in another column are read as calls. */
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

const EVIDENCE: readonly Evidence[] = [
  ...CALL_SIDES.map((role) => ({
    role,
    isNamed: (name: string) => sideOfName(name) === role,
    read: callsIn,
  })),
  {
    role: 'failure',
    isNamed: (name) => FAILURE_NAMES.includes(simplifyName(name)),
    read: failureIn,
  },
];

/** Time columns whose names do not say the unit. */
const UNITLESS = [...RECORD_NAMES]
  .filter(
    ([, { field, unit }]) => (field === 'start' || field === 'duration') && unit === undefined,
  )
  .map(([name]) => name);

/**
 * Finds the times of steps whose unit follows only from their size, not from their name or text.
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

/** The calls of a row and the messages between them, as recorded. */
function stepsIn(row: JsonObject, roles: ColumnRoles): readonly JsonValue[] {
  const { predicted_trajectory: calls = '', transcript = '' } = roles;
  const side = readTrajectory(worthReading(ownValue(row, calls)));
  const messages = unwrapEncoded(worthReading(ownValue(row, transcript)));
  return [
    ...(side.state === 'calls' ? side.calls.map(({ source }) => source) : []),
    ...(isJsonList(messages) ? messages : []),
  ];
}

/** A cell of text is long to parse and seldom holds a time: one without any such name is left out. */
function worthReading(cell: JsonValue | undefined): JsonValue | undefined {
  return typeof cell !== 'string' || UNITLESS.some((name) => cell.includes(name))
    ? cell
    : undefined;
}
