import type { SplitCalls, CallSide } from '#core/read/choices/reading-choices.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
  isBlank,
} from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { readTrajectory } from './read-trajectory.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { sideOfName, snakeCase } from '#core/read/names/column-names.ts';

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
export function findArguments(
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
