import type { Conversion } from '#core/issues/issue.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { isPlainRow } from './unwrap.ts';

/** Rows that stood in another arrangement. */
export interface ArrangedRows {
  readonly from: Conversion;
  readonly rows: readonly JsonObject[];
  /** The key of the list whose items the rows are, to find their lines by. */
  readonly key: string | undefined;
}

/**
 * Reads the arrangements of rows that pandas writes besides records and columns.
 * @param value a whole file
 * @returns the rows, or undefined for anything else
 * @see https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.to_json.html
 */
export function arrangedRows(value: JsonValue): ArrangedRows | undefined {
  if (isJsonList(value)) return listRows(value);
  if (!isJsonObject(value)) return undefined;
  return splitRows(value) ?? tableRows(value) ?? indexRows(value);
}

/** `orient="split"`: `{"columns": […], "index": […], "data": [[…]]}`. */
function splitRows(value: JsonObject): ArrangedRows | undefined {
  const columns = ownValue(value, 'columns');
  const data = ownValue(value, 'data');
  if (!isTexts(columns) || !isJsonList(data) || !data.every(isJsonList)) return undefined;
  const index = ownValue(value, 'index');
  const rows = data.map((cells) => zip(columns, cells));
  return {
    from: 'pandas_split',
    rows: isTexts(index) ? withLabels(rows, index) : rows,
    key: 'data',
  };
}

/** `orient="table"`: `{"schema": {"fields": […], …}, "data": [{…}]}`. */
function tableRows(value: JsonObject): ArrangedRows | undefined {
  const schema = ownValue(value, 'schema');
  const data = ownValue(value, 'data');
  if (!isJsonObject(schema) || !isJsonList(ownValue(schema, 'fields'))) return undefined;
  if (!isJsonList(data) || !data.every(isJsonObject)) return undefined;
  const index = ownValue(schema, 'primaryKey');
  const hidden = isJsonList(index) && index.length === 1 && index[0] === 'index' ? 'index' : '';
  return { from: 'pandas_table', rows: data.map((row) => without(row, hidden)), key: 'data' };
}

/** `orient="index"`: `{"0": {"prompt": …}, "1": {…}}`; with the keys swapped it would be columns. */
function indexRows(value: JsonObject): ArrangedRows | undefined {
  const labels = Object.keys(value);
  const rows = Object.values(value);
  if (labels.length === 0 || !rows.every(isJsonObject)) return undefined;
  if (areNames(labels)) {
    if (!rows.every(isPlainRow)) return undefined;
    return { from: 'pandas_index', rows: withLabels(rows, labels), key: undefined };
  }
  const isNamed = rows.every((row) => Object.keys(row).some((name) => !isNumber(name)));
  return isNamed ? { from: 'pandas_index', rows, key: undefined } : undefined;
}

const isNumber = (label: string): boolean => /^\d+$/.test(label);

/**
 * Tells whether the labels of a table's rows are their names. Numbers only count the rows.
 * @param labels a label for each row
 * @returns false where every label is a number
 */
export function areNames(labels: readonly string[]): boolean {
  return !labels.every(isNumber);
}

/** Makes labels that are names the ids of rows that have none. */
function withLabels(rows: readonly JsonObject[], labels: readonly string[]): readonly JsonObject[] {
  if (!areNames(labels) || rows.some((row) => Object.hasOwn(row, 'id'))) return rows;
  return rows.map((row, place) => ({ id: labels[place] ?? null, ...row }));
}

/** A list of lists: with the names in the first, or `orient="values"` without names. */
function listRows(value: readonly JsonValue[]): ArrangedRows | undefined {
  const [first, ...rest] = value.filter(isJsonList);
  if (first === undefined || rest.length + 1 !== value.length) return undefined;
  const width = first.length;
  if (width < 2 || rest.some((cells) => cells.length !== width)) return undefined;
  const isHeader = isTexts(first) && new Set(first).size === width && rest.length > 0;
  const names = isHeader ? first : first.map((_, place) => `column_${place + 1}`);
  const rows = (isHeader ? rest : [first, ...rest]).map((cells) => zip(names, cells));
  return { from: 'value_lists', rows, key: undefined };
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return isJsonList(value) && value.length > 0 && value.every((name) => typeof name === 'string');
}

function zip(names: readonly string[], cells: readonly JsonValue[]): JsonObject {
  const row: Record<string, JsonValue> = {};
  for (const [place, name] of names.entries()) setOwn(row, name, cells[place] ?? null);
  return row;
}

function without(row: JsonObject, hidden: string): JsonObject {
  if (hidden === '' || !Object.hasOwn(row, hidden)) return row;
  const kept: Record<string, JsonValue> = {};
  for (const [name, cell] of Object.entries(row)) if (name !== hidden) setOwn(kept, name, cell);
  return kept;
}
