import { freeName } from '#core/read/names/free-name.ts';
import {
  SILENT_SINK,
  type Nameless,
  type RowSink,
  type TableForm,
  type TableHeader,
  type TextSpan,
} from '#core/read/containers/format.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { countLineEnds } from '#core/base/text/line-ends.ts';
import { GUARD_COLUMN, unguardCell, unguardRecord } from './formula-guard.ts';
import Papa from 'papaparse';

/** What Excel writes as the first line to name the delimiter. */
export const SEP_LINE = /^sep=(.)\r?(\n|$)/i;

const MARK = '\ufeff';

// pandas writes them first
const ROW_NUMBER = /^\d*$/;
const NO_NAME = /^(?:Unnamed: \d+)?$/;

/** The column for cells behind the last one of the header. */
const FURTHER = 'further_cells';

/** Turns the records of a table into rows: the first is the header. */
export class RecordWriter {
  /** 1-based physical line of the next record. */
  line = 1;
  readonly #sink: RowSink;
  readonly #delimiter: string;
  #header: TableHeader | undefined;
  #blankLines = 0;
  /** The column for further cells, once there are some. */
  #further: string | undefined;

  constructor(sink: RowSink, delimiter: string, header?: TableHeader) {
    this.#sink = sink;
    this.#delimiter = delimiter;
    this.#header = header;
  }

  /** The header, once all is known about it. */
  get header(): TableHeader | undefined {
    const isKnown = this.#header?.nameless.every(({ isLeftOut }) => isLeftOut !== undefined);
    return isKnown === true ? this.#header : undefined;
  }

  /** Notes what was counted. */
  end(): void {
    if (this.#blankLines > 0) this.#sink.note({ code: 'lines_blank', count: this.#blankLines });
  }

  /** Skips a text that is no record. */
  skip(text: string): void {
    this.#sink.skip({ code: 'row_not_csv', line: this.line }, text.trimEnd());
    this.line += Math.max(1, countLineEnds(text));
  }

  /**
   * Writes a record that spans the lines its fields span, or as many as are given. A byte order mark
   * before it, as joined files have it, is no part of its first cell.
   * @param span passed on with its row
   */
  record(written: readonly string[], lineCount = 1 + lineEndsIn(written), span?: TextSpan): void {
    const { line } = this;
    const [first = '', ...others] = written;
    const fields = first.startsWith(MARK) ? [first.slice(MARK.length), ...others] : written;
    this.line += lineCount;
    if (this.#header === undefined && line === 1 && SEP_LINE.test(fields.join(this.#delimiter))) {
      this.#sink.note({ code: 'file_converted', from: 'separator_line' });
    } else if (fields.every((field) => field.trim() === '')) {
      // before a header there may be anything
      if (this.#header || fields.length > 1) this.#blankLines++;
    } else if (this.#header === undefined) {
      this.#header = this.#readHeader(fields);
    } else {
      const expected = this.#header.names.length;
      const isGuarded = this.#header.isGuarded && fields.length === expected + 1;
      const cells = isGuarded ? unguardRecord(fields) : fields;
      const found = cells.length;
      const row = this.#toRow(this.#header, cells);
      if (found < expected) this.#sink.note({ code: 'fields_missing', line, expected, found });
      else if (found > expected) this.#keepFurther(row, cells, line);
      this.#sink.row(row, line, span);
    }
  }

  /** Keeps what is behind the last column; blanks at the end of a line are nothing. */
  #keepFurther(row: Record<string, JsonValue>, cells: readonly string[], line: number): void {
    const expected = this.#header?.names.length ?? 0;
    const found = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (found <= expected) return;
    const name = (this.#further ??= freeName(FURTHER, new Set(this.#header?.names)));
    row[name] = cells.slice(expected, found);
    this.#sink.note({ code: 'fields_extra', line, expected, found, name });
  }

  #readHeader(fields: readonly string[]): TableHeader {
    const names = new Set<string>();
    const copies = new Map<string, number>();
    const nameless: Nameless[] = [];
    const isGuarded = fields.length > 1 && fields.at(-1) === GUARD_COLUMN;
    const own = isGuarded ? fields.slice(0, -1).map(unguardCell) : fields;
    for (const [place, field] of own.entries()) {
      const trimmed = field.trim();
      const isNameless = NO_NAME.test(trimmed);
      const plain = isNameless ? `column_${place + 1}` : trimmed;
      const name = freeName(plain, names, copies);
      if (name !== plain) this.#sink.note({ code: 'header_duplicate', name: plain, renamed: name });
      names.add(name);
      if (isNameless) nameless.push({ place, name, isLeftOut: undefined });
    }
    return { names: [...names], nameless, isGuarded };
  }

  #toRow({ names, nameless }: TableHeader, fields: readonly string[]): Record<string, JsonValue> {
    const leftOut = new Set<string>();
    for (const column of nameless) {
      const cell = (fields[column.place] ?? '').trim();
      const isEmpty = cell === '' || (column.place === 0 && ROW_NUMBER.test(cell));
      if (column.isLeftOut === undefined) {
        column.isLeftOut = isEmpty;
        if (isEmpty) this.#sink.note({ code: 'column_dropped', place: column.place + 1 });
      }
      // what turns up later all the same is kept
      if (column.isLeftOut && isEmpty) leftOut.add(column.name);
    }
    // without a prototype, a column called __proto__ is a column like any other
    const row = Object.create(null) as Record<string, JsonValue>;
    for (const [place, name] of names.entries())
      if (!leftOut.has(name)) row[name] = fields[place] ?? '';
    return row;
  }
}

