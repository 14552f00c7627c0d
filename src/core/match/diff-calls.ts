import { isJsonList, isJsonObject, type JsonValue, ownValue } from '#core/base/json/json-value.ts';
import { escapeKey, unescapeKey } from '#core/base/json/json-path.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';

/** Lists at most `limit` differences between the arguments of two calls. */
export type DiffCalls = (
  expected: ToolCall | undefined,
  made: ToolCall | undefined,
  limit: number,
) => ArgumentDifference[];

/** Lists differences by plain equality; a missing call counts as one without arguments. */
export const diffCalls: DiffCalls = (expected, made, limit) =>
  diffArguments(expected?.tool_input ?? null, made?.tool_input ?? null, limit);

/** Lists only the differences that count under rules; all of them where no single one does. */
export function diffUnder(isMatch: (made: ToolCall, expected: ToolCall) => boolean): DiffCalls {
  return (expected, made, limit) => {
    const all = diffCalls(expected, made, MAX_LOOKED_AT);
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

const MAX_LOOKED_AT = 100;

/** Applies one difference to the expected arguments; undefined removes the path. */
export function withChange(
  expected: JsonValue,
  difference: Pick<ArgumentDifference, 'path' | 'prediction'>,
): JsonValue {
  const { path, prediction } = difference;
  const names = path.split('/').slice(1);
  return change(expected, names.map(unescapeKey), prediction);
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

/** A path at which two values differ; a side is undefined where it has no such path. */
export interface ArgumentDifference {
  /** JSON Pointer (RFC 6901); empty for the whole value. */
  readonly path: string;
  readonly reference: JsonValue | undefined;
  readonly prediction: JsonValue | undefined;
  /** The pattern in words, where one is expected: `one of 2: "a" or "b"`. */
  readonly expected?: string;
}

/** Lists at most `limit` differences between two inputs, in the reference’s key order. */
export function diffArguments(
  reference: JsonValue,
  prediction: JsonValue,
  limit = 100,
): ArgumentDifference[] {
  const out: ArgumentDifference[] = [];
  walk(reference, prediction, '', out, limit);
  return out;
}

function walk(
  reference: JsonValue | undefined,
  prediction: JsonValue | undefined,
  path: string,
  out: ArgumentDifference[],
  limit: number,
): void {
  if (out.length >= limit || (reference === prediction && reference !== undefined)) return;
  if (isJsonObject(reference) && isJsonObject(prediction)) {
    for (const key of Object.keys(reference)) {
      const [expected, made] = [reference[key], ownValue(prediction, key)];
      if (expected !== made) walk(expected, made, `${path}/${escapeKey(key)}`, out, limit);
    }
    for (const key of Object.keys(prediction)) {
      if (Object.hasOwn(reference, key)) continue;
      walk(undefined, prediction[key], `${path}/${escapeKey(key)}`, out, limit);
    }
  } else if (isJsonList(reference) && isJsonList(prediction)) {
    const length = Math.max(reference.length, prediction.length);
    for (let i = 0; i < length; i++) walk(reference[i], prediction[i], `${path}/${i}`, out, limit);
  } else if (
    reference === undefined ||
    prediction === undefined ||
    !isJsonEqual(reference, prediction)
  ) {
    out.push({ path, reference, prediction });
  }
}
