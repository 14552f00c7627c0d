/** Numbers in a typed array. */
export type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array;

/** Room beyond the estimate, because rows differ in length. */
const MARGIN = 1.1;
const LEAST = 64;

/** A typed array that grows. */
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

  /** Adds items, about `share` of all, in (0,1]; makes room for the rest. */
  append(items: T, share = 0.5): void {
    const start = this.#addRoom(items.length, share);
    this.#items.set(items, start);
  }

  /** Adds items plus a number. */
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

  /** Adds the items at some places of a list. */
  appendFrom(list: T, places: Uint32Array | Uint8Array, share = 0.5): void {
    let at = this.#addRoom(places.length, share);
    const all = this.#items;
    for (let index = 0; index < places.length; index++)
      all[at++] = list[places[index] as number] as number;
  }

  /** Makes room and returns where new items begin. */
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

  /** The first items as a view; they never change. */
  take(length = this.length): T {
    return this.#items.subarray(0, length) as T;
  }

  /** The items in memory of their own. */
  copy(): T {
    return this.#items.slice(0, this.length) as T;
  }
}
