/** The distinct values of a list with their counts. */
export interface ValueCounts {
  readonly values: Float64Array;
  readonly counts: Float64Array;
}

/** Up to this number of distinct differences, their counts are drawn. */
export const FEW_DIFFERENCES = 64;

/** Slots for each value, so that collisions are rare. */
const ROOM = 4;

/**
 * Counts distinct values. NaN is left out.
 * @returns the counts, in order of first occurrence; undefined for more than `most`
 */
export function countValues(values: Float64Array, most: number): ValueCounts | undefined {
  // hashed by bits: a map of a million numbers is ten times slower
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const mask = maskFor(most);
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

/** Distinct pairs of values with their counts. */
export interface PairCounts {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly counts: Float64Array;
}

/** Values in pairs. */
export interface ValuePairs {
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** By pair: the index in `a`. */
  readonly rowsA: Uint32Array;
  /** By pair: the index in `b`. */
  readonly rowsB: Uint32Array;
}

/**
 * Counts distinct pairs of values, in order of first occurrence, without pairs with NaN; undefined
 * for more than `most`.
 */
export function countPairs(pairs: ValuePairs, most: number): PairCounts | undefined {
  const { a, b, rowsA, rowsB } = pairs;
  const wordsA = new Uint32Array(a.buffer, a.byteOffset, a.length * 2);
  const wordsB = new Uint32Array(b.buffer, b.byteOffset, b.length * 2);
  const mask = maskFor(most);
  const places = new Int32Array(mask + 1).fill(-1);
  const found = { a: new Float64Array(most), b: new Float64Array(most) };
  const counts = new Float64Array(most);
  let size = 0;
  for (let pair = 0; pair < rowsA.length; pair++) {
    const rowA = rowsA[pair] as number;
    const rowB = rowsB[pair] as number;
    const x = a[rowA] as number;
    const y = b[rowB] as number;
    if (x !== x || y !== y) continue;
    // −0 may be counted apart from 0: distinguishing them here would double the time
    const hashA = Math.imul((wordsA[2 * rowA] as number) ^ (wordsA[2 * rowA + 1] as number), 31);
    const hashB = (wordsB[2 * rowB] as number) ^ (wordsB[2 * rowB + 1] as number);
    let slot = mix(hashA ^ hashB, hashB) & mask;
    let place = places[slot] as number;
    while (place >= 0 && (found.a[place] !== x || found.b[place] !== y)) {
      slot = (slot + 1) & mask;
      place = places[slot] as number;
    }
    if (place < 0) {
      if (size === most) return undefined;
      place = size++;
      places[slot] = place;
      found.a[place] = x;
      found.b[place] = y;
    }
    counts[place] = (counts[place] as number) + 1;
  }
  return {
    a: found.a.slice(0, size),
    b: found.b.slice(0, size),
    counts: counts.slice(0, size),
  };
}

/** A list of few distinct values, as indexes into these. */
export interface CodedValues {
  readonly levels: Float64Array;
  readonly codes: Uint8Array;
}

/** Counts the values of a coded list; NaN is left out. */
export function countLevels({ levels, codes }: CodedValues): ValueCounts {
  const counts = new Float64Array(levels.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  // a value may occur with two outcomes
  const byValue = new Map<number, number>();
  for (const [code, value] of levels.entries()) {
    const count = counts[code] as number;
    if (count > 0 && value === value) byValue.set(value, (byValue.get(value) ?? 0) + count);
  }
  return {
    values: Float64Array.from(byValue.keys()),
    counts: Float64Array.from(byValue.values()),
  };
}

/**
 * Counts distinct pairs like {@link countPairs}, several times faster; `rows` selects the pairs.
 */
export function countCodedPairs(
  a: CodedValues,
  b: CodedValues,
  rows: Pick<ValuePairs, 'rowsA' | 'rowsB'>,
  most: number,
): PairCounts | undefined {
  const { rowsA, rowsB } = rows;
  const width = b.levels.length;
  const valueA = (pair: number): number => a.levels[Math.floor(pair / width)] as number;
  const valueB = (pair: number): number => b.levels[pair % width] as number;
  const counts = new Uint32Array(a.levels.length * width);
  const found: number[] = [];
  for (let at = 0; at < rowsA.length; at++) {
    const pair =
      (a.codes[rowsA[at] as number] as number) * width + (b.codes[rowsB[at] as number] as number);
    const count = counts[pair] as number;
    if (count === 0) found.push(pair);
    counts[pair] = count + 1;
  }
  const counted = found.filter(
    (pair) => valueA(pair) === valueA(pair) && valueB(pair) === valueB(pair),
  );
  if (counted.length > most) return undefined;
  return {
    a: Float64Array.from(counted, valueA),
    b: Float64Array.from(counted, valueB),
    counts: Float64Array.from(counted, (pair) => counts[pair] as number),
  };
}

function maskFor(most: number): number {
  return 2 ** Math.ceil(Math.log2(most * ROOM)) - 1;
}

/** The slot of a value; the same for 0 and −0, whose bits differ. */
function slotOf(low: number, high: number, value: number): number {
  return value === 0 ? 0 : mix(low, high);
}

function mix(low: number, high: number): number {
  const hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
