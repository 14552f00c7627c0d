import Papa from 'papaparse';
import type { FileHead, RowSink, TextReader } from '#core/read/containers/format.ts';
import { RecordWriter, RECORD_LIMIT } from './record-writer.ts';

const QUOTE = '"';
const RECORDS_LOOKED_AT = 6;

/**
 * Whether quotes, delimiters or line ends of a table are escaped by a backslash, as pandas writes
 * it with `escapechar`. Such a table makes no sense read in the usual way.
 */
export function isBackslashed(
  { text, isWhole }: Pick<FileHead, 'text' | 'isWhole'>,
  delimiter: string,
): boolean {
  if (!text.includes(`\\${QUOTE}`) && !text.includes(`\\${delimiter}`)) return false;
  const escaped = widths(text, isWhole, delimiter);
  const [header = 0] = escaped;
  if (header < 2 || escaped.length < 2 || escaped.some((width) => width !== header)) return false;
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter,
    preview: RECORDS_LOOKED_AT,
    skipEmptyLines: 'greedy',
  });
  return (
    errors.some(({ type }) => type === 'Quotes') || data.some(({ length }) => length !== header)
  );
}

/** How many fields the first records have. */
function widths(text: string, isWhole: boolean, delimiter: string): number[] {
  const found: number[] = [];
  const splitter = new FieldSplitter(delimiter, (fields) => {
    if (found.length < RECORDS_LOOKED_AT && fields.join('').trim() !== '')
      found.push(fields.length);
  });
  for (let at = 0; at < text.length && found.length < RECORDS_LOOKED_AT; at += 4096)
    splitter.push(text.slice(at, at + 4096));
  if (isWhole && found.length < RECORDS_LOOKED_AT) splitter.end();
  return found;
}

/** Reads a table with backslash escapes. */
export class BackslashReader implements TextReader {
  readonly #writer: RecordWriter;
  readonly #splitter: FieldSplitter;

  constructor(sink: RowSink, delimiter: string) {
    sink.note({ code: 'file_converted', from: 'backslash_escapes' });
    this.#writer = new RecordWriter(sink, delimiter);
    this.#splitter = new FieldSplitter(delimiter, (fields, lines, isBroken) => {
      if (isBroken) this.#writer.skip(fields.join(delimiter));
      else this.#writer.record(fields, lines);
    });
  }

  push(piece: string): void {
    this.#splitter.push(piece);
  }

  end(): void {
    this.#splitter.end();
    this.#writer.end();
  }
}

/** Cuts a text into fields, one character after another. */
class FieldSplitter {
  readonly #delimiter: string;
  readonly #take: (fields: readonly string[], lines: number, isBroken: boolean) => void;
  #fields: string[] = [];
  #field: string[] = [];
  #place: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #isEscaped = false;
  #lines = 0;
  #length = 0;

  constructor(
    delimiter: string,
    take: (fields: readonly string[], lines: number, isBroken: boolean) => void,
  ) {
    this.#delimiter = delimiter;
    this.#take = take;
  }

  push(piece: string): void {
    for (const char of piece) this.#step(char);
  }

  end(): void {
    const isBroken = this.#place === 'quoted';
    if (this.#length > 0) this.#endRecord(isBroken);
  }

  #step(char: string): void {
    this.#length++;
    if (char === '\n') this.#lines++;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#field.push(char);
    } else if (char === '\\') {
      this.#isEscaped = true;
      if (this.#place === 'start') this.#place = 'plain';
    } else if (this.#place === 'quoted') {
      if (char === QUOTE) this.#place = 'closed';
      else this.#field.push(char);
      if (this.#length > RECORD_LIMIT) this.#endRecord(true);
    } else if (char === this.#delimiter) this.#endField();
    else if (char === '\n') this.#endRecord(false);
    else if (char === QUOTE && this.#place === 'start') this.#place = 'quoted';
    else if (char === QUOTE && this.#place === 'closed') {
      this.#place = 'quoted';
      this.#field.push(char);
    } else {
      if (this.#place === 'start') this.#place = 'plain';
      this.#field.push(char);
    }
  }

  #endField(): void {
    this.#fields.push(this.#field.join(''));
    this.#field = [];
    this.#place = 'start';
  }

  #endRecord(isBroken: boolean): void {
    if (this.#field.at(-1) === '\r' && !isBroken) this.#field.pop();
    this.#endField();
    this.#take(this.#fields, Math.max(1, this.#lines), isBroken);
    this.#fields = [];
    this.#lines = 0;
    this.#length = 0;
    this.#isEscaped = false;
  }
}
