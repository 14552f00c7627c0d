import { isBlank, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import type { ColumnRole, ColumnRoles } from '#core/read/names/column-roles.ts';
import { RecordCells, type RowCells } from './row-cells.ts';

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
