import { isOfRun } from '#core/read/names/column-names.ts';
import type { RowSink } from '#core/read/containers/format.ts';
import { isColumns, writeColumns } from './json-columns/json-columns.ts';
import {
  isDeeperThan,
  isJsonList,
  isJsonObject,
  jsonTypeOf,
  ownValue,
  type JsonObject,
  type JsonValue,
  DEPTH_LIMIT,
} from '#core/base/json/json-value.ts';
import { arrangedRows, unwrapList } from '#core/read/containers/tables.ts';
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
  else if (isJsonObject(value) && isColumns(value)) writeColumns(value, sink);
  else placeItems([value], { ...place, text: '' }, undefined, sink);
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
    placeItem(item, line, sink);
  }
}

function placeItem(item: JsonValue, line: number, sink: RowSink): void {
  if (!isJsonObject(item)) sink.skip({ code: 'row_not_object', line, found: jsonTypeOf(item) }, '');
  else if (isDeeperThan(item, DEPTH_LIMIT))
    sink.skip({ code: 'row_too_deep', line, limit: DEPTH_LIMIT }, '');
  else {
    if (Object.hasOwn(item, '__proto__'))
      sink.note({ code: 'column_reserved', line, name: '__proto__' });
    sink.row(item satisfies JsonObject, line);
  }
}
