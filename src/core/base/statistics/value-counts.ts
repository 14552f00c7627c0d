/** The distinct values of a list and how often each occurs. */
export interface ValueCounts {
  readonly values: Float64Array;
  readonly counts: Float64Array;
}

/** Up to here so many of each paired difference are drawn at once. */
export const FEW_DIFFERENCES = 64;

/** Slots per value that may be kept: collisions stay rare. */
const ROOM = 4;

/**
 * Counts distinct values, as long as they are few. NaN is left out.
 * @returns the counts, in the order of first occurrence; undefined when there are more
 */
export function countValues(values: Float64Array, most: number): ValueCounts | undefined {
  // a table of bits: a map of a million numbers costs ten times as much
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const mask = 2 ** Math.ceil(Math.log2(most * ROOM)) - 1;
  const places = new Int32Array(mask + 1).fill(-1);
  const found = new Float64Array(most);
  const counts = new Float64Array(most);
  let size = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value !== value) continue;
    let slot = slotOf(words[2 * i] as number, words[2 * i + 1] as number, value) & mask;
    let place = places[slot] as number;
    while (place >= 0 && found[place] !== value) {
      slot = (slot + 1) & mask;
      place = places[slot] as number;
    }
    if (place < 0) {
      if (size === most) return undefined;
      place = size++;
      places[slot] = place;
      found[place] = value;
    }
    counts[place] = (counts[place] as number) + 1;
  }
  return { values: found.slice(0, size), counts: counts.slice(0, size) };
}

/** The same slot for 0 and −0, which are equal but have other bits. */
function slotOf(low: number, high: number, value: number): number {
  if (value === 0) return 0;
  const hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