/** Counts the line ends inside fields. */
const lineEndsIn = (fields: readonly string[]): number =>
  fields.reduce((count, field) => count + countLineEnds(field), 0);

/** A record and where it is in the text it was parsed from. */
interface ParsedRecord {
  readonly fields: readonly string[];
  readonly start: number;
  /** The offset after its line end. */
  readonly end: number;
  /** Whether a quote swallows line ends, or is open at the end; a stray one inside a line does no harm. */
  readonly isUnclosed: boolean;
}

/** How a text is cut into records. */
interface RecordCut {
  readonly delimiter: string;
  /** Whether lines end with `\n`, as they usually do, or with `\r` alone. */
  readonly hasNewlines?: boolean;
  /** Whether the text ends anywhere: a record without its line end is not taken. */
  readonly isCut?: boolean;
}

/**
 * Cuts records into fields. A line may end with `\n` or `\r\n`, one like this and one like that.
 * @param take receives each record, and returns whether to continue
 */
export function parseRecords(
  text: string,
  { delimiter, hasNewlines = true, isCut = false }: RecordCut,
  take: (record: ParsedRecord) => boolean,
): void {
  const isEnd = hasNewlines && !isCut;
  const lineEnd = isEnd ? /\r?\n$/.exec(text.slice(-2))?.[0].length : undefined;
  // without its end, a last line gives no empty record after it
  const ending = text.slice(0, lineEnd === undefined ? undefined : -lineEnd);
  if (ending === '') {
    take({ fields: [''], start: 0, end: text.length, isUnclosed: false });
    return;
  }
  let start = 0;
  const parser = new Papa.Parser({
    delimiter,
    newline: hasNewlines ? '\n' : '\r',
    step: ({ data, errors, meta: { cursor: end } }: Papa.ParseResult<string[]>) => {
      const fields = data[0] ?? [];
      if (hasNewlines) dropReturn(fields, ending, end, delimiter);
      const isUnclosed = errors.length > 0 && isUnclosedBy(errors, fields);
      if (!take({ fields, start, end, isUnclosed })) parser.abort();
      start = end;
    },
  });
  parser.parse(ending, 0, isCut);
}

/** Removes the `\r` of a line end from a last field without quotes; with quotes it is outside. */
function dropReturn(fields: string[], text: string, end: number, delimiter: string): void {
  const last = fields.at(-1) ?? '';
  if (!last.endsWith('\r') || !text.endsWith(`${last}\n`, end)) return;
  // what a quote closes may look like this, too, but it stands inside
  const before = text[end - last.length - 2] ?? '\n';
  if (before === '\n' || before === delimiter) fields[fields.length - 1] = last.slice(0, -1);
}

function isUnclosedBy(errors: readonly Papa.ParseError[], fields: readonly string[]): boolean {
  if (errors.some(({ code }) => code === 'MissingQuotes')) return true;
  return errors.some(({ type }) => type === 'Quotes') && lineEndsIn(fields) > 0;
}

/**
 * Reads one record of a table.
 * @param text the record without the end of its last line
 * @returns its row; an empty one for a text that is no record
 */
export function readRecord(text: string, { delimiter, ...header }: TableForm): JsonObject {
  let row: JsonObject = {};
  const sink = { ...SILENT_SINK, row: (record: JsonObject) => void (row = record) };
  const writer = new RecordWriter(sink, delimiter, header);
  parseRecords(text, { delimiter }, ({ fields }) => {
    writer.record(fields, 1);
    return false;
  });
  return row;
}
