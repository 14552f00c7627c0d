import type { DatasetIssue } from '#core/read/issues/issue.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import type { ArrangedRows } from './table-values.ts';
import { isKnownName, isOfRun } from '#core/read/names/column-names.ts';
import { CALL_SIDES } from '#core/read/names/column-roles.ts';
import { WORDS } from '#core/read/shape/words.ts';
import { foldKey, words } from '#core/base/json/pick.ts';
import { isConversation } from '#core/read/transcripts/read-message.ts';
import { type RowSink, takeRow } from './format.ts';
import { containerLines } from './text-lines.ts';

/**
 * Reads the arrangements of rows that pandas writes besides records and columns.
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
    origins: data,
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
  return { from: 'pandas_table', rows: data.map((row) => without(row, hidden)), origins: data };
}

/** `orient="index"`: `{"0": {"prompt": …}, "1": {…}}`; with the keys swapped it would be columns. */
function indexRows(value: JsonObject): ArrangedRows | undefined {
  const labels = Object.keys(value);
  const rows = Object.values(value);
  if (labels.length === 0 || !rows.every(isJsonObject)) return undefined;
  if (areNames(labels)) {
    if (!rows.every(isPlainRow)) return undefined;
    return { from: 'pandas_index', rows: withLabels(rows, labels), origins: rows };
  }
  const isNamed = rows.every((row) => Object.keys(row).some((name) => !isNumber(name)));
  return isNamed ? { from: 'pandas_index', rows, origins: rows } : undefined;
}

const isNumber = (label: string): boolean => /^\d+$/.test(label);

/**
 * Whether the labels of a table's rows are their names. Numbers only count the rows.
 * @returns false where every label is a number
 */
function areNames(labels: readonly string[]): boolean {
  return !labels.every(isNumber);
}

/** Uses labels as ids where rows have no ids and the labels are names. */
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
  const origins = isHeader ? rest : [first, ...rest];
  return { from: 'value_lists', rows: origins.map((cells) => zip(names, cells)), origins };
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
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== hidden));
}

/** Words for lists of rows: those of runs, and of what runs are made of. */
const WRAPPERS = new Set([
  ...WORDS.runs,
  ...words('items spans observations events messages eval_dataset'),
]);

/** A list and its key. */
export interface WrappedList {
  readonly key: string;
  readonly list: readonly JsonValue[];
}

/**
 * Finds the list of rows in an object that holds nothing else.
 * @returns the list of objects, and of chats among them, under the object's only key, if that is a
 * usual one
 */
export function unwrapList(value: JsonValue | undefined): WrappedList | undefined {
  if (!isJsonObject(value)) return undefined;
  const [key, ...rest] = Object.keys(value);
  if (key === undefined || rest.length > 0 || !WRAPPERS.has(foldKey(key))) return undefined;
  const list = ownValue(value, key);
  if (!isJsonList(list) || !list.some(isJsonObject)) return undefined;
  if (!list.every((item) => isJsonObject(item) || isConversation(item))) return undefined;
  return { key, list };
}

/** Whether a value has one of the service's own trajectory columns. */
export function isPlainRow(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && CALL_SIDES.some((side) => Object.hasOwn(value, side));
}

/** Whether the values of an object are columns: lists, or objects with the same row labels. */
export function isColumns(value: JsonValue | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false;
  if (isJsonList(value['columns']) && isJsonList(value['data'])) return false;
  const columns = Object.entries(value);
  if (columns.length === 0) return false;
  if (columns.every(([, column]) => isJsonList(column))) {
    if (columns.some(([, column]) => isConversation(column))) return false;
    // a row whose cells are all [] is likelier than columns without a row
    if (columns.every(([, column]) => isJsonList(column) && column.length === 0)) return false;
    return columns.every(([name, column]) => !name.endsWith('_trajectory') || !isCallList(column));
  }
  // pandas: every column has the same row labels
  const labels = columns.map(([, column]) =>
    isJsonObject(column) ? Object.keys(column).join() : null,
  );
  if (!labels.every((label) => label !== null && label !== '' && label === labels[0])) return false;
  return columns.length > 1 || !columns.some(([name, column]) => isWrapper(name, column));
}

/** Objects by name in one object are what a server wraps its answer in, and no column. */
function isWrapper(name: string, value: JsonValue): boolean {
  if (!isJsonObject(value) || isKnownName(name)) return false;
  return Object.entries(value).every(([label, item]) => !/^\d+$/.test(label) && isJsonObject(item));
}

