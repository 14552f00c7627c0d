import { hashTextWide } from '#core/base/json/equal-json.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { isBlank, ownValue, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { COLUMN_ROLES, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { cellText } from './row-cells.ts';

/** What a column names rows by: a hash per row, NaN where a row has no such text. */
export interface KeyColumn {
  readonly texts: Float64Array;
  /** The text as a run's file: its path without its ending or the number of a turn, and its name. */
  readonly paths: Float64Array;
  readonly files: Float64Array;
}

/** What the rows of a file can be paired by. */
export interface PairKeys {
  readonly rowCount: number;
  /** Columns of texts by name. */
  readonly columns: ReadonlyMap<string, KeyColumn>;
  /** The columns that hold ids, files and prompts. */
  readonly id: string | undefined;
  readonly file: string | undefined;
  readonly prompt: string | undefined;
  /** What is expected, as a hash per row: rows with the same may stand for one another. */
  readonly expected: Float64Array;
}

/** The column with the name of the file that a row is from. */
export const FILE_COLUMN = 'file';

const FILE_COLUMNS = [FILE_COLUMN, 'file_name', 'filename', 'path'];
const ENDING = /(?:\.[a-z]\w{0,7}){1,2}$/i;
const TURN = /#\d+$/;
/** Longer texts name nothing, and a file may have many columns. */
const MAX_LENGTH = 2_000;
const MAX_COLUMNS = 12;

const OF_KEYS = ['id', 'prompt'] as const;
const OF_EXPECTED = ['reference_trajectory', 'reference_trajectories', 'reference'] as const;

/** Reads what the rows of a file are paired by. */
export class PairKeyReader {
  readonly #rowCount: number;
  readonly #roles: ColumnRoles;
  readonly #columns = new Map<string, KeyColumn>();
  readonly #expected: Float64Array;
  /** Columns with another role name no row. */
  readonly #others: ReadonlySet<string | undefined>;

  constructor(rowCount: number, roles: ColumnRoles) {
    this.#rowCount = rowCount;
    this.#roles = roles;
    this.#expected = new Float64Array(rowCount);
    const others = COLUMN_ROLES.filter((role) => role !== 'row_name');
    this.#others = new Set(others.map((role) => roles[role]));
  }

  add(record: JsonObject, index: number): void {
    for (const role of OF_KEYS) {
      const column = this.#roles[role];
      if (column) this.#addText(column, cellText(record, this.#roles, role), index);
    }
    for (const [column, cell] of Object.entries(record))
      if (!this.#others.has(column) && isName(cell)) this.#addText(column, cell, index);
    const expected = OF_EXPECTED.map((role) => ownValue(record, this.#roles[role] ?? '') ?? null);
    this.#expected[index] = hashTextWide(printJson(expected));
  }

  finish(): PairKeys {
    return {
      rowCount: this.#rowCount,
      columns: this.#columns,
      id: this.#roles.id,
      file: FILE_COLUMNS.find((column) => this.#columns.has(column)),
      prompt: this.#roles.prompt,
      expected: this.#expected,
    };
  }

  #addText(name: string, text: string | undefined, index: number): void {
    if (text === undefined || isBlank(text)) return;
    let column = this.#columns.get(name);
    const isFull = this.#columns.size >= MAX_COLUMNS && !this.#others.has(name);
    if (!column && isFull) return;
    if (!column) this.#columns.set(name, (column = this.#emptyColumn()));
    const path = text.trim().replace(TURN, '').replace(ENDING, '');
    column.texts[index] = hashTextWide(text.trim());
    column.paths[index] = hashTextWide(path);
    column.files[index] = hashTextWide(path.slice(path.lastIndexOf('/') + 1));
  }

  #emptyColumn(): KeyColumn {
    const keys = (): Float64Array => new Float64Array(this.#rowCount).fill(Number.NaN);
    return { texts: keys(), paths: keys(), files: keys() };
  }
}

/** Whether a cell may name a row: a bare number may count anything. */
function isName(cell: JsonValue): cell is string {
  return typeof cell === 'string' && cell.length <= MAX_LENGTH && Number.isNaN(Number(cell));
}
