import Papa from 'papaparse';
import type { FileHead, RowSink, TextFormat, TextReader } from '#core/formats/format.ts';
import type { JsonObject } from '#core/json/json-value.ts';

const DELIMITERS = ['\t', ',', ';'] as const;

/** Comma- or tab-separated values with a header line; trajectory cells are JSON text. */
export const csv: TextFormat = {
  id: 'csv',
  title: 'CSV',
  unit: 'Line',
  kind: 'text',
  recognise: (head) => findDelimiter(head) !== undefined,
  createReader: (sink: RowSink, head: FileHead) => new CsvReader(sink, findDelimiter(head) ?? ','),
};

/** A table has the same number of fields, two or more, in its header and its first records. */
function findDelimiter({ text, isWhole }: FileHead): string | undefined {
  return DELIMITERS.find((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 6, skipEmptyLines: 'greedy' });
    const [header, ...records] = isWhole || data.length < 3 ? data : data.slice(0, -1);
    if (!header || header.length < 2) return false;
    if (header.some((name) => /^\s*[[{]/.test(name))) return false;
    const agreeing = records.filter((record) => record.length === header.length).length;
    return agreeing * 2 >= records.length && header.filter((name) => name.trim() !== '').length >= 2;
  });
}

// Cutting pieces bounds what papaparse holds at a time.
const PIECE_LENGTH = 1_000_000;
// An unclosed quote costs a pass over the rest; more of them than this is noise.
const RECOVERIES = 50;

class CsvReader implements TextReader {
  readonly #sink: RowSink;
  readonly #delimiter: string;
  #header: readonly string[] | undefined;
  #rest = '';
  /** How far the rest has been looked at, and where it can be cut. */
  #seen = 0;
  #cut = 0;
  #isQuoted = false;
  #line = 1;
  #blankLines = 0;

  constructor(sink: RowSink, delimiter: string) {
    this.#sink = sink;
    this.#delimiter = delimiter;
  }

  push(piece: string): void {
    this.#rest += piece;
    this.#look();
    if (this.#cut >= PIECE_LENGTH) this.#parseCut();
  }

  end(): void {
    for (let recoveries = 0; this.#isQuoted && recoveries < RECOVERIES; recoveries++) {
      this.#parseCut();
      this.#skipLine();
    }
    this.#cut = this.#rest.length;
    this.#parseCut();
    if (this.#blankLines > 0) this.#sink.note({ code: 'lines_blank', count: this.#blankLines });
  }

  /** Finds the last line end outside quotes; a doubled quote toggles twice. */
  #look(): void {
    const text = this.#rest;
    for (let at = this.#seen; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 34) this.#isQuoted = !this.#isQuoted;
      else if (code === 10 && !this.#isQuoted) this.#cut = at + 1;
    }
    this.#seen = text.length;
  }

  #parseCut(): void {
    const text = this.#rest.slice(0, this.#cut);
    this.#rest = this.#rest.slice(this.#cut);
    this.#seen -= this.#cut;
    this.#cut = 0;
    const ending = text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text;
    if (text === '') return;
    Papa.parse<string[]>(ending, {
      delimiter: this.#delimiter,
      step: ({ data }) => this.#record(data),
    });
  }

  /** Gives up the line whose quote is never closed and looks at the rest afresh. */
  #skipLine(): void {
    const end = this.#rest.indexOf('\n');
    const text = end < 0 ? this.#rest : this.#rest.slice(0, end + 1);
    this.#rest = this.#rest.slice(text.length);
    this.#sink.skip({ code: 'row_not_csv', line: this.#line }, text.trimEnd());
    this.#line++;
    this.#seen = 0;
    this.#cut = 0;
    this.#isQuoted = false;
    this.#look();
  }

  #record(fields: readonly string[]): void {
    const line = this.#line;
    this.#line += 1 + countLineEnds(fields);
    if (fields.every((field) => field.trim() === '')) {
      this.#blankLines++;
    } else if (this.#header === undefined) {
      this.#header = this.#readHeader(fields);
    } else if (fields.length > this.#header.length) {
      const issue = { code: 'row_field_count', line, expected: this.#header.length, found: fields.length } as const;
      this.#sink.skip(issue, Papa.unparse([[...fields]], { delimiter: this.#delimiter }));
    } else {
      if (fields.length < this.#header.length) {
        const { length } = this.#header;
        this.#sink.note({ code: 'fields_missing', line, expected: length, found: fields.length });
      }
      this.#sink.row(toRecord(this.#header, fields), line);
    }
  }

  #readHeader(fields: readonly string[]): string[] {
    const names: string[] = [];
    for (const [index, field] of fields.entries()) {
      const plain = field.trim() === '' ? `column_${index + 1}` : field.trim();
      let name = plain;
      for (let copy = 2; names.includes(name); copy++) name = `${plain}_${copy}`;
      if (name !== plain) this.#sink.note({ code: 'header_duplicate', name: plain, renamed: name });
      names.push(name);
    }
    return names;
  }
}

function toRecord(header: readonly string[], fields: readonly string[]): JsonObject {
  // without a prototype, a column called __proto__ is a column like any other
  const record = Object.create(null) as Record<string, string>;
  for (const [index, name] of header.entries()) record[name] = fields[index] ?? '';
  return record;
}

function countLineEnds(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields) {
    for (let at = field.indexOf('\n'); at >= 0; at = field.indexOf('\n', at + 1)) count++;
  }
  return count;
}
