import type { LabelColumn } from './scored-columns.ts';

/** Gathers the labels of rows, row by row. */
export class LabelGatherer {
  readonly #ids = new Map<string, number>();
  readonly #starts: number[] = [0];
  readonly #labels: number[] = [];
  /** By id: the last row that carries it. */
  readonly #lastRow: number[] = [];
  readonly #keepsRepeats: boolean;

  /**
   * Starts with no row.
   * @param keepsRepeats whether a row may carry a label several times
   */
  constructor(keepsRepeats = false) {
    this.#keepsRepeats = keepsRepeats;
  }

  /**
   * Adds a row.
   * @param names its labels
   */
  add(names: readonly string[]): void {
    const row = this.#starts.length;
    for (const name of names) {
      let id = this.#ids.get(name);
      if (id === undefined) this.#ids.set(name, (id = this.#ids.size));
      if (this.#lastRow[id] === row && !this.#keepsRepeats) continue;
      this.#lastRow[id] = row;
      this.#labels.push(id);
    }
    this.#starts.push(this.#labels.length);
  }

  /**
   * Ends the gathering.
   * @returns the labels of all rows
   */
  finish(): LabelColumn {
    return {
      names: [...this.#ids.keys()],
      starts: Uint32Array.from(this.#starts),
      ids: Uint32Array.from(this.#labels),
    };
  }
}
