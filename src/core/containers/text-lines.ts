/**
 * Counts line ends in a part of a text.
 * @param text the text
 * @param from 0-based offset of the first character looked at
 * @param to offset after the last one
 * @returns how many line ends stand in between
 */
export function countLineEnds(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    count++;
  return count;
}

/** Counts lines up to places that only go forward, each line once. */
export class LineFinder {
  readonly #text: string;
  #line: number;
  /** Where the line of the place asked for last ends; -1 where it is the last line. */
  #lineEnd: number;

  constructor(text: string, firstLine = 1) {
    this.#text = text;
    this.#line = firstLine;
    this.#lineEnd = text.indexOf('\n');
  }

  /**
   * Finds the line of a place.
   * @param offset 0-based, not before the one asked for last
   * @returns the 1-based line
   */
  lineAt(offset: number): number {
    while (this.#lineEnd >= 0 && this.#lineEnd < offset) {
      this.#line++;
      this.#lineEnd = this.#text.indexOf('\n', this.#lineEnd + 1);
    }
    return this.#line;
  }

  /**
   * Finds the place within its line.
   * @param offset 0-based
   * @returns the 1-based column
   */
  columnAt(offset: number): number {
    return offset - this.#text.lastIndexOf('\n', offset - 1);
  }
}
