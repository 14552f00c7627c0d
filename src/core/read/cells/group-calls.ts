import type { SplitCalls, CallSide, LongFormat } from '#core/read/choices/reading-choices.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
  isBlank,
  isNoValueWord,
} from '#core/base/json/json-value.ts';
import { keysOf, unwrapEncoded } from '#core/base/json/pick.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { readTrajectory } from './read-trajectory.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import {
  sideOfName,
  snakeCase,
  COLUMN_NAMES,
  simplifyName,
} from '#core/read/names/column-names.ts';
import { CALL_WORDS } from '#core/calls/call-keys.ts';
import { canonicalText } from '#core/base/json/equal-json.ts';
import { listAt } from '#core/base/lists/lists.ts';
import { isToolName } from '#core/calls/call-names.ts';

const NAMES = /^(?:.+_)?(?:tool|function|api)s?(?:_(?:name|id|call|use|used|called)s?)?$/;
const ARGUMENTS =
  /^(?:.+_)?(?:args|arguments|params|parameters|kwargs|tool_inputs?|action_input)(?:_json)?$/;
/**
 * Finds the sides whose calls are in two columns: names of tools in one, arguments in the other.
 * @param columns the column taken for a side, where one is; an empty text where it is to have none
 * @returns at most one pair of columns for each side; a side whose column holds whole calls has
 * none
 */
export function findSplitCalls(
  rows: readonly JsonObject[],
  columns: Readonly<Partial<Record<CallSide, string>>>,
): readonly SplitCalls[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const toolsOf = (role: CallSide): string | undefined => {
    const isOwn = (name: string): boolean =>
      NAMES.test(snakeCase(name)) && (sideOfName(name) ?? 'predicted_trajectory') === role;
    const column = columns[role] ?? names.find((name) => isOwn(name) && holdsNames(rows, name));
    return column !== undefined && holdsNames(rows, column) ? column : undefined;
  };
  const predicted = toolsOf('predicted_trajectory');
  const reference = toolsOf('reference_trajectory');
  const pair = (
    role: CallSide,
    column: string | undefined,
    other: string | undefined,
  ): readonly SplitCalls[] => {
    const argumentsColumn = column && findArguments(rows, column, role, other === undefined);
    return argumentsColumn === undefined || column === undefined
      ? []
      : [{ role, column, argumentsColumn }];
  };
  return [
    ...pair('predicted_trajectory', predicted, reference),
    ...pair('reference_trajectory', reference, predicted),
  ];
}

/**
 * Finds the column with the arguments of the tools that another column names.
 * @returns the column; undefined where no row has arguments
 */
function findArguments(
  rows: readonly JsonObject[],
  tools: string,
  role: CallSide,
  isOnly: boolean,
): string | undefined {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const found = names.filter(
    (name) =>
      name !== tools &&
      ARGUMENTS.test(snakeCase(name)) &&
      rows.some((row) => !isBlank(ownValue(row, name))),
  );
  const own = found.find((name) => sideOfName(name) === role);
  if (own !== undefined || !(isOnly || sideOfName(tools) === undefined)) return own;
  return found.find((name) => sideOfName(name) === undefined);
}

/** Whether most cells that hold something are names of tools and nothing else. */
function holdsNames(rows: readonly JsonObject[], column: string): boolean {
  let filled = 0;
  let names = 0;
  for (const row of rows) {
    const side = readTrajectory(ownValue(row, column));
    if (side.state === 'missing' || (side.state === 'calls' && side.calls.length === 0)) continue;
    filled++;
    if (side.state === 'calls' && side.reading?.isNamesOnly === true) names++;
  }
  return 2 * names > filled;
}

/** The calls of a row; `uneven` where there are not as many arguments as names. */
export type JoinedCalls =
  | { readonly state: 'calls'; readonly cell: JsonValue }
  | { readonly state: 'uneven'; readonly names: number; readonly found: number };

