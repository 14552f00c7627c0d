/** A set of small integers, 32 to a word. All sets that meet have the same length. */
export type Bits = Uint32Array;

/** An empty set that has room for so many. */
export function noBits(count: number): Bits {
  return new Uint32Array((count + 31) >>> 5);
}

/** Whether a set holds an integer. */
export function hasBit(bits: Bits, place: number): boolean {
  return ((bits[place >>> 5] as number) & (1 << (place & 31))) !== 0;
}

/** Adds an integer to a set. */
export function addBit(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
}

/** Adds all of a set to another one. */
export function addBits(bits: Bits, others: Bits): void {
  for (let word = 0; word < bits.length; word++) {
    bits[word] = (bits[word] as number) | (others[word] as number);
  }
}

/** Whether a set holds all of another one, but for those of a third. */
export function holdsBits(bits: Bits, others: Bits, but?: Bits): boolean {
  for (let word = 0; word < bits.length; word++) {
    const wanted = (others[word] as number) & ~(but?.[word] ?? 0);
    if ((wanted & ~(bits[word] as number)) !== 0) return false;
  }
  return true;
}

/** How many of a set are not in another one, of those that are in a third. */
export function countBeyond(bits: Bits, others: Bits, among: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let left = (bits[word] as number) & ~(others[word] as number) & (among[word] as number);
    for (; left !== 0; left &= left - 1) count++;
  }
  return count;
}

/** How many a set holds. */
export function sizeOf(bits: Bits): number {
  let count = 0;
  for (const word of bits) for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}
