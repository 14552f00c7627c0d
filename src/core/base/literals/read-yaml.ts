import { parseDocument } from 'yaml';
import { setOwn, type JsonValue } from '#core/base/json/json-value.ts';

/** What was read of a YAML text; or the line that is wrong. */
export type YamlResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly line: number; readonly reason: string };

/** A few anchors may stand for this many values: enough for any configuration, and no bomb. */
const MOST_ALIASES = 100;

/**
 * Reads a YAML text of one document.
 * @returns the value, long integers as bigint; or the first line that cannot be read, and why
 */
export function readYaml(text: string): YamlResult {
  const document = parseDocument(text, { intAsBigInt: true, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    return { ok: false, line, reason: error.message.replace(/\.$/, '') };
  }
  try {
    return { ok: true, value: toJson(document.toJS({ maxAliasCount: MOST_ALIASES })) };
  } catch (error) {
    // aliases that refer to nothing, to themselves or to too much
    return { ok: false, line: 1, reason: (error as Error).message };
  }
}

/** Integers that a number holds become numbers; what is no JSON value becomes null. */
function toJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object') return null;
  const object = {};
  for (const [key, member] of Object.entries(value)) setOwn(object, key, toJson(member));
  return object;
}
