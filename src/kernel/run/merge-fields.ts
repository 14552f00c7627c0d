/**
 * Merges two changes of the same object: the other one, with each field that the one has changed.
 */
export function mergeFields<T extends object>(
  base: T,
  changed: T,
  other: T,
  fields: readonly (keyof T)[] = [...Object.keys(base), ...Object.keys(changed)] as (keyof T)[],
): T {
  const differing = fields.filter((field) => changed[field] !== base[field]);
  if (differing.length === 0) return other;
  const merged = new Map<PropertyKey, unknown>(Object.entries(other));
  for (const field of differing) {
    if (changed[field] === undefined) merged.delete(field);
    else merged.set(field, changed[field]);
  }
  // every field is that of one of the two
  return Object.fromEntries(merged) as unknown as T;
}
