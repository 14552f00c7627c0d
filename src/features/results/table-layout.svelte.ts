import { perApp } from '#kernel/per-app.svelte.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';

/** The table's columns as a person has set them. */
interface Layout {
  /** Ids of the columns that are not shown. */
  readonly hidden: readonly string[];
  /** Names of the dataset's own columns that are shown beside the usual ones. */
  readonly cells: readonly string[];
  /** Widths in px, by column id. */
  readonly widths: Readonly<Record<string, number>>;
}

const KEY = 'table';
const USUAL: Layout = { hidden: [], cells: [], widths: {} };

/** The most columns of the dataset that are shown at a time. */
export const CELLS_LIMIT = 20;
export const WIDTH_MIN = 40;
export const WIDTH_MAX = 1200;

/** Which columns the table shows and how wide they are, kept on this device. */
export class TableLayout {
  #layout = $state.raw<Layout>(readLayout());

  /** Names of the dataset's own columns that are shown; a dataset may lack some of them. */
  get cells(): readonly string[] {
    return this.#layout.cells;
  }

  isHidden(id: string): boolean {
    return this.#layout.hidden.includes(id);
  }

  /** A column's width in px, undefined when nobody has set it. */
  widthOf(id: string): number | undefined {
    return Object.hasOwn(this.#layout.widths, id) ? this.#layout.widths[id] : undefined;
  }

  get isUsual(): boolean {
    const { hidden, cells, widths } = this.#layout;
    return hidden.length + cells.length + Object.keys(widths).length === 0;
  }

  toggle(id: string): void {
    const hidden = this.#layout.hidden.filter((other) => other !== id);
    const isShown = hidden.length === this.#layout.hidden.length;
    this.#set({ ...this.#layout, hidden: isShown ? [...hidden, id] : hidden });
  }

  /** Shows a column of the dataset, or hides it again. */
  toggleCell(name: string): void {
    const cells = this.#layout.cells.filter((other) => other !== name);
    const isShown = cells.length < this.#layout.cells.length;
    this.#set({ ...this.#layout, cells: isShown ? cells : [...cells, name] });
  }

  setWidth(id: string, px: number): void {
    const width = Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, px)));
    this.#set({ ...this.#layout, widths: { ...this.#layout.widths, [id]: width } });
  }

  reset(): void {
    this.#set(USUAL);
  }

  #set(layout: Layout): void {
    this.#layout = layout;
    saveValue(KEY, layout);
  }
}

function readLayout(): Layout {
  const stored = loadValue(KEY);
  if (typeof stored !== 'object' || stored === null) return USUAL;
  const { hidden, cells, widths } = stored as Partial<Record<keyof Layout, unknown>>;
  return {
    hidden: texts(hidden),
    cells: texts(cells).slice(0, CELLS_LIMIT),
    widths: sizes(widths),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function sizes(value: unknown): Record<string, number> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const isWidth = (entry: [string, unknown]): entry is [string, number] =>
    typeof entry[1] === 'number' && entry[1] >= WIDTH_MIN && entry[1] <= WIDTH_MAX;
  return Object.fromEntries(entries.filter(isWidth));
}

/** The table's columns in an app; its rows are read with those of the dataset that are shown. */
export const layoutOf = perApp(({ view }) => {
  const layout = new TableLayout();
  view.showCells(() => layout.cells);
  return layout;
});
