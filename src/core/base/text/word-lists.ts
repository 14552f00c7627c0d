import type { InternedPair } from '#core/base/lists/interned-pair.ts';

/** Called with the start and end of each word of a text. */
export type TakeWord = (text: string, from: number, to: number) => void;

/** Converts the words of two texts to integers; equal words have the same one. */
export function internWords(
  response: string,
  reference: string,
  cut: (text: string, take: TakeWord) => void,
): InternedPair {
  const table = new WordTable(response.length + reference.length);
  const idsOf = (text: string): number[] => {
    const ids: number[] = [];
    cut(text, (whole, from, to) => ids.push(table.add(whole, from, to)));
    return ids;
  };
  const referenceIds = idsOf(reference);
  return { prediction: idsOf(response), reference: referenceIds, distinct: table.size };
}

/** Counts of n-grams of one length: shared, and in each text. */
export interface RunCounts {
  /** Shared n-grams, each counted at most as often as in either text. */
  readonly matched: number;
  readonly response: number;
  readonly reference: number;
}

/** Counts shared n-grams of 1, 2, … words, shortest first. */
export function countRuns(words: InternedPair, longest: number): RunCounts[] {
  const { prediction, reference, distinct } = words;
  const counts: RunCounts[] = [];
  // by place: the id of the n-gram that starts there; −1 where the reference lacks it
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

// tables for short texts are reused, one row at a time
const SLOTS = new Int32Array(3 * 1024);
const COUNTS = new Int32Array(1024);

/** Odd and random, so that no text can be made to collide. */
const FACTOR = (Math.floor(Math.random() * 0x40000000) << 2) | 1;
const PLACES = new Int32Array(4 * 1024);
const WORDS = new Int32Array(4 * 1024);
/** The numbers stored for a word: its hash, its text, its start and its end. */
const FIELDS = 4;

/**
 * Numbers words in order of first occurrence. Cutting words out of their text for a Map would take
 * longer than everything else.
 */
export class WordTable {
  size = 0;
  readonly #texts: string[] = [];
  /** By slot: the id plus one, 0 for a free slot. */
  readonly #places: Int32Array;
  #words: Int32Array;
  readonly #mask: number;

  /** Makes an empty table for at most so many words; only one is used at a time. */
  constructor(most: number) {
    const count = 2 << (32 - Math.clz32(most));
    this.#mask = count - 1;
    this.#places = count <= PLACES.length ? PLACES.fill(0, 0, count) : new Int32Array(count);
    this.#words = WORDS;
  }

  /** The number of the word at these places of a text. */
  add(text: string, from: number, to: number): number {
    let hash = to - from;
    for (let at = from; at < to; at++) hash = (Math.imul(hash, FACTOR) + text.charCodeAt(at)) | 0;
    let slot = (hash ^ (hash >>> 15)) & this.#mask;
    for (;;) {
      const id = (this.#places[slot] as number) - 1;
      if (id < 0) return this.#insert(slot, hash, text, from, to);
      if (this.#words[id * FIELDS] === hash && this.#isSame(id, text, from, to)) return id;
      slot = (slot + 1) & this.#mask;
    }
  }

  #isSame(id: number, text: string, from: number, to: number): boolean {
    const first = id * FIELDS;
    const start = this.#words[first + 2] as number;
    const length = to - from;
    if ((this.#words[first + 3] as number) - start !== length) return false;
    const known = this.#texts[this.#words[first + 1] as number] as string;
    for (let at = 0; at < length; at++)
      if (known.charCodeAt(start + at) !== text.charCodeAt(from + at)) return false;
    return true;
  }

  #insert(slot: number, hash: number, text: string, from: number, to: number): number {
    const id = this.size++;
    if (this.#texts.at(-1) !== text) this.#texts.push(text);
    const first = id * FIELDS;
    if (first === this.#words.length) {
      const larger = new Int32Array(2 * first);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#places[slot] = id + 1;
    this.#words[first] = hash;
    this.#words[first + 1] = this.#texts.length - 1;
    this.#words[first + 2] = from;
    this.#words[first + 3] = to;
    return id;
  }
}

/** Numbers pairs of an n-gram and its next word, several times faster than a Map. */
class RunTable {
  size = 0;
  /** Three numbers a slot: the id plus one, the n-gram and the word. */
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

  /** The slot of a pair, or the free slot for it. */
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