function isCallList(column: JsonValue): boolean {
  return isJsonList(column) && column.some((item) => isJsonObject(item) && 'tool_name' in item);
}

/** Turns columns into rows: as many as the longest has, or one for each label. */
function columnRows(
  value: JsonObject,
): Pick<ArrangedRows, 'rows'> & { readonly notes: readonly DatasetIssue[] } {
  const labels = labelsOf(value);
  const columns = Object.entries(value).map(([name, column]) => ({
    name,
    cells: cellsOf(column, labels),
  }));
  const expected = labels?.length ?? Math.max(0, ...columns.map(({ cells }) => cells.length));
  const notes = columns.flatMap(({ name, cells }): readonly DatasetIssue[] => {
    const found = labels ? cells.filter((cell) => cell !== undefined).length : cells.length;
    return found === expected ? [] : [{ code: 'columns_uneven', name, found, expected }];
  });
  const names = columns.map(({ name }) => name);
  const rows = Array.from({ length: expected }, (_, row) =>
    zip(
      names,
      columns.map(({ cells }) => cells[row] ?? null),
    ),
  );
  return { rows: labels ? withLabels(rows, labels) : rows, notes };
}

/** The row labels of all columns, where some column has labels: the same label is the same row. */
function labelsOf(value: JsonObject): readonly string[] | undefined {
  const labelled = Object.values(value).filter((column) => isJsonObject(column));
  if (labelled.length === 0) return undefined;
  return [...new Set(labelled.flatMap((column) => Object.keys(column)))];
}

function cellsOf(
  column: JsonValue,
  labels: readonly string[] | undefined,
): readonly (JsonValue | undefined)[] {
  if (isJsonObject(column)) return labels?.map((label) => ownValue(column, label)) ?? [];
  const list = isJsonList(column) ? column : [column];
  return labels?.map((_, row) => list[row]) ?? list;
}

/** Where a value is. */
export interface ValuePlace {
  /** Its text; empty when it is not known. */
  readonly text: string;
  /** 1-based physical line it starts at. */
  readonly line: number;
  /** Whether rows are counted, because lines mean nothing. */
  readonly isNumbered: boolean;
}

/**
 * Extracts the rows of a value, in whatever arrangement they are, each at the line of what it was
 * made of, or of the row before.
 */
export function placeRows(
  value: JsonValue,
  { text, line: firstLine, isNumbered }: ValuePlace,
  sink: RowSink,
): void {
  const wrapped = unwrapList(value);
  const arranged = wrapped ? undefined : arrangedRows(value);
  if (!wrapped && !arranged && isColumns(value)) {
    placeColumns(value, sink);
    return;
  }
  if (wrapped) sink.note({ code: 'file_converted', from: 'wrapper', facts: { name: wrapped.key } });
  if (arranged) sink.note({ code: 'file_converted', from: arranged.from });
  const { rows, origins } = arranged ?? asRows(wrapped?.list ?? value);
  // on a single line there is nothing to find
  const isFound = text.includes('\n') && !isNumbered;
  const lines = isFound
    ? containerLines(value, text, firstLine, new Set(origins), true)
    : undefined;
  let last = firstLine;
  for (const [index, row] of rows.entries()) {
    last = isNumbered ? index + 1 : (lines?.get(origins[index] ?? null) ?? last);
    takeRow(row, { line: last }, sink);
  }
}

/** Extracts the rows of an object of columns. They are counted: lines mean nothing here. */
export function placeColumns(columns: JsonObject, sink: RowSink): void {
  const { rows, notes } = columnRows(columns);
  for (const note of notes) sink.note(note);
  for (const [index, row] of rows.entries()) takeRow(row, { line: index + 1 }, sink);
}

interface Rows {
  readonly rows: readonly JsonValue[];
  /** What each was made of. */
  readonly origins: readonly JsonValue[];
}

/** The items of a list; one row of calls, and a list of lists of calls, which is a column. */
function asRows(value: JsonValue): Rows {
  if (!isJsonList(value)) return { rows: [value], origins: [value] };
  if (value.length > 0 && value.every(isCall))
    return { rows: [{ predicted_trajectory: value }], origins: [value] };
  const isLists = value.some((item) => isJsonList(item) && item.length > 0);
  const isColumn = isLists && value.every((item) => isJsonList(item) && item.every(isCall));
  const rows = isColumn ? value.map((calls) => ({ predicted_trajectory: calls })) : value;
  return { rows, origins: value };
}

function isCall(item: JsonValue): boolean {
  return isJsonObject(item) && typeof ownValue(item, 'tool_name') === 'string' && !isOfRun(item);
}
