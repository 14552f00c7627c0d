import type { RowPreview } from '#core/explain/row/row-detail.ts';
import { cellText, type TableColumn } from './result-columns.ts';

/** The column widths fit this many rows, from the first. */
export const ROWS_MEASURED = 20;

/** Px of a letter, a little more than the mean of the page's fonts. */
const LETTER = { text: 6.6, mono: 7.3 } as const;
/** What a cell has at both sides. */
const PADDING = 18;
/** What the first column has more of it. */
const EDGE = 8;
/** The arrow of a sorted column. */
const ARROW = 12;

/** Widths that are fitted lie between these, in px. */
const BOUNDS = { id: [60, 190], prompt: [120, 300], score: [54, 104], cell: [72, 280] } as const;

/**
 * Makes columns as wide as the values of the first rows. Letters are counted, not drawn: that
 * costs nothing, and is the same on every machine.
 * @param columns the columns with their usual widths
 * @param previews lines of the first rows, in the order of the data
 */
export function fitColumns(
  columns: readonly TableColumn[],
  previews: readonly RowPreview[],
): TableColumn[] {
  if (previews.length === 0) return [...columns];
  const longest = (textOf: (preview: RowPreview, row: number) => string): number =>
    Math.max(...previews.map((preview, row) => textOf(preview, row).length));
  return columns.map((column) => {
    const { shows } = column;
    switch (shows.kind) {
      case 'id': {
        const letters = longest(({ id }, row) => id || String(row + 1));
        const edge = column === columns[0] ? EDGE : 0;
        return { ...column, width: within('id', letters * LETTER.mono + edge) };
      }
      case 'prompt': {
        const width = within('prompt', longest(({ prompt }) => prompt) * LETTER.text);
        // longer prompts share the room that is left, as without values
        return width < BOUNDS.prompt[1] ? { ...column, width, grows: 0 } : column;
      }
      case 'score': {
        const head = shows.column.short.length * LETTER.text + ARROW;
        const values = longest((_, row) => cellText(shows.column, row)) * LETTER.mono;
        return { ...column, width: within('score', Math.max(head, values)) };
      }
      case 'cell': {
        const values = longest(({ cells }) => cells.get(shows.name) ?? '') * LETTER.text;
        const head = shows.name.length * LETTER.mono;
        return { ...column, width: within('cell', Math.max(head, values)) };
      }
      default:
        return column;
    }
  });
}

function within(kind: keyof typeof BOUNDS, px: number): number {
  const [least, most] = BOUNDS[kind];
  return Math.round(Math.min(most, Math.max(least, px + PADDING)));
}
