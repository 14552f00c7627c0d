/** Numbers in a typed array. */
export type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array;

/** Rows are not all of one length: a guess at their number falls short half the time. */
const MARGIN = 1.1;
const LEAST = 64;

/** An array with room for more at its end. */
export class GrowingArray<T extends Numbers> {
  readonly #make: new (length: number) => T;
  #items: T;
  length = 0;

  constructor(make: new (length: number) => T) {
    this.#make = make;
    this.#items = new make(0);
  }

  push(item: number): void {
    if (this.length === this.#items.length) this.#makeRoom(Math.max(LEAST, 2 * this.length));
    this.#items[this.length++] = item;
  }

  /** Adds items, about such a share, in (0,1], of all: room is made for the rest. */
  append(items: T, share = 0.5): void {
    const start = this.#addRoom(items.length, share);
    this.#items.set(items, start);
  }

  /** Adds items, each with a number added to it. */
  appendPlus(items: Uint32Array, plus: number, share = 0.5): void {
    let at = this.#addRoom(items.length, share);
    const all = this.#items;
    for (let index = 0; index < items.length; index++) all[at++] = (items[index] as number) + plus;
  }

  /** Adds one item a number of times. */
  appendSame(item: number, count: number, share = 0.5): void {
    const start = this.#addRoom(count, share);
    this.#items.fill(item, start, start + count);
  }

  /** Adds the items of a list that stand in some of its places. */
  appendFrom(list: T, places: Uint32Array | Uint8Array, share = 0.5): void {
    let at = this.#addRoom(places.length, share);
    const all = this.#items;
    for (let index = 0; index < places.length; index++)
      all[at++] = list[places[index] as number] as number;
  }

  /** Returns where items that are added begin. */
  #addRoom(count: number, share: number): number {
    const start = this.length;
    const length = start + count;
    if (length > this.#items.length) this.#makeRoom(Math.ceil((length * MARGIN) / share));
    this.length = length;
    return start;
  }

  #makeRoom(length: number): void {
    const larger = new this.#make(length);
    larger.set(this.take());
    this.#items = larger;
  }

  /** A view: items are never changed once they are there. */
  take(length = this.length): T {
    return this.#items.subarray(0, length) as T;
  }

  /** A copy, which has its memory for itself. */
  copy(): T {
    return this.#items.slice(0, this.length) as T;
  }
}
