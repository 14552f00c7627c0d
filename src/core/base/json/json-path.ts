import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonValue,
  type JsonObject,
} from './json-value.ts';
import { unwrapEncoded } from './pick.ts';

const EVERY = Symbol('every item');

/** A step of a path: a key, an index, or every item. */
type Step = string | number | typeof EVERY;

const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\[(\*?)\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** Parses a path such as `output.steps[].tool`, `$.choices[0]`, `["odd.key"]`; else undefined. */
function readPath(path: string): readonly Step[] | undefined {
  const text = path.trim().replace(/^\$/, '');
  const steps: Step[] = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < text.length;) {
    const match = STEP.exec(text);
    if (!match) return undefined;
    const [, key, index, star, quoted] = match;
    if (index !== undefined) steps.push(Number(index));
    else if (star !== undefined) steps.push(EVERY);
    else steps.push(key ?? (JSON.parse(`"${quoted ?? ''}"`) as string));
  }
  return steps;
}

/** Whether a text is a path; an empty one means the whole value. */
export function isPath(path: string): boolean {
  return readPath(path) !== undefined;
}

/** Finds all values at a path, in order, also within JSON text; empty without one. */
export function findAtPath(value: JsonValue, path: string): readonly JsonValue[] {
  let found: readonly JsonValue[] = [value];
  for (const step of readPath(path) ?? ['']) found = found.flatMap((item) => walk(item, step));
  return found;
}

function walk(value: JsonValue, step: Step): readonly JsonValue[] {
  const inner = unwrapEncoded(value);
  if (isJsonList(inner)) {
    if (step === EVERY) return inner;
    const item = typeof step === 'number' ? inner.at(step) : undefined;
    return item === undefined ? [] : [item];
  }
  const item = isJsonObject(inner) ? ownValue(inner, String(step)) : undefined;
  return item === undefined ? [] : [item];
}

/** Escapes a key for a JSON Pointer (RFC 6901). */
export function escapeKey(key: string): string {
  if (!key.includes('~') && !key.includes('/')) return key;
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Unescapes a name of a JSON Pointer. */
export function unescapeKey(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A JSON Pointer as people read it: `/device_ids/0` is `device_ids/0`. */
export function nameOfPath(path: string): string {
  return unescapeKey(path.slice(1));
}

const LIST_PLACE = /^(?:0|[1-9]\d*)$/;

/** The value at a JSON Pointer; undefined without one. */
export function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of path.split('/').slice(1)) {
    const name = unescapeKey(step);
    if (isJsonList(found)) found = LIST_PLACE.test(name) ? found[Number(name)] : undefined;
    else found = isJsonObject(found ?? null) ? ownValue(found as JsonObject, name) : undefined;
  }
  return found;
}
