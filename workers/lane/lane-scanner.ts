import code from './assembly/scanner.wasm';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { parseJson } from '#core/base/json/parse-json.ts';
import type { CountedRows, RowCells, RowNumbers } from '#core/read/dataset/row-cells.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { WantedOfRows } from '#core/score/columns/chunk-builder.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { IS_COUNTED, ROW_WORDS, ScannedRow } from './scanned-row.ts';

type Value = WebAssembly.Global<'i32'>;

/** What the module offers, see `assembly/scanner.ts`; addresses are bytes in its memory. */
interface Assembly {
  readonly memory: WebAssembly.Memory;
  readonly input: Value;
  readonly written: Value;
  readonly columnNames: Value;
  readonly toolNames: Value;
  readonly MARGIN: Value;
  readonly scratch: Value;
  readonly MAX_ESCAPED: Value;
  readonly origin: Value;
  readonly countedIds: Value;
  readonly MAX_COUNTED: Value;
  readonly LABELS_ROOM: Value;
  readonly countedCount: Value;
  readonly lineCount: Value;
  readonly columnCount: Value;
  readonly toolCount: Value;
  readonly position: Value;
  readonly start: (seed: bigint, wantsCauses: boolean, wantsAlike: number) => void;
  readonly takeFilled: () => number;
  readonly filledColumns: Value;
  readonly addColumn: (from: number, to: number, role: number) => number;
  readonly scan: (from: number, to: number) => number;
  readonly tableIds: Value;
  readonly setTable: (columns: number, delimiter: number) => void;
  readonly scanTable: (from: number, stop: number, to: number) => number;
  readonly scanRow: (from: number, to: number, last: number) => number;
  readonly scanTableRow: (from: number, to: number, last: number) => number;
  readonly scanList: (from: number, stop: number, to: number) => number;
  readonly hashOf: (from: number, to: number) => number;
  readonly hasQuotedDollar: (from: number, to: number) => number;
}

const ALIKE = { none: 0, counts: 1, calls: 2 } as const;

/** Receives what is counted of rows. */
interface CountTaker {
  /**
   * One of the rows that are alike, before any of them: all have its scores, but for what they record
   * of themselves.
   */
  kind?(numbers: RowNumbers, alike: number, row: ScoredRow): void;
  /** Rows of which nothing has to be read, that follow; their columns are counted by {@link filled}. */
  counted?(rows: CountedRows): void;
  /** In how many of the counted rows that have a column it is not blank. */
  filled?(column: string, count: number): void;
}

/** Receives the lines of a buffer, in order, with their 1-based numbers. */
export interface LineTaker extends CountTaker {
  /** A line that is a row as the format wants it. Its cells can be read until the next line comes. */
  row(cells: RowCells, offset: number, length: number, line: number): void;
  /**
   * A line without any byte.
   * @param isAfterRow whether counted rows come before it
   */
  blank?(line: number, isAfterRow: boolean): void;
  /** Any other line, which a reader has to look at. */
  line(text: string, offset: number, length: number, line: number): void;
}

const ROW = 1;
const BLANK = 2;
/** What the scanner has to know columns for; where a column has several roles, the last one counts. */
const ROLES = [
  ['prompt', 7],
  ['reference_trajectories', 6],
  ['failure', 5],
  ['latency_in_seconds', 4],
  ['id', 3],
  ['reference_trajectory', 2],
  ['predicted_trajectory', 1],
] as const;

const UNKNOWN: readonly string[] = [];

const PAGE_BYTES = 65_536;
const SHORT_TEXT = 16;
const QUOTE = 34;
const BACKSLASH = 92;
const NAME_BYTES = 24;
const LEFT_OUT = -1;
/** A table whose records have all of its columns. */
export interface ScannedTable {
  /** Its columns; null for one that is left out where it has a blank, or first of all a row’s number. */
  readonly names: readonly (string | null)[];
  /** The byte between cells. */
  readonly delimiter: number;
}

/** What is known of lines once they are scanned. */
export interface ScannedLines {
  /** The hash of their bytes, see `hashBytes`. */
  readonly hash: number;
  readonly lineCount: number;
  /** Whether a quote with `$` right behind it is in them. */
  readonly hasQuotedDollar: boolean;
}

/** Receives records one after another: those of a table, or the items of a list. */
export interface RecordTaker extends CountTaker {
  /** A row, with its place among the bytes that are loaded and its 1-based physical line. */
  row(cells: RowCells, offset: number, length: number, line: number): void;
  /** Called after some rows. */
  some?(): void;
}

