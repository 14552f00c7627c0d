import { isKnownName } from '#core/read/names/column-names.ts';
import { areNames } from '#core/read/containers/tables.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { readWhole, type RowSink, type TextFormat } from '#core/read/containers/format.ts';
import {
  isDeeperThan,
  isJsonList,
  isJsonObject,
  ownValue,
  DEPTH_LIMIT,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { readLiteralAt } from '#core/base/literals/read-literal.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';

/** A JSON object of columns: name → list of values, or name → { row label → value } as pandas writes. */
export const jsonColumns: TextFormat = {
  id: 'json-columns',
  title: 'JSON columns',
  unit: 'Row',
  kind: 'text',
  recognise,
  createReader: (sink, head) => readWhole((text) => readColumns(text, head, sink)),
};

const FIRST_COLUMN = /^\s*\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*(\[|\{\s*"[^"\\]*"\s*:)\s*(.?)/;

function recognise(head: ParsedHead): boolean {
  const { text, isWhole } = head;
  const match = FIRST_COLUMN.exec(text);
  if (!match) return false;
  if (isWhole) {
    const { parsed } = head;
    const [value] = parsed.values;
    if (parsed.kind === 'whole') return parsed.isStrict && isJsonObject(value) && isColumns(value);
    if (parsed.kind === 'lines') return false;
    // several objects are rows; a broken one is columns only when it cannot be lines
    if (readLiteralAt(text, text.indexOf('{'), 'json').ok) return false;
    return !text.trimEnd().includes('\n{') && looksLikeColumns(match);
  }
  return !text.includes('\n{') && looksLikeColumns(match);
}

function looksLikeColumns([, name, opening, next]: RegExpExecArray): boolean {
  if (name === 'columns' || name === 'cells') return false;
  const isTrajectory = name?.endsWith('_trajectory') ?? false;
  return opening === '[' ? !(isTrajectory && next === '{') : /"\d+"/.test(opening ?? '');
}

/** Whether the values of an object are columns: lists, or objects with the same row labels. */
export function isColumns(value: JsonObject): boolean {
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

function readColumns(text: string, head: ParsedHead, sink: RowSink): void {
  const known = head.read(text.trimStart());
  const reading = known.ok && known.leniencies.length === 0 ? known : readJson(text);
  if (!reading.ok) {
    const before = text.slice(0, reading.column - 1).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    sink.fail({
      code: 'file_not_json',
      line: before.length,
      column,
      reason: reading.reason,
    });
  } else if (!isJsonObject(reading.value)) {
    sink.fail({ code: 'shape_unknown' });
  } else {
    writeColumns(reading.value, sink);
  }
}

/** Turns columns into rows. Rows are counted: lines mean nothing here. */
export function writeColumns(value: JsonObject, sink: RowSink): void {
  const labels = labelsOf(value);
  const columns = Object.entries(value).map(([name, column]) => ({
    name,
    cells: cellsOf(column, labels),
  }));
  const rowCount = labels?.length ?? Math.max(0, ...columns.map(({ cells }) => cells.length));
  for (const { name, cells } of columns) {
    const found = labels ? cells.filter((cell) => cell !== undefined).length : cells.length;
    if (found !== rowCount) sink.note({ code: 'columns_uneven', name, found, expected: rowCount });
  }
  const ids = labels && areNames(labels) && !Object.hasOwn(value, 'id') ? labels : undefined;
  for (let row = 0; row < rowCount; row++) {
    const record = Object.create(null) as Record<string, JsonValue>;
    if (ids) record['id'] = ids[row] ?? null;
    for (const { name, cells } of columns) record[name] = cells[row] ?? null;
    if (isDeeperThan(record, DEPTH_LIMIT)) {
      sink.skip({ code: 'row_too_deep', line: row + 1, limit: DEPTH_LIMIT }, '');
    } else sink.row(record, row + 1);
  }
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
