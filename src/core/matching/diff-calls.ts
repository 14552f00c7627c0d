import { diffArguments, type ArgumentDifference } from '#core/alignment/diff-arguments.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/json/json-value.ts';
import type { ToolCall } from '#core/trajectory/trajectory.ts';

/** Lists where the arguments of a call made depart from those expected, at most so many. */
export type DiffCalls = (
  expected: ToolCall | undefined,
  made: ToolCall | undefined,
  limit: number,
) => ArgumentDifference[];

/**
 * Lists every difference, as plain equality sees it.
 * @param expected the call expected; undefined counts as one without arguments
 * @param made the call made
 * @param limit the most differences listed
 * @returns the differences
 */
export const diffCalls: DiffCalls = (expected, made, limit) =>
  diffArguments(expected?.tool_input ?? null, made?.tool_input ?? null, limit);

/**
 * Lists only the differences that rules count: those that alone would keep the call expected from
 * matching itself.
 * @param isMatch whether a call made matches a call expected
 * @returns the function; it lists all differences where no single one counts
 */
export function diffUnder(isMatch: (made: ToolCall, expected: ToolCall) => boolean): DiffCalls {
  return (expected, made, limit) => {
    const all = diffCalls(expected, made, MOST_LOOKED_AT);
    if (!expected) return all.slice(0, limit);
    const counting: ArgumentDifference[] = [];
    for (const difference of all) {
      if (counting.length >= limit) break;
      const tool_input = withChange(expected.tool_input, difference);
      if (!isMatch({ ...expected, tool_input }, expected)) counting.push(difference);
    }
    return counting.length > 0 ? counting : all.slice(0, limit);
  };
}

const MOST_LOOKED_AT = 100;

/**
 * Puts what was made at one path into the expected arguments.
 * @param expected the arguments
 * @param difference the path, and what was made there; undefined takes it away
 * @returns the arguments then; a path that is not there is added at its end
 */
export function withChange(
  expected: JsonValue,
  difference: Pick<ArgumentDifference, 'path' | 'prediction'>,
): JsonValue {
  const { path, prediction } = difference;
  const names = path.split('/').slice(1);
  return change(
    expected,
    names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')),
    prediction,
  );
}

function change(
  value: JsonValue,
  [name, ...below]: readonly string[],
  made: JsonValue | undefined,
): JsonValue {
  if (name === undefined) return made ?? null;
  const place = Number(name);
  if (isJsonList(value)) {
    const inside = value[place] ?? null;
    const kept = value.filter((_, at) => at !== place);
    return isGone(below, made) ? kept : kept.toSpliced(place, 0, change(inside, below, made));
  }
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== name);
  if (isGone(below, made)) return Object.fromEntries(kept);
  return Object.fromEntries([...kept, [name, change(value[name] ?? null, below, made)]]);
}

function isGone(below: readonly string[], made: JsonValue | undefined): made is undefined {
  return below.length === 0 && made === undefined;
}
