import type { Side } from '#core/read/framework/adapter.ts';
import {
  namesCallsOnly,
  namesCases,
  COLUMN_NAMES,
  PREDICTED_NAMES,
  REFERENCE_NAMES,
  REFERENCE_SIDE,
  sideOfName,
  simplifyName,
  tellsSide,
} from '#core/read/names/column-names.ts';
import { exampleOf, isCallLike, readCallText } from '#core/calls/read-call.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { CALL_SIDES, type ColumnRole, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { readDeclarationsCell } from '#core/calls/declarations/read-declarations.ts';
import {
  isBlank,
  isJsonList,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { listAt } from '#core/base/lists/list-at.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { splitNames } from '#core/calls/call-names.ts';
import { holdsCalls } from '#core/read/transcripts/record-cells.ts';
import { hasStepPattern, isStepPattern } from '#core/read/cells/read-steps.ts';
import { SAMPLE_ROWS } from '#core/read/cells/group-calls.ts';
import { isInvertedName, toFailure, unitOf } from './convert-cell.ts';
import type { TimeUnit } from '#core/read/choices/reading-choices.ts';

/** Why a column was taken for a role. */
type ColumnReason =
  /** Its name is usual for the role; rank 0 is the most usual. */
  | { readonly by: 'name'; readonly name: string; readonly rank: number }
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

/** The other roles choose after the sides, so that calls are not taken for an answer's text. */
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

/** Columns of which one may be the side that a file lacks. */
export interface UnsureSide {
  readonly side: Side;
  /** Columns that hold calls, in the order they were found; a single one was taken as called. */
  readonly names: readonly string[];
  /** The first call of each. */
  readonly examples: readonly string[];
}

/** The columns taken for roles, and those between which only a person can decide. */
export interface ColumnMapping {
  readonly choices: readonly ColumnChoice[];
  /** Undefined where both sides are known, or nothing else holds calls. */
  readonly unsure: UnsureSide | undefined;
}

/**
 * Assigns columns to roles by their names and by what the first rows hold, and finds those of which
 * one may be a side.
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
  const untold = sides.length < SIDES.length ? [] : untoldSides(columns, choices);
  if (untold.length > 1) choices.length = 0;
  for (const role of OTHERS) add(chooseByName(role, free()));
  const hasAnswer = choices.some(({ role }) => role === 'response');
  const isAsked = untold.length > 1 || (untold.length === 1 && !hasAnswer);
  const unsure = isAsked
    ? unsureOf(untold.length > 1 ? 'predicted' : 'reference', untold)
    : several;
  return { choices, unsure };
}

/** Columns of calls of which no name tells a side, where none that tells one was taken. */
function untoldSides(
  columns: readonly Column[],
  choices: readonly ColumnChoice[],
): readonly Column[] {
  const isTold = choices.some(({ column }) => tellsSide(column));
  return isTold ? [] : columns.filter((column) => holdsCallsMostly(column));
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
 * Assigns columns without a usual name for a side that is not known yet: the only one whose name
 * speaks of it, or the only one left. Of several none is taken.
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

/** Takes the column with the most usual name; of those of a side the one that says the most. */
function chooseByName(role: ColumnRole, columns: readonly Column[]): ColumnChoice | undefined {
  const bySimple = new Map(columns.map((column) => [column.simple, column]));
  let best: ColumnChoice | undefined;
  let most = -1;
  for (const [rank, name] of COLUMN_NAMES[role].entries()) {
    const column = columns.find((item) => item.name === name) ?? bySimple.get(name);
    if (!column || !fits(role, column, rank === 0)) continue;
    const says = saysOfSide(role, column);
    if (says <= most) continue;
    most = says;
    const why = { by: 'name', name, rank } as const;
    best = { role, column: column.name, why, ...details(role, column) };
  }
  return best;
}

/**
 * How much a column says of a side: nothing yet, what was called, or, of what is expected, that some
 * row expects something, and with which arguments.
 */
function saysOfSide(role: ColumnRole, { cells }: Column): number {
  if (role !== 'reference_trajectory') return Math.min(cells.length, 1);
  const lists = cells.map((cell) => unwrapEncoded(cell, parseTolerant));
  if (lists.some((list) => isJsonList(list) && list.some((item) => typeof item === 'object')))
    return 3;
  return lists.some((list) => !isJsonList(list) || list.length > 0) ? 2 : Math.min(cells.length, 1);
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
      // a status may say anything else
      const mayDiffer = simple === 'status' || simple === 'level';
      const told = cells.map((cell) => toFailure(cell, true)).filter((is) => is === 0 || is === 1);
      const isTold = !mayDiffer || 2 * told.length > cells.length;
      return isTold && cells.every((cell) => typeof cell !== 'object');
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

/** Whether a cell declares tools, with what their arguments have to be: such columns also list calls. */
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

/** Without a telling name, only groups and objects with a tool's name and arguments count. */
function isCallCell(cell: JsonValue): boolean {
  const list = unwrapEncoded(cell, parseTolerant);
  const isCall = (item: JsonValue): boolean =>
    isCallLike(item) ||
    isStepPattern(item) ||
    (typeof item === 'string' && readCallText(item) !== undefined);
  return isJsonList(list) && list.length > 0 && list.every(isCall);
}
