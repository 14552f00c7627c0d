import { ownValue, type JsonObject, isBlank } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { boundText } from '#core/base/text/sentence.ts';

/** Longer texts of cells are cut, with an ellipsis. */
export const CELL_LIMIT = 200;

/** How many values of a column are distinguished. */
export const VALUES_LIMIT = 1000;

/** The code of values beyond {@link VALUES_LIMIT}. */
const OTHER = 0xffff;

/** A column with few distinct values: row `i` has `names[codes[i]]`. */
export interface CellValues {
  /** The values as text; empty for blank cells. */
  readonly names: readonly string[];
  readonly codes: Uint16Array;
  /** The number of rows with a value beyond {@link VALUES_LIMIT}; their code has no name. */
  readonly otherCount: number;
}

/**
 * Reads a cell as a short text, for the table and for groups.
 * @returns at most {@link CELL_LIMIT} characters, an ellipsis at the end where cut; empty for a
 * blank cell
 */
export function shortCell(record: JsonObject, column: string): string {
  const cell = ownValue(record, column);
  if (isBlank(cell)) return '';
  const text = typeof cell === 'string' ? cell : previewJson(cell, CELL_LIMIT);
  return text.length > CELL_LIMIT ? boundText(text, CELL_LIMIT - 1) : text;
}

/** Marks rows with a value by 1; undefined where the value was beyond the limit. */
export function rowsWithValue(cells: CellValues, value: string): Uint8Array | undefined {
  const wanted = cells.names.indexOf(value);
  if (wanted < 0 && cells.otherCount > 0) return undefined;
  return new Uint8Array(cells.codes.map((code) => Number(code === wanted)));
}

/**
 * The values of a column by row; undefined for those beyond the limit.
 * @param first names that come first, also where no row has them
 */
export function valuesOfCells(
  cells: readonly (string | undefined)[],
  first: readonly string[],
): CellValues {
  const known = cells.filter((name) => name !== undefined);
  const codes = new Map([...new Set([...first, ...known])].map((name, at) => [name, at]));
  return {
    names: [...codes.keys()],
    codes: Uint16Array.from(
      cells,
      (name) => (name === undefined ? OTHER : codes.get(name)) ?? OTHER,
    ),
    otherCount: cells.length - known.length,
  };
}

/** Gathers the values of one column. */
export class CellGatherer {
  readonly #codeByName = new Map<string, number>();
  readonly #codes: Uint16Array;
  #otherCount = 0;

  constructor(rowCount: number) {
    this.#codes = new Uint16Array(rowCount);
  }

  add(row: number, name: string): void {
    let code = this.#codeByName.get(name);
    if (code === undefined) {
      code = this.#codeByName.size < VALUES_LIMIT ? this.#codeByName.size : OTHER;
      if (code === OTHER) this.#otherCount++;
      else this.#codeByName.set(name, code);
    }
    this.#codes[row] = code;
  }

  finish(): CellValues {
    return {
      names: [...this.#codeByName.keys()],
      codes: this.#codes,
      otherCount: this.#otherCount,
    };
  }
}
