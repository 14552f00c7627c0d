import Papa from 'papaparse';
import type { RowSink } from '#core/formats/format.ts';
import type { JsonObject } from '#core/json/json-value.ts';

/** What Excel writes as the first line to name the delimiter. */
export const SEP_LINE = /^sep=(.)\r?(\n|$)/i;

const BLANK = /^\s*$/;
// pandas writes them first
const ROW_NUMBER = /^\s*\d*\s*$/;
const NO_NAME = /^\s*$|^Unnamed: \d+$/;

/** A column without a name, which pandas writes for row numbers and spreadsheets for blanks. */
interface Nameless {
  /** 0-based place. */
  readonly place: number;
  readonly name: string;
  /** Undefined until the first record has been seen. */
  isLeftOut: boolean | undefined;
}

/** Turns the records of a table into rows: the first is the header. */
export class RecordWriter {
  /** 1-based physical line of the next record. */
  line = 1;
  readonly #sink: RowSink;
  readonly #delimiter: string;
  #header: readonly string[] | undefined;
  #nameless: readonly Nameless[] = [];
  #blankLines = 0;

  constructor(sink: RowSink, delimiter: string) {
    this.#sink = sink;
    this.#delimiter = delimiter;
  }

  /** Tells what was counted. */
  end(): void {
    if (this.#blankLines > 0) this.#sink.note({ code: 'lines_blank', count: this.#blankLines });
  }

  /** Skips a text that is no record. */
  skip(text: string): void {
    this.#sink.skip({ code: 'row_not_csv', line: this.line }, text.trimEnd());
    this.line += Math.max(1, countLineEnds([text]));
  }

  /** Takes a record that spans the lines its fields span, or as many as are given. */
  record(fields: readonly string[], lineCount = 1 + countLineEnds(fields)): void {
    const { line } = this;
    this.line += lineCount;
    if (line === 1 && SEP_LINE.test(fields.join(this.#delimiter))) {
      this.#sink.note({ code: 'file_converted', from: 'separator_line' });
    } else if (fields.every((field) => field.trim() === '')) {
      this.#blankLines++;
    } else if (this.#header === undefined) {
      this.#header = this.#readHeader(fields);
    } else if (fields.length > this.#header.length) {
      const issue = {
        code: 'row_field_count',
        line,
        expected: this.#header.length,
        found: fields.length,
      } as const;
      this.#sink.skip(issue, Papa.unparse([[...fields]], { delimiter: this.#delimiter }));
    } else {
      if (fields.length < this.#header.length) {
        const { length } = this.#header;
        this.#sink.note({ code: 'fields_missing', line, expected: length, found: fields.length });
      }
      this.#sink.row(this.#toRow(this.#header, fields), line);
    }
  }

  #readHeader(fields: readonly string[]): string[] {
    const names: string[] = [];
    const nameless: Nameless[] = [];
    for (const [place, field] of fields.entries()) {
      const isNameless = NO_NAME.test(field);
      const plain = isNameless ? `column_${place + 1}` : field.trim();
      let name = plain;
      for (let copy = 2; names.includes(name); copy++) name = `${plain}_${copy}`;
      if (name !== plain) this.#sink.note({ code: 'header_duplicate', name: plain, renamed: name });
      names.push(name);
      if (isNameless) nameless.push({ place, name, isLeftOut: undefined });
    }
    this.#nameless = nameless;
    return names;
  }

  #toRow(header: readonly string[], fields: readonly string[]): JsonObject {
    const leftOut = new Set<string>();
    for (const column of this.#nameless) {
      const blank = column.place === 0 ? ROW_NUMBER : BLANK;
      const isEmpty = blank.test(fields[column.place] ?? '');
      if (column.isLeftOut === undefined) {
        column.isLeftOut = isEmpty;
        if (isEmpty) this.#sink.note({ code: 'column_dropped', place: column.place + 1 });
      }
      // what turns up later all the same is kept
      if (column.isLeftOut && isEmpty) leftOut.add(column.name);
    }
    // without a prototype, a column called __proto__ is a column like any other
    const row = Object.create(null) as Record<string, string>;
    for (const [place, name] of header.entries())
      if (!leftOut.has(name)) row[name] = fields[place] ?? '';
    return row;
  }
}

/**
 * Counts the line ends inside fields.
 * @param fields a record
 * @returns how many there are
 */
export function countLineEnds(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields) {
    for (let at = field.indexOf('\n'); at >= 0; at = field.indexOf('\n', at + 1)) count++;
  }
  return count;
}
