import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from './json-value.ts';

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
