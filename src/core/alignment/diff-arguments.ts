import { isJsonEqual } from '#core/json/equal-json.ts';
import { isJsonList, isJsonObject, ownValue, type JsonValue } from '#core/json/json-value.ts';

/** A path at which two values differ; a side is undefined where the path does not exist. */
export interface ArgumentDifference {
  /** JSON Pointer (RFC 6901); empty for the whole value. */
  readonly path: string;
  readonly reference: JsonValue | undefined;
  readonly prediction: JsonValue | undefined;
}

/**
 * Lists where two tool inputs differ, deepest paths first reached, in the reference's key order.
 * @param reference the expected arguments
 * @param prediction the arguments used
 * @param limit the most differences listed
 * @returns the differences; none when the values are equal
 */
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

function escapeKey(key: string): string {
  if (!key.includes('~') && !key.includes('/')) return key;
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
