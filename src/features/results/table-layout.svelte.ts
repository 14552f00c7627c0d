import { perApp } from '#kernel/per-app.svelte.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';

/** The table's columns as a person has set them. */
interface Layout {
  /** Ids of the columns that are shown otherwise, and are not. */
  readonly hidden: readonly string[];
  /** Ids of the columns that are not shown otherwise, and are. */
  readonly added: readonly string[];
  /** Names of the dataset's own columns that are shown beside the usual ones. */
  readonly cells: readonly string[];
}

const KEY = 'table';
const USUAL: Layout = { hidden: [], added: [], cells: [] };

/** A column, and whether it is shown only once a person asks for it. */
interface LaidOut {
  readonly id: string;
  readonly isExtra: boolean;
}

/** The most columns of the dataset that are shown at a time. */
export const CELLS_LIMIT = 20;

/** Which columns the table shows, kept on this device. */
export class TableLayout {
  #layout = $state.raw<Layout>(readLayout());

  /** Names of the dataset's own columns that are shown; a dataset may lack some of them. */
  get cells(): readonly string[] {
    return this.#layout.cells;
  }

  isShown({ id, isExtra }: LaidOut): boolean {
    const { hidden, added } = this.#layout;
    return isExtra ? added.includes(id) : !hidden.includes(id);
  }

  get isDefault(): boolean {
    const { hidden, added, cells } = this.#layout;
    return hidden.length + added.length + cells.length === 0;
  }

  /** Shows a column, or hides it again. */
  toggle({ id, isExtra }: LaidOut): void {
    const list = isExtra ? 'added' : 'hidden';
    const before = this.#layout[list];
    const others = before.filter((other) => other !== id);
    const isListed = others.length < before.length;
    this.#set({ ...this.#layout, [list]: isListed ? others : [...others, id] });
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
  const { hidden, added, cells } = stored as Partial<Record<keyof Layout, unknown>>;
  return {
    hidden: texts(hidden),
    added: texts(added),
    cells: texts(cells).slice(0, CELLS_LIMIT),
  };
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
