import { isBlank, ownValue, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { RecordedField, ScoredRow } from '#core/calls/scored-row.ts';
import type { CallsSide } from '#core/calls/trajectory.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import type { ColumnRole, ColumnRoles } from '#core/read/names/column-roles.ts';

/** The cells of a row, and what is known of them before they are values. */
export interface RowCells {
  /** Reads a cell; undefined when the row has no such column. */
  cell(column: string): JsonValue | undefined;
  /** Names every column of the row, in order. */
  eachColumn(take: (name: string, isBlank: boolean) => void): void;
  /** The calls of a cell that is just a list of calls; undefined when it has to be read. */
  callsOf?(column: string): CallsSide | undefined;
  /** The calls of both sides as integers under plain equality, where neither has to be read. */
  readonly pair?: InternedPair | null;
  /** The row under plain equality, where there is nothing to say about any of its cells. */
  readonly scored?: ScoredRow | undefined;
  /** What differs between the two sides of that row, see `signaturesOf`; undefined when it has to be found. */
  readonly causes?: readonly string[] | undefined;
  /** The hash of the id; undefined when it has to be read. */
  readonly idKey?: number | undefined;
}

/** Labels per row by number: row `i` has `ids[starts[i]] … ids[starts[i + 1] - 1]`. */
export interface NumberedLabels {
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
}

/**
 * Rows of which nothing has to be read, as columns: what scoring needs of them is counted. They are
 * there until others are scanned.
 */
export interface CountedRows {
  readonly count: number;
  /** Bytes from the beginning of what was scanned. */
  readonly offsets: Uint32Array;
  readonly lengths: Uint32Array;
  /** 1-based physical lines. */
  readonly lines: Uint32Array;
  /** The hash of each row’s id, NaN without one; then that of its prompt and reference. */
  readonly idKeys: Float64Array;
  readonly contentKeys: Float64Array;
  /** Rows with the same number have the same scores, but for what they record of themselves. */
  readonly alike: Uint32Array;
  /** What rows record of themselves, NaN where they do not. */
  readonly recorded: Readonly<Record<RecordedField, Float64Array>>;
  /** How many calls each side has. */
  readonly predicted: Uint32Array;
  readonly expected: Uint32Array;
  /** The tools called, each once a row. */
  readonly tools: NumberedLabels;
  /** What differs between the two sides. */
  readonly causes: NumberedLabels;
  /** What the numbers mean: another object, another meaning. */
  readonly numbers: RowNumbers;
}

/** The meaning of the numbers of counted rows. */
export interface RowNumbers {
  /** By number of a tool: its name. */
  readonly tools: readonly string[];
  /** By number of a cause: its signatures, see `signaturesOf`. */
  readonly signatures: readonly (readonly string[])[];
}

/** The cells of a record that is read already. */
export class RecordCells implements RowCells {
  readonly #record: JsonObject;

  constructor(record: JsonObject) {
    this.#record = record;
  }

  cell(column: string): JsonValue | undefined {
    return ownValue(this.#record, column);
  }

  eachColumn(take: (name: string, isBlank: boolean) => void): void {
    for (const name in this.#record) take(name, isBlank(this.#record[name]));
  }
}

/** The cell of a column; undefined where there is none. */
export function cellOf(cells: RowCells, column: string | undefined): JsonValue | undefined {
  return column === undefined ? undefined : cells.cell(column);
}

/**
 * Reads a cell as a number.
 * @returns the number; 1 and 0 for true and false, also as text; NaN for anything else
 */
export function toNumber(cell: JsonValue): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell !== 'string') return Number.NaN;
  const text = cell.trim().toLowerCase();
  if (text === 'true') return 1;
  if (text === 'false') return 0;
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * Reads a cell as the text to show or to pair rows by.
 * @returns the text; numbers and lists as JSON; undefined when the cell is blank
 */
export function cellText(
  record: JsonObject,
  roles: ColumnRoles,
  role: ColumnRole,
): string | undefined {
  return textOfCell(new RecordCells(record), roles, role);
}

/** What a row is called: its id, else the cell of the column that names rows. */
export function rowName(record: JsonObject, roles: ColumnRoles): string | undefined {
  return cellText(record, roles, 'id') ?? cellText(record, roles, 'row_name');
}

/** Reads a cell as text, like {@link cellText}. */
export function textOfCell(
  cells: RowCells,
  roles: ColumnRoles,
  role: ColumnRole,
): string | undefined {
  const cell = cellOf(cells, roles[role]);
  if (isBlank(cell)) return undefined;
  if (typeof cell === 'string') return cell;
  return typeof cell === 'object' ? previewJson(cell, 10_000) : String(cell);
}