/** Scans rows without making values of them, see `assembly/scanner.ts`. */
export class Scanner {
  readonly #assembly: Assembly;
  readonly #decoder = new TextDecoder();
  readonly #decodeExactly = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #encoder = new TextEncoder();
  /** All of the memory. */
  #bytes = new Uint8Array();
  /** Where the bytes are that are loaded, and how many. */
  #input = 0;
  #loaded = 0;
  /** The names of columns and tools, by their numbers. */
  #columns: string[] = [];
  #columnIds = new Map<string, number>();
  #tools: string[] = [];
  /** The signatures of causes, by their numbers; absent until a row has been read. */
  #causes: (readonly string[])[] = [];
  /** What the numbers of counted rows mean since scanning began. */
  #numbers: RowNumbers = { tools: this.#tools, signatures: this.#causes };
  /** Whether records of a table are scanned, whose cells are not written as JSON. */
  #isTable = false;
  roles: ColumnRoles = {};
  /** Whether no column has two roles, so that each cell is looked at as what it is. */
  areRolesApart = true;

  /** @throws an error where there is no WebAssembly, or a policy forbids it */
  constructor() {
    const imports = {
      scanner: { readNumber: (from: number, to: number) => Number(this.textOf(from, to)) },
    };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), imports);
    this.#assembly = exports as unknown as Assembly;
  }

  /**
   * Scans the lines of a buffer, see {@link load}.
   * @param bytes lines of UTF-8; the last need not end; best where {@link roomFor} has room for them
   * @returns what is known of all of them; undefined where there is no memory for them, and no line was
   * taken
   */
  scan(bytes: Uint8Array, wanted: WantedOfRows, taker: LineTaker): ScannedLines | undefined {
    if (!this.load(bytes, wanted)) return undefined;
    const { scan, position } = this.#assembly;
    const input = this.#input;
    const end = input + bytes.length;
    for (let from = input; from < end; from = position.value) {
      const words = this.#written(scan(from, end));
      this.#pass(words, taker, (at) => this.#passLine(words, at, input, taker));
    }
    this.#passFilled(taker);
    return {
      hash: this.hashOf(0, bytes.length),
      lineCount: this.lineCount,
      hasQuotedDollar: this.hasQuotedDollar(0, bytes.length),
    };
  }

  /**
   * Scans one row among the bytes that are loaded: JSON, or a record of the table. Its cells can be
   * read until another is scanned; undefined where it has to be read.
   */
  scanRow(from: number, to: number): RowCells | undefined {
    const { scanRow, scanTableRow } = this.#assembly;
    const input = this.#input;
    const scan = this.#isTable ? scanTableRow : scanRow;
    const words = this.#written(scan(input + from, input + to, input + this.#loaded));
    return words.length > 0 ? new ScannedRow(this, words, 0) : undefined;
  }

  /** Prepares to scan a table. Returns false where its names are not as they can be scanned. */
  #setTable({ names, delimiter }: ScannedTable): boolean {
    // an object has numbers before all other keys
    if (names.some((name) => name === '__proto__' || /^\d+$/.test(name ?? ''))) return false;
    const ids = names.map((name) => (name === null ? LEFT_OUT : this.#addColumn(name)));
    if (!ids.every((id) => id !== undefined)) return false;
    const { tableIds, setTable } = this.#assembly;
    new Int32Array(this.#bytes.buffer, tableIds.value, ids.length).set(ids);
    setTable(ids.length, delimiter);
    this.#isTable = true;
    return true;
  }

  /**
   * Makes room for bytes that are to be scanned: read to there, they need not be copied. It is
   * there until more room is made; undefined where there is no memory for it.
   */
  roomFor(length: number): Uint8Array | undefined {
    const { input, MARGIN, memory } = this.#assembly;
    const missing = input.value + length + MARGIN.value - memory.buffer.byteLength;
    if (missing > 0) {
      try {
        memory.grow(Math.ceil(missing / PAGE_BYTES));
      } catch {
        return undefined; // who wants to have the bytes scanned reads them
      }
    }
    this.#bytes = new Uint8Array(memory.buffer);
    return this.#bytes.subarray(input.value, input.value + length);
  }

  /**
   * Puts bytes where they can be scanned, unless they are there already. What was scanned before is
   * forgotten.
   * @param table absent: they are JSON
   * @returns false where there is no memory for them, or the names of the table’s columns are not as
   * they can be scanned: they have to be read by the reader
   */
  load(bytes: Uint8Array, wanted: WantedOfRows, table?: ScannedTable): boolean {
    if (!this.#begin(wanted) || (table && !this.#setTable(table))) return false;
    if (bytes.buffer === this.#assembly.memory.buffer) this.#input = bytes.byteOffset;
    else {
      const room = this.roomFor(bytes.length);
      if (!room) return false;
      room.set(bytes);
      this.#input = room.byteOffset;
    }
    this.#loaded = bytes.length;
    this.#assembly.origin.value = this.#input;
    return true;
  }

  /**
   * Scans records of the table, or items of a list of rows, among the bytes that are loaded, up to
   * one that begins at `stop`; the offset after the last, with what divides it from the next.
   */
  scanRecords(from: number, stop: number, lineCount: number, taker: RecordTaker): number {
    const { scanTable, scanList, position, countedCount } = this.#assembly;
    this.#assembly.lineCount.value = lineCount;
    const scan = this.#isTable ? scanTable : scanList;
    const input = this.#input;
    let at = input + from;
    while (at < input + stop) {
      const words = this.#written(scan(at, input + stop, input + this.#loaded));
      if (words.length === 0 && countedCount.value === 0) break;
      this.#pass(words, taker, (at) => {
        const from = words[at + ROW_WORDS.from] as number;
        const length = (words[at + ROW_WORDS.to] as number) - from;
        const line = words[at + ROW_WORDS.line] as number;
        taker.row(new ScannedRow(this, words, at), from - input, length, line);
      });
      taker.some?.();
      at = position.value;
    }
    this.#passFilled(taker);
    return at - input;
  }

  /** Forgets what was scanned before; false where there is no memory to begin with. */
  #begin({ roles, hasCauses, countedBy = 'none' }: WantedOfRows): boolean {
    if (!this.roomFor(0)) return false;
    const columns = ROLES.flatMap(([name, role]) => {
      const column = roles[name];
      return column === undefined ? [] : [{ column, role }];
    });
    this.areRolesApart = new Set(columns.map(({ column }) => column)).size === columns.length;
    const [seed = 0n] = crypto.getRandomValues(new BigUint64Array(1));
    this.#assembly.start(seed, hasCauses, ALIKE[this.areRolesApart ? countedBy : 'none']);
    this.#causes = [];
    this.#tools = [];
    this.#numbers = { tools: this.#tools, signatures: this.#causes };
    this.#columns = [];
    this.#columnIds = new Map();
    this.#isTable = false;
    this.roles = roles;
    return columns.every(({ column, role }) => this.#addColumn(column, role) !== undefined);
  }

  /** Adds a column, or changes its role; undefined where there are too many, or no memory for its name. */
  #addColumn(name: string, role?: number): number | undefined {
    const known = this.#columnIds.get(name);
    if (known !== undefined && role === undefined) return known;
    const text = this.#encoder.encode(name);
    const { scratch, MAX_ESCAPED, addColumn } = this.#assembly;
    if (text.length > MAX_ESCAPED.value) return undefined;
    this.#bytes.set(text, scratch.value);
    const id = addColumn(scratch.value, scratch.value + text.length, role ?? 0);
    if (id < 0) return undefined;
    this.#columns[id] = name;
    this.#columnIds.set(name, id);
    return id;
  }

  /** What was written down, once the names in it are known. */
  #written(length: number): Uint32Array {
    const { columnCount, columnNames, toolCount, toolNames, written } = this.#assembly;
    for (let id = this.#columns.length; id < columnCount.value; id++) {
      const name = this.#nameAt(columnNames.value + NAME_BYTES * id);
      this.#columns.push(name);
      this.#columnIds.set(name, id);
    }
    for (let id = this.#tools.length; id < toolCount.value; id++)
      this.#tools.push(this.#nameAt(toolNames.value + NAME_BYTES * id));
    return new Uint32Array(this.#bytes.buffer, written.value, length / 4);
  }

  #nameAt(at: number): string {
    const [from = 0, to = 0] = new Uint32Array(this.#bytes.buffer, at + 8, 2);
    return JSON.parse(`"${this.textOf(from, to)}"`) as string;
  }

  /** Physical lines up to the end of what was scanned. */
  get lineCount(): number {
    return this.#assembly.lineCount.value;
  }

  #passLine(words: Uint32Array, at: number, input: number, taker: LineTaker): void {
    const from = words[at + ROW_WORDS.from] as number;
    const to = words[at + ROW_WORDS.to] as number;
    const line = words[at + ROW_WORDS.line] as number;
    if (words[at + ROW_WORDS.kind] === ROW)
      taker.row(new ScannedRow(this, words, at), from - input, to - from, line);
    else {
      const text = this.#decoder.decode(this.#bytes.subarray(from, to));
      taker.line(text, from - input, to - from, line);
    }
  }

  /**
   * Passes on what was scanned, in order: counted rows as columns, all else one by one.
   * @param passOne receives where a row or a line is written down
   */
  #pass(
    words: Uint32Array,
    taker: CountTaker & Pick<LineTaker, 'blank'>,
    passOne: (at: number) => void,
  ): void {
    let passed = 0;
    const passCounted = (to: number): void => {
      if (to === passed) return;
      taker.counted?.(this.#countedRows(passed, to));
      passed = to;
    };
    for (let at = 0, next = 0; at < words.length; at = next) {
      next += (words[at + ROW_WORDS.bytes] as number) / 4;
      const kind = words[at + ROW_WORDS.kind];
      const countedBefore = words[at + ROW_WORDS.counted] as number;
      if (kind === ROW && ((words[at + ROW_WORDS.flags] as number) & IS_COUNTED) !== 0)
        this.#passKind(
          new ScannedRow(this, words, at),
          words[at + ROW_WORDS.alike] as number,
          taker,
        );
      else if (kind === BLANK && words[at + ROW_WORDS.from] === words[at + ROW_WORDS.to])
        taker.blank?.(words[at + ROW_WORDS.line] as number, countedBefore > 0);
      else {
        passCounted(countedBefore);
        if (next === words.length) this.#passFilled(taker);
        passOne(at);
      }
    }
    passCounted(this.#assembly.countedCount.value);
  }

  #passKind(row: ScannedRow, alike: number, taker: CountTaker): void {
    row.learnCauses();
    taker.kind?.(this.#numbers, alike, row);
  }

  #countedRows(from: number, to: number): CountedRows {
    const { countedIds, MAX_COUNTED, LABELS_ROOM } = this.#assembly;
    const place = {
      at: countedIds.value,
      most: MAX_COUNTED.value,
      mostLabels: LABELS_ROOM.value,
    };
    return countedRowsAt(place, this.#bytes.buffer, this.#numbers, from, to);
  }

  /**
   * Passes on what was counted of columns so far. The next row that is not counted is the last one
   * of what was written down, so that columns come in the order of their rows; in a table all have
   * the same.
   */
  #passFilled(taker: CountTaker): void {
    const { takeFilled, filledColumns } = this.#assembly;
    const count = takeFilled();
    if (count === 0) return;
    const words = new Uint32Array(this.#bytes.buffer, filledColumns.value, 2 * count);
    for (let at = 0; at < words.length; at += 2)
      taker.filled?.(this.columnName(words[at] as number), words[at + 1] as number);
  }

  /** The hash of bytes that are loaded, see `hashBytes`. */
  hashOf(from: number, to: number): number {
    return this.#assembly.hashOf(this.#input + from, this.#input + to) >>> 0;
  }

  /** Whether a quote with `$` right behind it is in bytes that are loaded. */
  hasQuotedDollar(from: number, to: number): boolean {
    return this.#assembly.hasQuotedDollar(this.#input + from, this.#input + to) !== 0;
  }

  textOf(from: number, to: number): string {
    return this.#decodeExactly.decode(this.#bytes.subarray(from, to));
  }

  valueOf(from: number, to: number): JsonValue {
    return (
      this.#shortNumber(from, to) ?? this.#shortText(from, to) ?? parseJson(this.textOf(from, to))
    );
  }

  /** The value of a cell: of a table the text, which may be in quotes. */
  cellOf(from: number, to: number): JsonValue {
    if (!this.#isTable) return this.valueOf(from, to);
    if (this.#bytes[from] !== QUOTE) return this.#shortAscii(from, to) ?? this.textOf(from, to);
    const text = this.#shortAscii(from + 1, to - 1) ?? this.textOf(from + 1, to - 1);
    return text.replaceAll('""', '"');
  }

  #shortText(from: number, to: number): string | undefined {
    return this.#bytes[from] === QUOTE ? this.#shortAscii(from + 1, to - 1) : undefined;
  }

  /** Ids and names: a decoder is slow to begin. */
  #shortAscii(from: number, to: number): string | undefined {
    if (to - from > SHORT_TEXT) return undefined;
    let text = '';
    for (let at = from; at < to; at++) {
      const byte = this.#bytes[at] as number;
      if (byte === BACKSLASH || byte > 0x7f) return undefined;
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** Most numbers are digits with a point among them, few enough to be exact. */
  #shortNumber(from: number, to: number): number | undefined {
    if (to - from > 15) return undefined;
    let digits = 0;
    let scale = 0;
    for (let at = from; at < to; at++) {
      const byte = this.#bytes[at] as number;
      if (byte >= 48 && byte <= 57) {
        digits = digits * 10 + byte - 48;
        scale *= 10;
      } else if (byte === 46) scale = 1;
      else return undefined;
    }
    return scale > 1 ? digits / scale : digits;
  }

  columnName(id: number): string {
    return this.#columns[id] as string;
  }

  columnId(name: string): number | undefined {
    return this.#columnIds.get(name);
  }

  /** The signatures of a cause: all that have its number have the same. */
  causeOf(id: number, find: () => readonly string[]): readonly string[] {
    while (this.#causes.length <= id) this.#causes.push(UNKNOWN);
    const known = this.#causes[id] as readonly string[];
    return known === UNKNOWN ? (this.#causes[id] = find()) : known;
  }

  toolName(id: number): string {
    return this.#tools[id] as string;
  }
}

/** The columns of counted rows that take eight bytes a row, in the order they are in memory. */
const WIDE = ['idKeys', 'contentKeys', 'latencies', 'failures'] as const;
/** Those that take four. */
const NARROW = ['offsets', 'lengths', 'lines', 'alike', 'predicted', 'expected'] as const;

/** Where the scanner writes down counted rows, see `assembly/scanner.ts`. */
interface CountedPlace {
  /** Address of the first column. */
  readonly at: number;
  /** The rows that there is room for. */
  readonly most: number;
  /** The labels that there is room for. */
  readonly mostLabels: number;
}

/** Views the rows that were counted. */
function countedRowsAt(
  { at, most, mostLabels }: CountedPlace,
  memory: ArrayBufferLike,
  numbers: RowNumbers,
  from: number,
  to: number,
): CountedRows {
  const wide = (name: (typeof WIDE)[number]): Float64Array =>
    new Float64Array(memory, at + 8 * most * WIDE.indexOf(name), most).subarray(from, to);
  const narrowAt = at + 8 * most * WIDE.length;
  const narrow = (name: (typeof NARROW)[number]): Uint32Array =>
    new Uint32Array(memory, narrowAt + 4 * most * NARROW.indexOf(name), most).subarray(from, to);
  const startsAt = narrowAt + 4 * most * NARROW.length;
  const startsBytes = 4 * (most + 1);
  const starts = (index: number): Uint32Array =>
    new Uint32Array(memory, startsAt + index * startsBytes, most + 1).subarray(from, to + 1);
  const labelsAt = startsAt + 2 * startsBytes;
  const labels = (index: number): Uint32Array =>
    new Uint32Array(memory, labelsAt + index * 4 * mostLabels, mostLabels);
  return {
    count: to - from,
    idKeys: wide('idKeys'),
    contentKeys: wide('contentKeys'),
    recorded: { latencySeconds: wide('latencies'), failure: wide('failures') },
    offsets: narrow('offsets'),
    lengths: narrow('lengths'),
    lines: narrow('lines'),
    alike: narrow('alike'),
    predicted: narrow('predicted'),
    expected: narrow('expected'),
    tools: { starts: starts(0), ids: labels(0) },
    causes: { starts: starts(1), ids: labels(1) },
    numbers,
  };
}

const free: Scanner[] = [];
let isMissing = false;

/** What is scored with a scanner, if that can be. */
interface Scannable {
  /** Custom metrics want whole rows. */
  readonly job: { readonly hasCustom?: boolean };
  /** Whether every row is read as a value. */
  readonly isLaneOff?: boolean | undefined;
}

/**
 * Does something with a scanner of this worker, which is for it alone until it has ended.
 * @param use receives the scanner; undefined where all rows are to be read, WebAssembly is not there,
 *   or it may not run: everything is read the usual way then
 */
export async function withScanner<T>(
  { job, isLaneOff = false }: Scannable,
  use: (scanner: Scanner | undefined) => Promise<T>,
): Promise<T> {
  const isWanted = !isLaneOff && job.hasCustom !== true && !isMissing;
  const scanner = isWanted ? takeScanner() : undefined;
  try {
    return await use(scanner);
  } finally {
    if (scanner) free.push(scanner);
  }
}

function takeScanner(): Scanner | undefined {
  try {
    return free.pop() ?? new Scanner();
  } catch {
    isMissing = true; // everything is read the usual way
    return undefined;
  }
}
