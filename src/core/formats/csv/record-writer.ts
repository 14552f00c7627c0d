import type { RowSink } from '#core/formats/format.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { GUARD_COLUMN, unguardCell, unguardRecord } from './formula-guard.ts';

/** What Excel writes as the first line to name the delimiter. */
export const SEP_LINE = /^sep=(.)\r?(\n|$)/i;

// pandas writes them first
const ROW_NUMBER = /^\d*$/;
const NO_NAME = /^(?:Unnamed: \d+)?$/;

/** The column for cells behind the last one of the header. */
const FURTHER = 'further_cells';

/** What the header of a table and its first record tell about the others. */
export interface TableHeader {
  readonly names: readonly string[];
  readonly nameless: readonly Nameless[];
  /** Whether a last column, which is not among the names, says what is guarded. */
  readonly isGuarded: boolean;
}

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
  #header: TableHeader | undefined;
  #blankLines = 0;
  /** The column for further cells, once there are some. */
  #further: string | undefined;

  /**
   * Begins with the header, or goes on after it.
   * @param sink receives the rows
   * @param delimiter what stands between fields
   * @param header the header, where the records to come are not the first
   */
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
      this.#sink.row(row, line);
    }
  }

  /** Keeps what stands behind the last column; blanks at the end of a line are nothing. */
  #keepFurther(row: Record<string, JsonValue>, cells: readonly string[], line: number): void {
    const expected = this.#header?.names.length ?? 0;
    const found = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (found <= expected) return;
    const name = (this.#further ??= freeName(FURTHER, this.#header?.names ?? []));
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
      let name = plain;
      let copy = copies.get(plain) ?? 1;
      while (names.has(name)) name = `${plain}_${++copy}`;
      copies.set(plain, copy);
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

/** A name that no column has. */
function freeName(plain: string, names: readonly string[]): string {
  const taken = new Set(names);
  let name = plain;
  for (let copy = 2; taken.has(name); copy++) name = `${plain}_${copy}`;
  return name;
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