/** Joins names of tools and their arguments to calls. */
export function joinCalls(names: JsonValue, input: JsonValue | undefined): JoinedCalls {
  const side = readTrajectory(names);
  if (side.state !== 'calls') return { state: 'calls', cell: names };
  if (side.calls.length === 0) return { state: 'calls', cell: [] };
  if (side.reading?.isNamesOnly !== true) return { state: 'calls', cell: names };
  const inputs = inputsOf(
    side.calls,
    isJsonList(names) ? 'list' : 'text',
    unwrapEncoded(input, parseTolerant),
  );
  if (typeof inputs === 'number')
    return { state: 'uneven', names: side.calls.length, found: inputs };
  const cell = side.calls.map(({ tool_name }, place): JsonObject => {
    const tool_input = unwrapEncoded(inputs[place], parseTolerant);
    return isBlank(tool_input) ? { tool_name } : { tool_name, tool_input };
  });
  return { state: 'calls', cell };
}

/** The arguments of each call, or how many there are where they are not as many. */
function inputsOf(
  calls: readonly ToolCall[],
  written: 'list' | 'text',
  input: JsonValue | undefined,
): readonly (JsonValue | undefined)[] | number {
  if (isBlank(input)) return [];
  const isOne = calls.length === 1;
  if (isJsonList(input) && (input.length === calls.length || !isOne)) {
    const [first] = input;
    // a list may itself be what the one tool was called with
    if (isOne && written === 'text' && !isJsonObject(unwrapEncoded(first, parseTolerant)))
      return [input];
    return input.length === calls.length ? input : input.length;
  }
  if (isOne) return [input];
  const isByName =
    isJsonObject(input) && calls.every(({ tool_name }) => Object.hasOwn(input, tool_name));
  return isByName ? calls.map(({ tool_name }) => ownValue(input, tool_name)) : 1;
}

/** Rows whose cells are looked at. */
export const SAMPLE_ROWS = 50;

const TOOL_NAMES = [
  'tool_name',
  'tool',
  'function_name',
  'called_tool',
  'function',
  'api_name',
  'predicted_tool',
];
const REFERENCE_TOOL = /^(?:expected|ground_truth|target|gold)_tool(?:_name)?$/;
/** Ids of a run, which tables of runs have beside that of a row. */
const OF_RUNS = 'run episode trajectory rollout thread chat mission job workflow execution';
const RUN_IDS = [...COLUMN_NAMES.id, ...OF_RUNS.split(' ').map((name) => `${name}_id`)];
const STEP = /^(?:(?:step|call)(?:_index|_id|_number)?|position|order|seq|sequence)$/;

/**
 * Recognises a table with one call in each row: an id that comes again, and a column of tools.
 * Records of a log do not count where some lack such a column.
 * @param rows the rows; only the first 50 are examined
 * @returns the columns; undefined for any other table
 */
export function findLongFormat(rows: readonly JsonObject[]): LongFormat | undefined {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const columns = new Map(
    sample.flatMap((row) => Object.keys(row)).map((name) => [simplifyName(name), name]),
  );
  const find = (names: readonly string[], isFit: (cells: readonly JsonValue[]) => boolean) =>
    names
      .flatMap((name) => columns.get(name) ?? [])
      .find((name) => isFit(filledCells(sample, name)));
  const namesLike = (pattern: RegExp) => [...columns.keys()].filter((name) => pattern.test(name));
  const id = find(RUN_IDS, comesAgain);
  const predicted = find(TOOL_NAMES, areNames);
  const tool = predicted ?? find(namesLike(REFERENCE_TOOL), areNames);
  if (id === undefined || tool === undefined) return undefined;
  if (!sample.every((row) => Object.hasOwn(row, tool))) return undefined;
  const side = predicted === undefined ? 'reference_trajectory' : 'predicted_trajectory';
  const isOnly = predicted === undefined || find(namesLike(REFERENCE_TOOL), areNames) === undefined;
  const input = findArguments(sample, tool, side, isOnly);
  const step = find(namesLike(STEP), (cells) =>
    cells.every((cell) => Number.isFinite(stepOf(cell))),
  );
  return {
    id,
    tool,
    ...(input === undefined ? {} : { input }),
    ...(step === undefined ? {} : { step }),
    side,
  };
}

