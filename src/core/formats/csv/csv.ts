import Papa from 'papaparse';
import type { FileHead, RowSink, TextFormat, TextReader } from '#core/formats/format.ts';
import { BackslashReader, isBackslashed } from './backslash.ts';
import { RecordWriter, SEP_LINE, countLineEnds } from './record-writer.ts';

const DELIMITERS = ['\t', ',', ';'] as const;

/** Comma- or tab-separated values with a header line; trajectory cells are JSON text. */
export const csv: TextFormat = {
  id: 'csv',
  title: 'CSV',
  unit: 'Line',
  kind: 'text',
  recognise: (head) => findDelimiter(head) !== undefined,
  createReader: (sink: RowSink, head: FileHead) => {
    const delimiter = findDelimiter(head) ?? ',';
    if (!isBackslashed(head, delimiter)) return new CsvReader(sink, delimiter);
    return new BackslashReader(sink, delimiter);
  },
};

// a name, and then a quoted cell that holds a list or an object
const ONE_COLUMN = /^\s*"?[A-Za-z_][\w .-]*"?\s*\r?\n\s*"[[{]/;

/** A table has the same number of fields, two or more, in its header and its first records. */
function findDelimiter({ text, isWhole }: FileHead): string | undefined {
  const sep = SEP_LINE.exec(text);
  const table = text.slice(sep?.[0].length ?? 0);
  if (ONE_COLUMN.test(table)) return ',';
  return DELIMITERS.find((delimiter) => {
    if (sep && sep[1] !== delimiter) return false;
    if (isBackslashed({ text: table, isWhole }, delimiter)) return true;
    const { data } = Papa.parse<string[]>(table, {
      delimiter,
      preview: 6,
      skipEmptyLines: 'greedy',
    });
    const [header, ...records] = isWhole || data.length < 3 ? data : data.slice(0, -1);
    if (!header || header.length < 2) return false;
    if (header.some((name) => /^\s*[[{]/.test(name))) return false;
    const agreeing = records.filter((record) => record.length === header.length).length;
    return (
      agreeing * 2 >= records.length && header.filter((name) => name.trim() !== '').length >= 2
    );
  });
}

// Cutting pieces bounds what papaparse holds at a time.
const PIECE_LENGTH = 1_000_000;
// A longer record is a quote that was never closed.
const RECORD_LIMIT = 16_000_000;
// Each costs a look at the rest; more of them than this is noise.
const RECOVERIES = 50;

const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;

/** Where in a record a character stands, as papaparse sees it. */
type Place = 'start' | 'plain' | 'quoted' | 'quote' | 'after quote';

class CsvReader implements TextReader {
  readonly #writer: RecordWriter;
  readonly #delimiter: string;
  #rest = '';
  /** How far the rest has been looked at, and where it can be cut. */
  #seen = 0;
  #cut = 0;
  #place: Place = 'start';
  #hasReturns = false;
  #hasBareEnds = false;
  #recoveries = 0;

  constructor(sink: RowSink, delimiter: string) {
    this.#writer = new RecordWriter(sink, delimiter);
    this.#delimiter = delimiter;
  }

  push(piece: string): void {
    this.#rest += piece;
    this.#look();
    if (this.#cut >= PIECE_LENGTH) this.#parseCut();
    while (this.#rest.length > RECORD_LIMIT) {
      this.#parseCut();
      if (this.#rest.length > RECORD_LIMIT) this.#giveUpLine();
    }
  }

  end(): void {
    this.#cut = this.#rest.length;
    this.#parseCut();
    this.#writer.end();
  }

  /** Finds the end of the last whole record. */
  #look(): void {
    const text = this.#rest;
    const delimiter = this.#delimiter.charCodeAt(0);
    let place = this.#place;
    for (let at = this.#seen; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (place === 'quoted') {
        if (code === QUOTE) place = 'quote';
      } else if (code === delimiter) {
        place = 'start';
      } else if (code === NEWLINE) {
        place = 'start';
        this.#cut = at + 1;
        if (text.charCodeAt(at - 1) === RETURN) this.#hasReturns = true;
        else this.#hasBareEnds = true;
      } else if (code === QUOTE) {
        if (place !== 'plain') place = place === 'after quote' ? 'quote' : 'quoted';
      } else if (place === 'quote' || place === 'after quote') {
        place = code === 32 || code === RETURN ? 'after quote' : 'quoted';
      } else place = 'plain';
    }
    this.#place = place;
    this.#seen = text.length;
  }

  #parseCut(): void {
    const text = this.#rest.slice(0, this.#cut);
    this.#rest = this.#rest.slice(this.#cut);
    this.#seen -= this.#cut;
    this.#cut = 0;
    // papaparse knows one line end at a time
    const isMixed = this.#hasReturns && this.#hasBareEnds;
    const lineEnd = this.#hasReturns && !isMixed ? '\r\n' : '\n';
    this.#parse(
      isMixed ? text.replaceAll('\r\n', '\n') : text,
      text.includes('\n') ? lineEnd : undefined,
    );
  }

  /** Parses whole records. A broken one is given up line by line, so that it takes no other along. */
  #parse(text: string, newline: string | undefined): void {
    for (let from = 0; from < text.length;) {
      const part = text.slice(from);
      const ending =
        newline !== undefined && part.endsWith(newline) ? part.slice(0, -newline.length) : part;
      if (ending === '') {
        this.#writer.record(['']);
        return;
      }
      let start = 0;
      let broken = -1;
      Papa.parse<string[]>(ending, {
        delimiter: this.#delimiter,
        ...(newline === undefined ? {} : { newline: newline as '\n' | '\r\n' }),
        step: ({ data, errors, meta }, parser) => {
          if (errors.some((error) => isUnclosed(error, data))) {
            if (this.#recoveries < RECOVERIES) {
              broken = start;
              parser.abort();
              return;
            }
            this.#writer.skip(ending.slice(start, meta.cursor));
          } else this.#writer.record(data);
          start = meta.cursor;
        },
      });
      if (broken < 0) return;
      this.#recoveries++;
      const lineEnd = part.indexOf('\n', broken);
      const next = lineEnd < 0 ? part.length : lineEnd + 1;
      this.#writer.skip(part.slice(broken, next));
      from += next;
    }
  }

  /** Gives up a line whose quote stays open for too long and looks at the rest afresh. */
  #giveUpLine(): void {
    const lineEnd = this.#recoveries++ < RECOVERIES ? this.#rest.indexOf('\n') : -1;
    const next = lineEnd < 0 ? this.#rest.length : lineEnd + 1;
    this.#writer.skip(this.#rest.slice(0, next));
    this.#rest = this.#rest.slice(next);
    this.#seen = 0;
    this.#place = lineEnd < 0 ? this.#place : 'start';
    this.#look();
  }
}

/** A quote that swallows line ends, or is open at the end; a stray one inside a line does no harm. */
function isUnclosed({ type, code }: Papa.ParseError, fields: readonly string[]): boolean {
  return type === 'Quotes' && (code === 'MissingQuotes' || countLineEnds(fields) > 0);
}
