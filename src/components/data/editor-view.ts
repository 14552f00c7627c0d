/** Height of a line in px: `--l-3`. */
export const LINE_HEIGHT = 20;

/** How many characters are measured to know the width of one. */
export const PROBE_LENGTH = 1000;

const LAYOUT_UNITS = 64;

/** The part of the text in sight, in px. */
export interface EditorView {
  readonly scrollTop: number;
  readonly scrollLeft: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The next width that is a whole number of the browser's layout units. With characters this wide,
 * coloured pieces and the plain text below them never drift apart by rounding.
 */
export function evenWidth(charWidth: number): number {
  return Math.ceil(charWidth * LAYOUT_UNITS) / LAYOUT_UNITS;
}
