import type { LineFormat, RowSink, TextReader } from './format.ts';

// A longer line is no row any more.
const LINE_LIMIT = 64_000_000;

/** Reads a format of lines as a text from start to end. */
export class LineReader implements TextReader {
  readonly #format: LineFormat;
  readonly #sink: RowSink;
  #kept: string[] = [];
  #keptLength = 0;
  #line = 1;
  #blank = 0;
  #isGivenUp = false;

  /**
   * Begins at the first line.
   * @param format reads a line
   * @param sink takes the rows
   */
  constructor(format: LineFormat, sink: RowSink) {
    this.#format = format;
    this.#sink = sink;
  }

  /**
   * Takes the next piece of the text.
   * @param piece of any size
   */
  push(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      this.#keep(piece.slice(from, end));
      this.#readLine();
      from = end + 1;
    }
    this.#keep(piece.slice(from));
  }

  /** Reads the last line, and tells how many were blank. */
  end(): void {
    if (this.#kept.length > 0) this.#readLine();
    if (this.#blank > 0) this.#sink.note({ code: 'lines_blank', count: this.#blank });
  }

  #keep(text: string): void {
    if (text === '' || this.#isGivenUp) return;
    this.#kept.push(text);
    this.#keptLength += text.length;
    if (this.#keptLength <= LINE_LIMIT) return;
    this.#sink.fail({ code: 'row_too_long', line: this.#line, limit: LINE_LIMIT });
    this.#isGivenUp = true;
    this.#kept = [];
  }

  #readLine(): void {
    const text = this.#kept.join('').replace(/\r$/, '');
    this.#kept = [];
    this.#keptLength = 0;
    const line = this.#line++;
    if (text.trim() !== '') this.#format.readLine(text, line, this.#sink);
    else this.#blank++;
  }
}
