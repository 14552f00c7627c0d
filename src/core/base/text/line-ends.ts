/** Counts line ends between two 0-based offsets of a text. */
export function countLineEnds(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    count++;
  return count;
}

/** Counts the lines of a text that are not blank. */
export function countFilledLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

/** The 1-based line and column of a 0-based offset of a text. */
export function placeAt(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The offset of the next line end; the length of the text without one. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Removes characters (UTF-16 code units) from the end of a text while `isTaken` holds. */
export function trimEndWhere(text: string, isTaken: (char: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isTaken(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
