import { perApp } from '#kernel/per-app.svelte.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';

/** The table's columns as a person has set them. */
interface Layout {
  /** Ids of the columns that are not shown. */
  readonly hidden: readonly string[];
  /** Names of the dataset's own columns that are shown beside the usual ones. */
  readonly cells: readonly string[];
}

const KEY = 'table';
const USUAL: Layout = { hidden: [], cells: [] };

/** The most columns of the dataset that are shown at a time. */
export const CELLS_LIMIT = 20;

/** Which columns the table shows, kept on this device. */
export class TableLayout {
  #layout = $state.raw<Layout>(readLayout());

  /** Names of the dataset's own columns that are shown; a dataset may lack some of them. */
  get cells(): readonly string[] {
    return this.#layout.cells;
  }

  isHidden(id: string): boolean {
    return this.#layout.hidden.includes(id);
  }

  get isUsual(): boolean {
    return this.#layout.hidden.length + this.#layout.cells.length === 0;
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
  const { hidden, cells } = stored as Partial<Record<keyof Layout, unknown>>;
  return { hidden: texts(hidden), cells: texts(cells).slice(0, CELLS_LIMIT) };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The table's columns in an app; its rows are read with those of the dataset that are shown. */
export const layoutOf = perApp(({ view }) => {
  const layout = new TableLayout();
  view.showCells(() => layout.cells);
  return layout;
});
