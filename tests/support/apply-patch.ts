import type { PatchOperation } from '#core/base/json/json-patch.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';

/** Does a JSON Patch, word for word as RFC 6902 says; a place that is not there is an error. */
export function applyPatch(value: JsonValue, operations: readonly PatchOperation[]): JsonValue {
  return operations.reduce((done, operation) => {
    const names = operation.path
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    return at(done, names, operation);
  }, value);
}

function at(
  value: JsonValue,
  [name, ...below]: readonly string[],
  operation: PatchOperation,
): JsonValue {
  if (name === undefined) return operation.op === 'remove' ? null : operation.value;
  if (typeof value !== 'object' || value === null) throw new RangeError('no such place');
  const isHere = below.length === 0;
  if (Array.isArray(value)) {
    const list = value as readonly JsonValue[];
    const place = Number(name);
    const most = isHere && operation.op === 'add' ? list.length : list.length - 1;
    if (!/^(0|[1-9]\d*)$/.test(name) || place > most) throw new RangeError(`no place ${name}`);
    if (!isHere) return list.with(place, at(list[place]!, below, operation));
    if (operation.op === 'remove') return list.toSpliced(place, 1);
    return list.toSpliced(place, operation.op === 'add' ? 0 : 1, operation.value);
  }
  const entries = new Map(Object.entries(value as Readonly<Record<string, JsonValue>>));
  const isThere = entries.has(name);
  if (!isThere && !(isHere && operation.op === 'add')) throw new RangeError(`no key ${name}`);
  if (!isHere) entries.set(name, at(entries.get(name)!, below, operation));
  else if (operation.op === 'remove') entries.delete(name);
  else entries.set(name, operation.value);
  return Object.fromEntries(entries);
}
