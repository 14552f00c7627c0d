import { isOfRun } from '#core/read/names/column-names.ts';
import type { RowSink } from '#core/read/containers/format.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { arrangedRows, columnRows, isColumns, unwrapList } from '#core/read/containers/tables.ts';
import { takeRow } from '#core/read/containers/take-row.ts';
import { itemOffsets, LineFinder } from '#core/read/containers/text-lines.ts';

/** Where a value is. */
export interface ValuePlace {
  /** Its text; empty when it is not known. */
  readonly text: string;
  /** 1-based physical line it starts at. */
  readonly line: number;
  /** Whether rows are counted, because lines mean nothing. */
  readonly isNumbered: boolean;
}

/** Extracts the rows of a value, in whatever arrangement they are, each with its line. */
export function placeRows(value: JsonValue, place: ValuePlace, sink: RowSink): void {
  const wrapped = unwrapList(value);
  if (wrapped) {
    sink.note({ code: 'file_converted', from: 'wrapper', facts: { name: wrapped.key } });
    placeItems(wrapped.list, place, wrapped.key, sink);
    return;
  }
  const arranged = arrangedRows(value);
  if (arranged) {
    sink.note({ code: 'file_converted', from: arranged.from });
    for (const note of arranged.notes ?? []) sink.note(note);
    placeItems(arranged.rows, place, arranged.key, sink);
  } else if (isJsonList(value) && value.length > 0 && value.every(isCall)) {
    placeItems([{ predicted_trajectory: value }], { ...place, text: '' }, undefined, sink);
  } else if (isJsonList(value)) placeItems(asRows(value), place, undefined, sink);
  else if (isColumns(value)) placeColumns(value, sink);
  else takeRow(value, { line: place.isNumbered ? 1 : place.line }, sink);
}

/** Extracts the rows of an object of columns. They are counted: lines mean nothing here. */
export function placeColumns(columns: JsonObject, sink: RowSink): void {
  const { rows, notes } = columnRows(columns);
  for (const note of notes) sink.note(note);
  for (const [index, row] of rows.entries()) takeRow(row, { line: index + 1 }, sink);
}

/** A list of lists of calls is a column and not rows. */
function asRows(list: readonly JsonValue[]): readonly JsonValue[] {
  const isLists = list.some((item) => isJsonList(item) && item.length > 0);
  if (isLists && list.every((item) => isJsonList(item) && item.every(isCall)))
    return list.map((calls) => ({ predicted_trajectory: calls }));
  return list;
}

function isCall(item: JsonValue): boolean {
  return isJsonObject(item) && typeof ownValue(item, 'tool_name') === 'string' && !isOfRun(item);
}

function placeItems(
  items: readonly JsonValue[],
  place: ValuePlace,
  key: string | undefined,
  sink: RowSink,
): void {
  const offsets = place.text === '' ? [] : itemOffsets(place.text, key);
  const lines = new LineFinder(place.text, place.line);
  // the names of the columns may be in the first item
  const first = offsets.length - items.length;
  const isFound = first === 0 || first === 1;
  for (const [index, item] of items.entries()) {
    let { line } = place;
    if (place.isNumbered) line = index + 1;
    else if (isFound) line = lines.lineAt(offsets[index + first] ?? 0);
    takeRow(item, { line }, sink);
  }
}
