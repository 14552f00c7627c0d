/**
 * The column that says which records are guarded; always the last. Without it nothing is taken off,
 * so data that merely looks guarded stays as it is.
 */
export const GUARD_COLUMN = 'formula_guard';

/** What stands in that column where cells of the record are guarded, and before each such cell. */
export const GUARD = "'";

/** Spreadsheets run cells that begin so; those that are guarded already are guarded once more. */
const RISKY = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^''*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Tells whether a spreadsheet could run a text as a formula.
 * @param text a cell
 * @returns whether it is to be guarded
 */
export function isRisky(text: string): boolean {
  return RISKY.test(text);
}

/**
 * Guards a text against being run as a formula.
 * @param text a cell
 * @returns the text, after an apostrophe where it is risky
 */
export function guardCell(text: string): string {
  return isRisky(text) ? GUARD + text : text;
}

/**
 * Takes the guard off again.
 * @param text what {@link guardCell} gave
 * @returns the text before
 */
export function unguardCell(text: string): string {
  return GUARDED.test(text) ? text.slice(GUARD.length) : text;
}

/**
 * Takes the guard off a record of a file that has the guard column.
 * @param fields the record, that column last
 * @returns the cells without that column
 */
export function unguardRecord(fields: readonly string[]): string[] {
  const cells = fields.slice(0, -1);
  return fields.at(-1) === GUARD ? cells.map(unguardCell) : cells;
}
