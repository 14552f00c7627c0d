const MAX_NAMES = 5000;
const MAX_LENGTH = 100;

/** Caches a function of names: every record of a file has the same keys. */
export function perName<T>(tell: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (name.length > MAX_LENGTH) return tell(name);
    if (!known.has(name)) {
      if (known.size >= MAX_NAMES) known.clear();
      known.set(name, tell(name));
    }
    return known.get(name) as T;
  };
}
