/**
 * The column that says which records are guarded; always the last. Without it nothing is taken off,
 * so data that merely looks guarded stays as it is.
 */
export const GUARD_COLUMN = 'formula_guard';

/** What is in that column where cells of the record are guarded, and at each guarded place. */
export const GUARD = "'";

/**
 * What spreadsheets run: a cell that begins so, and, where lists are separated by semicolons, a
 * piece after a semicolon or a line break, which they cut there whatever is in quotes. Items of
 * a list in Markdown are no formulas. What is guarded already is guarded once more.
 */
const PLACES = [
  ['^', "(?='*[=+\\-@\\t\\r\\n＝＋－＠])"],
  ['(?<=;)', `(?=["']*[=+\\-@\\t＝＋－＠])`],
  ['(?<=[\\r\\n])', `(?=["']*(?:[=@\\t＝＠]|[+\\-＋－](?! )))`],
] as const;
const anywhere = (guard: string): RegExp =>
  new RegExp(PLACES.map(([before, after]) => before + guard + after).join('|'), 'g');

const RISKY = anywhere('');
const GUARDED = anywhere(GUARD);

/** Whether a spreadsheet could run a text as a formula. */
export function isRisky(text: string): boolean {
  return text.search(RISKY) >= 0;
}

/**
 * Guards a text against being run as a formula.
 * @returns the text, with an apostrophe at each risky place
 */
export function guardCell(text: string): string {
  return text.replace(RISKY, GUARD);
}

/**
 * Removes the guard of {@link guardCell}.
 * @param text what {@link guardCell} gave
 */
export function unguardCell(text: string): string {
  return text.replace(GUARDED, '');
}

/** Removes the guard column of a record, and the guard of its cells. */
export function unguardRecord(fields: readonly string[]): string[] {
  const cells = fields.slice(0, -1);
  return fields.at(-1) === GUARD ? cells.map(unguardCell) : cells;
}
