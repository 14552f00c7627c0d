const toNumbers = (items: (number | null)[]) => items.map((item) => item ?? Number.NaN);

/** For JSON.parse: brings back what JSON cannot hold, as the fixtures of stored records tag it. */
export function reviveStored(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$float64' in value) return Float64Array.from(toNumbers(value.$float64 as number[]));
  if ('$uint32' in value) return Uint32Array.from(value.$uint32 as number[]);
  if ('$uint8' in value) return Uint8Array.from(value.$uint8 as number[]);
  if ('$blob' in value) return new Blob([value.$blob as string]);
  return value;
}
