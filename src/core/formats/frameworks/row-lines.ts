import type { Origin } from '#core/adapters/adapter.ts';
import type { PlacedValue } from '#core/containers/read-values.ts';
import { containerLines } from '#core/json/container-lines.ts';
import type { JsonValue } from '#core/json/json-value.ts';

/**
 * Finds the lines that rows were read from.
 * @param placed the file's values and where they stand
 * @param values what an adapter read: the same values, decoded, or items of the only one
 * @param origins what each row was read from, innermost first
 * @returns the 1-based physical line of each; that of the one before, or of the first value, where
 * nothing of its origin is found, as in JSON that stands in a text
 */
export function rowLines(
  placed: readonly PlacedValue[],
  values: readonly JsonValue[],
  origins: readonly Origin[],
): readonly number[] {
  const known = new Map<JsonValue | undefined, number>();
  for (const [index, { value, line }] of placed.entries()) {
    known.set(value, line);
    if (values.length === placed.length) known.set(values[index], line);
  }
  const innermost = origins.flatMap((origin) => origin.slice(0, 1));
  const wanted = new Set(innermost.filter((part) => typeof part === 'object' && !known.has(part)));
  for (const { value, text, line } of placed) {
    if (wanted.size === 0) break;
    for (const [part, partLine] of containerLines(value, text, line, wanted)) {
      known.set(part, partLine);
      wanted.delete(part);
    }
  }
  let last = placed[0]?.line ?? 1;
  return origins.map((origin) => {
    const part = origin.find((item) => known.has(item));
    last = known.get(part) ?? last;
    return last;
  });
}
