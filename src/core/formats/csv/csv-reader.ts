import type { RowSink, TextReader } from '#core/formats/format.ts';
import { parseRecords } from './parse-records.ts';
import { RecordWriter, type TableHeader } from './record-writer.ts';

// Cutting pieces bounds what papaparse holds at a time.
const PIECE_LENGTH = 1_000_000;
/** A longer record is a quote that was never closed. */
export const RECORD_LIMIT = 16_000_000;
// Each costs a look at the rest; more of them than this is noise.
const RECOVERIES = 50;

const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;

/** Where in a record a character stands, as papaparse sees it. */
type Place = 'start' | 'plain' | 'quoted' | 'quote' | 'after quote';

/** Reads a table from start to end, and finds back into it after a quote that was never closed. */
export class CsvReader implements TextReader {
  readonly #writer: RecordWriter;
  readonly #delimiter: string;
  #rest = '';
  /** How far the rest has been looked at, and where it can be cut. */
  #seen = 0;
  #cut = 0;
  #place: Place = 'start';
  #hasNewlines: boolean;
  #recoveries = 0;

  /**
   * Begins at the start of a file, or goes on amid it.
   * @param sink receives the rows
   * @param delimiter what stands between fields
   * @param header the header, where lines were read before
   */
  constructor(sink: RowSink, delimiter: string, header?: TableHeader) {
    this.#writer = new RecordWriter(sink, delimiter, header);
    this.#delimiter = delimiter;
    this.#hasNewlines = header !== undefined;
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
    this.#hasNewlines ||= text.includes('\n');
    this.#parse(text);
  }

  /** Parses whole records. A broken one is given up line by line, so that it takes no other along. */
  #parse(text: string): void {
    for (let from = 0; from < text.length;) {
      const part = text.slice(from);
      let broken = -1;
      parseRecords(
        part,
        this.#delimiter,
        this.#hasNewlines,
        ({ fields, start, end, isUnclosed }) => {
          if (!isUnclosed) this.#writer.record(fields);
          else if (this.#recoveries < RECOVERIES) broken = start;
          else this.#writer.skip(part.slice(start, end));
          return broken < 0;
        },
      );
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
