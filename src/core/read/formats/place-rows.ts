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
import { containerLines } from '#core/read/containers/text-lines.ts';

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
