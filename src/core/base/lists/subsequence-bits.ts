import type { InternedPair } from './interned-pair.ts';
import type { Match } from './common-subsequence.ts';
import { matchPlaces, type MatchPlaces } from './maximum-matching.ts';

/**
 * The length of a longest common subsequence, 32 reference places at a time (Hyyrö, “Bit-parallel
 * LCS-length computation revisited”, 2004).
 */
export function commonSubsequenceLength(pair: InternedPair): number {
  const { reference, prediction } = pair;
  if (reference.length === 0 || prediction.length === 0) return 0;
  const places = matchPlaces(pair);
  const row = new Int32Array(wordsFor(reference.length)).fill(-1);
  for (const id of prediction) advance(row, 0, row.length, places, id);
  return countZeros(row, 0, reference.length);
}

/**
 * Finds a longest common subsequence, places ascending: the one found by walking back through the
 * usual table with ties going to the shorter prediction.
 */
export function commonPairs(pair: InternedPair, places: MatchPlaces = matchPlaces(pair)): Match[] {
  const { reference, prediction, links } = pair;
  const words = wordsFor(reference.length);
  // row i: the bits after i predicted ids; a zero bit is one more match up to its place
  const rows = new Int32Array((prediction.length + 1) * words).fill(-1);
  for (let i = 0; i < prediction.length; i++) {
    const next = (i + 1) * words;
    for (let word = 0; word < words; word++)
      rows[next + word] = rows[next - words + word] as number;
    advance(rows, next, next + words, places, prediction[i] as number);
  }
  const found: Match[] = [];
  let i = prediction.length;
  let j = reference.length;
  let here = countZeros(rows, i * words, j);
  let above = i > 0 ? countZeros(rows, (i - 1) * words, j) : 0;
  while (here > 0) {
    const made = prediction[i - 1] as number;
    const expected = reference[j - 1] as number;
    if (made === expected || links?.[made]?.has(expected) === true) {
      found.push([--j, --i]);
      here = countZeros(rows, i * words, j);
    } else {
      const left = here - zeroAt(rows, i * words, j - 1);
      if (left > above) {
        above -= zeroAt(rows, (i - 1) * words, --j);
        here = left;
        continue;
      }
      i--;
      here = above;
    }
    above = i > 0 ? countZeros(rows, (i - 1) * words, j) : 0;
  }
  return found.reverse();
}

function wordsFor(length: number): number {
  return (length + 31) >>> 5;
}

/** One step of a row: V ← (V + (V & M)) | (V & ¬M), where M marks the places that match the id. */
function advance(
  bits: Int32Array,
  from: number,
  to: number,
  { starts, items }: MatchPlaces,
  id: number,
): void {
  const end = starts[id + 1] as number;
  let at = starts[id] as number;
  let carry = 0;
  let word = 0;
  while (at < end || carry > 0) {
    if (carry === 0) word = (items[at] as number) >>> 5;
    if (from + word >= to) return;
    let mask = 0;
    for (; at < end && (items[at] as number) >>> 5 === word; at++) {
      mask |= 1 << ((items[at] as number) & 31);
    }
    const old = bits[from + word] as number;
    const sum = (old >>> 0) + ((old & mask) >>> 0) + carry;
    carry = sum > 0xffffffff ? 1 : 0;
    bits[from + word] = sum | 0 | (old & ~mask);
    word++;
  }
}

/** Counts the zero bits among the first ones of a row. */
function countZeros(bits: Int32Array, from: number, length: number): number {
  const whole = length >>> 5;
  let zeros = 0;
  for (let word = 0; word < whole; word++) zeros += countOnes(~(bits[from + word] as number));
  const rest = length & 31;
  if (rest > 0) zeros += countOnes(~(bits[from + whole] as number) & ((1 << rest) - 1));
  return zeros;
}

function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function zeroAt(bits: Int32Array, from: number, place: number): number {
  return (~(bits[from + (place >>> 5)] as number) >>> (place & 31)) & 1;
}
