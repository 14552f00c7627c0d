import { GrowingArray } from '#core/base/lists/growing-array.ts';
import type { NumberedLabels } from '#core/read/dataset/row-cells.ts';
import type { LabelColumn } from './scored-columns.ts';

/** Gathers the labels of rows. */
export class LabelGatherer {
  readonly #ids = new Map<string, number>();
  readonly #starts = new GrowingArray<Uint32Array>(Uint32Array);
  readonly #labels = new GrowingArray<Uint32Array>(Uint32Array);
  /** By id: the last row with the label. */
  readonly #lastRow: number[] = [];
  readonly #keepsRepeats: boolean;

  /** Creates a gatherer; `keepsRepeats` keeps a label that a row has several times. */
  constructor(keepsRepeats = false) {
    this.#keepsRepeats = keepsRepeats;
    this.#starts.push(0);
  }

  add(names: readonly string[]): void {
    const row = this.#starts.length;
    for (const name of names) {
      const id = this.#idOf(name);
      if (this.#lastRow[id] === row && !this.#keepsRepeats) continue;
      this.#lastRow[id] = row;
      this.#labels.push(id);
    }
    this.#starts.push(this.#labels.length);
  }

  /** Adds rows whose labels are indexes into `names`; a row has at most `most`. */
  addNumbered(rows: NumberedLabels, names: readonly (readonly string[])[], most = Infinity): void {
    const meant = names.map((labels) => labels.map((name) => this.#idOf(name)));
    const found = expandLabels(rows, joinLists(meant), this.#ids.size, most);
    this.#starts.appendPlus(found.starts.subarray(1), this.#labels.length);
    this.#labels.append(found.ids);
  }

  #idOf(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) this.#ids.set(name, (id = this.#ids.size));
    return id;
  }

  finish(): LabelColumn {
    const ids = this.#labels.copy();
    const names = renumberLabels(ids, [...this.#ids.keys()]);
    return { names, starts: this.#starts.copy(), ids };
  }
}

/** Renumbers labels in order of first use, and returns the names in use. */
export function renumberLabels(ids: Uint32Array, names: readonly string[]): string[] {
  const renumbered = new Int32Array(names.length).fill(-1);
  const found: string[] = [];
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] as number;
    if (renumbered[id] === -1) renumbered[id] = found.push(names[id] as string) - 1;
    ids[at] = renumbered[id] as number;
  }
  return found;
}

function joinLists(lists: readonly (readonly number[])[]): NumberedLabels {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries())
    starts[index + 1] = (starts[index] as number) + list.length;
  return { starts, ids: Uint32Array.from(lists.flat()) };
}

/** Replaces numbers by the labels they stand for, each once a row. */
function expandLabels(
  { starts, ids }: NumberedLabels,
  meant: NumberedLabels,
  labelCount: number,
  most: number,
): NumberedLabels {
  const rowCount = starts.length - 1;
  const found = new Uint32Array(
    countMeant(ids, starts[0] as number, starts[rowCount] as number, meant),
  );
  const foundStarts = new Uint32Array(rowCount + 1);
  const lastRow = new Uint32Array(labelCount);
  let count = 0;
  for (let row = 1; row <= rowCount; row++) {
    const full = count + most;
    const end = starts[row] as number;
    for (let at = starts[row - 1] as number; at < end; at++) {
      const number = ids[at] as number;
      const to = meant.starts[number + 1] as number;
      for (let place = meant.starts[number] as number; place < to; place++) {
        const label = meant.ids[place] as number;
        if (lastRow[label] === row || count >= full) continue;
        lastRow[label] = row;
        found[count++] = label;
      }
    }
    foundStarts[row] = count;
  }
  return { starts: foundStarts, ids: found.subarray(0, count) };
}

function countMeant(
  ids: Uint32Array,
  from: number,
  to: number,
  { starts }: NumberedLabels,
): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const number = ids[at] as number;
    count += (starts[number + 1] as number) - (starts[number] as number);
  }
  return count;
}
