import type { InternedPair } from '#core/base/lists/interned-pair.ts';

/**
 * Turns the words of two texts into integers; equal words have the same one.
 * @returns the two lists of ids, in the order of the words
 */
export function internWords(
  response: readonly string[],
  reference: readonly string[],
): InternedPair {
  const ids = new Map<string, number>();
  const idOf = (word: string): number => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    const id = ids.size;
    ids.set(word, id);
    return id;
  };
  const referenceIds = reference.map(idOf);
  return { prediction: response.map(idOf), reference: referenceIds, distinct: ids.size };
}

/** How many runs of some length both texts have, and how many there are in each. */
export interface RunCounts {
  /** Runs of the response that the reference has too, each of them counted once. */
  readonly matched: number;
  readonly response: number;
  readonly reference: number;
}

/**
 * Counts the runs of 1, 2, … words (n-grams) that two texts have in common.
 * @returns the counts, shortest runs first
 */
export function countRuns(words: InternedPair, longest: number): RunCounts[] {
  const { prediction, reference, distinct } = words;
  const counts: RunCounts[] = [];
  // id of the run that starts at each place; −1 where the reference has no such run
  const inReference = new Int32Array(reference);
  const inPrediction = new Int32Array(prediction);
  let kinds = distinct;
  for (let length = 1; length <= longest; length++) {
    const expected = Math.max(0, reference.length - length + 1);
    const made = Math.max(0, prediction.length - length + 1);
    if (length > 1) {
      const runs = new RunTable(expected);
      for (let i = 0; i < expected; i++) {
        inReference[i] = runs.add(inReference[i] as number, reference[i + length - 1] as number);
      }
      for (let i = 0; i < made; i++) {
        inPrediction[i] = runs.find(
          inPrediction[i] as number,
          prediction[i + length - 1] as number,
        );
      }
      kinds = runs.size;
    }
    const left = kinds <= COUNTS.length ? COUNTS.fill(0, 0, kinds) : new Int32Array(kinds);
    for (let i = 0; i < expected; i++) add(left, inReference[i] as number, 1);
    let matched = 0;
    for (let i = 0; i < made; i++) {
      const run = inPrediction[i] as number;
      if (run < 0 || left[run] === 0) continue;
      add(left, run, -1);
      matched++;
    }
    counts.push({ matched, response: made, reference: expected });
  }
  return counts;
}

// most texts are short and tables are made for each: these are used again, one row at a time
const SLOTS = new Int32Array(3 * 1024);
const COUNTS = new Int32Array(1024);

/** Numbers pairs of a run and the word after it; a table of integers is several times a Map. */
class RunTable {
  size = 0;
  /** Three numbers a slot: the id plus one, the run and the word. */
  readonly slots: Int32Array;
  readonly mask: number;

  constructor(most: number) {
    const count = 2 << (32 - Math.clz32(most));
    this.mask = count - 1;
    const size = count * 3;
    this.slots = size <= SLOTS.length ? SLOTS.fill(0, 0, size) : new Int32Array(size);
  }

  add(run: number, word: number): number {
    const slot = this.slotOf(run, word);
    const known = this.slots[slot] as number;
    if (known > 0) return known - 1;
    this.slots[slot] = ++this.size;
    this.slots[slot + 1] = run;
    this.slots[slot + 2] = word;
    return this.size - 1;
  }

  find(run: number, word: number): number {
    return run < 0 ? -1 : (this.slots[this.slotOf(run, word)] as number) - 1;
  }

  /** Where the pair is, or where it would go. */
  slotOf(run: number, word: number): number {
    const hash = Math.imul(Math.imul(run, 0x9e3779b1) + word, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & this.mask;
    while ((this.slots[slot * 3] as number) > 0) {
      if (this.slots[slot * 3 + 1] === run && this.slots[slot * 3 + 2] === word) break;
      slot = (slot + 1) & this.mask;
    }
    return slot * 3;
  }
}

function add(counts: Int32Array, id: number, step: number): void {
  counts[id] = (counts[id] as number) + step;
}
