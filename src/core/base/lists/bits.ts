/** A set of small integers, 32 to a word. Sets used together have the same length. */
export type Bits = Uint32Array;

/** An empty set for integers below `count`. */
export function noBits(count: number): Bits {
  return new Uint32Array((count + 31) >>> 5);
}

/** Whether a set has an integer. */
export function hasBit(bits: Bits, place: number): boolean {
  return ((bits[place >>> 5] as number) & (1 << (place & 31))) !== 0;
}

/** Adds an integer to a set. */
export function addBit(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
}

/** Adds all members of another set. */
export function addBits(bits: Bits, others: Bits): void {
  for (let word = 0; word < bits.length; word++) {
    bits[word] = (bits[word] as number) | (others[word] as number);
  }
}

/** Whether a set has all members of another one, apart from those of a third. */
export function holdsBits(bits: Bits, others: Bits, but?: Bits): boolean {
  for (let word = 0; word < bits.length; word++) {
    const wanted = (others[word] as number) & ~(but?.[word] ?? 0);
    if ((wanted & ~(bits[word] as number)) !== 0) return false;
  }
  return true;
}

/** How many members of a set are also in `among` but not in another one. */
export function countBeyond(bits: Bits, others: Bits, among: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let left = (bits[word] as number) & ~(others[word] as number) & (among[word] as number);
    for (; left !== 0; left &= left - 1) count++;
  }
  return count;
}

/** The number of members. */
export function sizeOf(bits: Bits): number {
  let count = 0;
  for (const word of bits) for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}
