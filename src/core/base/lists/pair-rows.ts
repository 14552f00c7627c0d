/** The paired rows of two runs, by row numbers, in the order of the baseline. */
export interface Pairs {
  readonly baselineRows: Uint32Array;
  readonly candidateRows: Uint32Array;
  /** By row of the baseline: its row of the candidate, −1 without one. */
  readonly partners: Int32Array;
  readonly onlyBaseline: Uint32Array;
  readonly onlyCandidate: Uint32Array;
  /** Rows with a repeated key, which are paired by occurrence. */
  readonly duplicates: number;
}

/** Pairs rows with equal keys by occurrence, in linear time; keys are never NaN. */
export function pairRows(baselineKeys: Float64Array, candidateKeys: Float64Array): Pairs {
  if (isSame(baselineKeys, candidateKeys)) return pairInPlace(baselineKeys);
  const candidates = new Keys(candidateKeys);
  const baseline = new KeyTable(new Keys(baselineKeys));
  const candidate = new KeyTable(candidates);
  const partners = new Int32Array(baselineKeys.length).fill(-1);
  const onlyCandidate = new Uint32Array(candidateKeys.length);
  let left = 0;
  for (let row = 0; row < candidateKeys.length; row++) {
    const match = baseline.take(candidates, row);
    if (match < 0) onlyCandidate[left++] = row;
    else partners[match] = row;
  }
  const paired = candidateKeys.length - left;
  const baselineRows = new Uint32Array(paired);
  const candidateRows = new Uint32Array(paired);
  const onlyBaseline = new Uint32Array(baselineKeys.length - paired);
  let pair = 0;
  let alone = 0;
  for (let row = 0; row < partners.length; row++) {
    const other = partners[row] as number;
    if (other < 0) {
      onlyBaseline[alone++] = row;
      continue;
    }
    baselineRows[pair] = row;
    candidateRows[pair++] = other;
  }
  return {
    baselineRows,
    candidateRows,
    partners,
    onlyBaseline,
    onlyCandidate: onlyCandidate.slice(0, left),
    duplicates: baseline.duplicates + candidate.duplicates,
  };
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let row = 0; row < a.length; row++) if (!Object.is(a[row], b[row])) return false;
  return true;
}

/** Pairs rows by place: the result of pairing two runs with the same keys. */
function pairInPlace(keys: Float64Array): Pairs {
  const paired = new Uint32Array(keys.length);
  const alone = new Uint32Array(keys.length);
  const partners = new Int32Array(keys.length);
  let pairs = 0;
  for (let row = 0; row < keys.length; row++) {
    const hasKey = !Number.isNaN(keys[row]);
    if (hasKey) paired[pairs++] = row;
    else alone[row - pairs] = row;
    partners[row] = hasKey ? row : -1;
  }
  return {
    baselineRows: paired.slice(0, pairs),
    candidateRows: paired.slice(0, pairs),
    partners,
    onlyBaseline: alone.slice(0, keys.length - pairs),
    onlyCandidate: alone.slice(0, keys.length - pairs),
    duplicates: 2 * countRepeats(keys),
  };
}

const BITS_PER_KEY = 16;

/** Counts rows whose key an earlier row has; only keys that share a bit are looked up. */
function countRepeats(values: Float64Array): number {
  const keys = new Keys(values);
  const bits = 2 ** Math.ceil(Math.log2(Math.max(32, values.length * BITS_PER_KEY)));
  const seen = new Uint32Array(bits / 32);
  const shared = new Uint32Array(bits / 32);
  for (let row = 0; row < values.length; row++) {
    const at = keys.hash(row) & (bits - 1);
    const bit = 1 << (at & 31);
    if (((seen[at >> 5] as number) & bit) === 0) seen[at >> 5] = (seen[at >> 5] as number) | bit;
    else shared[at >> 5] = (shared[at >> 5] as number) | bit;
  }
  const found = new Set<number>();
  let repeats = 0;
  for (let row = 0; row < values.length; row++) {
    const at = keys.hash(row) & (bits - 1);
    const key = values[row] as number;
    if (((shared[at >> 5] as number) & (1 << (at & 31))) === 0 || Number.isNaN(key)) continue;
    if (found.has(key)) repeats++;
    else found.add(key);
  }
  return repeats;
}

class Keys {
  readonly values: Float64Array;
  readonly #words: Uint32Array;

  constructor(values: Float64Array) {
    this.values = values;
    this.#words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  }

  /** Hashes the key of a row to 32 bits, signed. */
  hash(row: number): number {
    const low = this.#words[2 * row] as number;
    const high = this.#words[2 * row + 1] as number;
    const hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    return hash ^ (hash >>> 15);
  }
}

/** Rows by key, in open addressing: maps of a million numbers take seconds. */
class KeyTable {
  /** Rows whose key an earlier row has. */
  duplicates = 0;
  readonly #keys: Keys;
  /** By slot: the first free row of its key, −2 when all are taken, −1 for an empty slot. */
  readonly #first: Int32Array;
  readonly #slotKeys: Float64Array;
  /** By row: the next row with the same key. */
  readonly #next: Int32Array;
  readonly #mask: number;

  constructor(keys: Keys) {
    this.#keys = keys;
    const { length } = keys.values;
    const slots = 2 ** Math.ceil(Math.log2(Math.max(8, length * 2)));
    this.#mask = slots - 1;
    this.#first = new Int32Array(slots).fill(-1);
    this.#slotKeys = new Float64Array(slots);
    this.#next = new Int32Array(length).fill(-2);
    // backwards, so that each list begins with the first row of its key
    for (let row = length - 1; row >= 0; row--) this.#add(row);
  }

  #add(row: number): void {
    const key = this.#keys.values[row] as number;
    if (Number.isNaN(key)) return;
    const slot = this.#slotOf(this.#keys, row);
    const first = this.#first[slot] as number;
    if (first >= 0) {
      this.#next[row] = first;
      this.duplicates++;
    }
    this.#slotKeys[slot] = key;
    this.#first[slot] = row;
  }

  /** The first free row with the key of another list's row; −1 without one. */
  take(keys: Keys, row: number): number {
    if (Number.isNaN(keys.values[row])) return -1;
    const slot = this.#slotOf(keys, row);
    const first = this.#first[slot] as number;
    if (first < 0) return -1;
    this.#first[slot] = this.#next[first] as number;
    return first;
  }

  /** The slot of a key, or the empty slot for it. */
  #slotOf(keys: Keys, row: number): number {
    const key = keys.values[row] as number;
    let slot = keys.hash(row) & this.#mask;
    while (this.#first[slot] !== -1 && this.#slotKeys[slot] !== key) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
