/** The list under a key; a new one is stored where there was none. */
export function listAt<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const known = lists.get(key);
  if (known) return known;
  const list: T[] = [];
  lists.set(key, list);
  return list;
}
