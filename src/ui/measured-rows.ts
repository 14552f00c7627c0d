/**
 * Heights of rows that are known only once they have been drawn, in px: those that were not drawn
 * yet are estimated. Finding a row and changing a height take log(n) steps (a Fenwick tree).
 */
export class RowHeights {
  readonly count: number;
  readonly #heights: Float64Array;
  /** At index i (from 1) the sum of the heights of the `i & -i` rows that end with row i − 1. */
  readonly #sums: Float64Array;

  /**
   * @param count rows
   * @param estimate the height of a row before it is drawn, more than 0
   */
  constructor(count: number, estimate: (index: number) => number) {
    this.count = count;
    this.#heights = Float64Array.from({ length: count }, (_, index) => estimate(index));
    this.#sums = new Float64Array(count + 1);
    for (let at = 1; at <= count; at++) {
      this.#sums[at] = (this.#sums[at] ?? 0) + this.heightOf(at - 1);
      const next = at + (at & -at);
      if (next <= count) this.#sums[next] = (this.#sums[next] ?? 0) + (this.#sums[at] ?? 0);
    }
  }

  /** The height of a row, 0 for one that is not there. */
  heightOf(index: number): number {
    return this.#heights[index] ?? 0;
  }

  /** The height of all rows. */
  get total(): number {
    return this.topOf(this.count);
  }

  /** Where a row begins; of a row behind the last, where that ends. */
  topOf(index: number): number {
    let sum = 0;
    for (let at = Math.min(index, this.count); at > 0; at -= at & -at) sum += this.#sums[at] ?? 0;
    return sum;
  }

  /** The row at a height: the first for less than 0, the last for more than there is. */
  rowAt(top: number): number {
    let row = 0;
    let left = top;
    for (let step = 2 ** Math.floor(Math.log2(this.count || 1)); step >= 1; step /= 2) {
      const sum = this.#sums[row + step];
      if (row + step > this.count || sum === undefined || sum > left) continue;
      row += step;
      left -= sum;
    }
    return Math.max(0, Math.min(row, this.count - 1));
  }

  /** Sets the height of a row; returns whether it is another than before. */
  set(index: number, height: number): boolean {
    const change = height - this.heightOf(index);
    if (index >= this.count || Math.abs(change) < 0.01) return false;
    this.#heights[index] = height;
    for (let at = index + 1; at <= this.count; at += at & -at)
      this.#sums[at] = (this.#sums[at] ?? 0) + change;
    return true;
  }
}