/** A run combined from its calls. */
export interface GroupedRun {
  readonly row: JsonObject;
  /** The first of its calls as it was read. */
  readonly first: JsonObject;
}

/**
 * Joins all rows with the same id to one; their calls become its trajectory, with what they
 * returned. Other columns that differ within a run become lists; the cells of rows without a call
 * stay where each call has its own.
 * @returns the runs in the order their ids come first; rows without an id stay alone
 */
export function groupCalls(rows: readonly JsonObject[], format: LongFormat): readonly GroupedRun[] {
  const runs = new Map<string, JsonObject[]>();
  for (const [index, row] of rows.entries()) {
    const id = ownValue(row, format.id);
    const key = isBlank(id) || typeof id === 'object' ? `row ${index}` : `id ${String(id)}`;
    listAt(runs, key).push(row);
  }
  const groups = [...runs.values()];
  const names = new Set(rows.flatMap((row) => keysOf(row).under(CALL_WORDS.output)));
  const outputs = [...names].filter((name) => groups.some((run) => !areSame(run, name)));
  return groups.map((run) => ({ row: joinRun(run, format, outputs), first: run[0] ?? {} }));
}

/** Whether the rows of a run say the same in a column, where they say something. */
const areSame = (run: readonly JsonObject[], name: string): boolean =>
  new Set(filledCells(run, name).map(canonicalText)).size < 2;

/** Makes one row of those of a run; `outputs` are columns of what each call returned. */
function joinRun(
  run: readonly JsonObject[],
  format: LongFormat,
  outputs: readonly string[],
): JsonObject {
  const { tool, input, step, side } = format;
  const ordered =
    step === undefined
      ? run
      : [...run].sort((a, b) => stepOf(ownValue(a, step)) - stepOf(ownValue(b, step)) || 0);
  const uncalled = ordered.filter((row) => toolOf(row, tool) === undefined);
  const own = new Set([tool, input, step, ...(uncalled.length === 0 ? outputs : [])]);
  const names = new Set(run.flatMap((row) => Object.keys(row)).filter((name) => !own.has(name)));
  const kept = Array.from(names, (name) => {
    const rows = outputs.includes(name) ? uncalled : ordered;
    const cells = rows.map((row) => ownValue(row, name) ?? null);
    return [name, areSame(rows, name) ? (filledCells(rows, name)[0] ?? null) : cells] as const;
  });
  const calls = ordered.flatMap((row): readonly JsonValue[] => {
    const name = toolOf(row, tool);
    if (name === undefined) return [];
    if (input === undefined && outputs.length === 0) return [name];
    const cell = input === undefined ? undefined : ownValue(row, input);
    const given = isBlank(cell) ? {} : { tool_input: unwrapEncoded(cell) };
    const filled = outputs.filter((column) => !isBlank(ownValue(row, column)));
    const returned = filled.map((column) => [column, ownValue(row, column) ?? null] as const);
    return [{ tool_name: name, ...given, ...Object.fromEntries(returned) }];
  });
  return { ...Object.fromEntries(kept), [side]: calls };
}

function toolOf(row: JsonObject, tool: string): string | undefined {
  const name = ownValue(row, tool);
  return typeof name !== 'string' || isBlank(name) || isNoValueWord(name) ? undefined : name.trim();
}

function stepOf(cell: JsonValue | undefined): number {
  return isBlank(cell) || typeof cell === 'object' ? NaN : Number(cell);
}

/** The cells of a column that hold something. */
export function filledCells(rows: readonly JsonObject[], name: string): readonly JsonValue[] {
  return rows.flatMap((row) => {
    const cell = ownValue(row, name);
    return isBlank(cell) ? [] : [cell];
  });
}

function comesAgain(cells: readonly JsonValue[]): boolean {
  return cells.every((cell) => typeof cell !== 'object') && new Set(cells).size < cells.length;
}

function areNames(cells: readonly JsonValue[]): boolean {
  return cells.length > 0 && cells.every(isToolName);
}
