import { CALL_WORDS } from '#core/calls/call-keys.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import {
  isJsonList,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { foldKey, unwrapEncoded } from '#core/base/json/pick.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { changeCalls, hasOrder } from './step-tree.ts';

/** A call to write; one that is not new is written as it was. */
export interface WrittenCall {
  readonly call: ToolCall;
  readonly isNew: boolean;
  /** Its place among the calls of the cell; null for an added call. */
  readonly at: number | null;
}

/**
 * Writes the acceptable reference at a place, from 1, in the form of the cell: text, names or
 * calls. Other references are kept.
 */
export function writeReference(
  record: JsonObject,
  roles: ColumnRoles,
  place: number,
  calls: readonly WrittenCall[],
): JsonObject {
  return changeReference(record, roles, place, (cell) => writeList(cell, calls));
}

/**
 * Changes the acceptable reference at a place, from 1; `change` gets undefined for a new one.
 */
export function changeReference(
  record: JsonObject,
  roles: ColumnRoles,
  place: number,
  change: (cell: JsonValue | undefined) => JsonValue,
): JsonObject {
  const { reference_trajectory: column, reference_trajectories: several } = roles;
  const first = column === undefined ? undefined : ownValue(record, column);
  const isInFirst = column !== undefined && readTrajectory(first).state === 'calls';
  if (isInFirst && place === 1) return { ...record, [column]: change(first) };
  const lists = several === undefined ? undefined : ownValue(record, several);
  const written = lists && changeAmong(lists, isInFirst ? place - 1 : place, change);
  if (several !== undefined && written !== undefined) return { ...record, [several]: written };
  if (column !== undefined) return { ...record, [column]: change(undefined) };
  return several === undefined ? record : { ...record, [several]: [change(undefined)] };
}

/** Changes one list of a cell with several; undefined for a place without a list. */
function changeAmong(
  cell: JsonValue,
  place: number,
  change: (cell: JsonValue | undefined) => JsonValue,
): JsonValue | undefined {
  const lists = unwrapEncoded(cell);
  if (!isJsonList(lists)) return undefined;
  const places = lists.flatMap((item, index) =>
    readTrajectory(item).state === 'calls' ? [index] : [],
  );
  const at = places[place - 1];
  if (at === undefined) return undefined;
  return likeBefore(cell, lists.with(at, change(lists[at])));
}

function writeList(cell: JsonValue | undefined, calls: readonly WrittenCall[]): JsonValue {
  const side = readTrajectory(cell, { areExpected: true });
  const isNamesOnly = side.state === 'calls' && side.reading?.isNamesOnly === true;
  const write = (written: WrittenCall): JsonValue => {
    const { call, isNew } = written;
    // a name with marks of its own, such as $step, keeps them
    const isMarked = !isNew && Object.keys(call.source).length > 1;
    return (isNamesOnly || call.isNameOnly) && !isMarked ? call.tool_name : writeCall(written);
  };
  const items = itemsOf(cell);
  if (!hasOrder(items)) return likeBefore(cell, calls.map(write));
  // groups are kept: each call stays in its place, added calls follow the call before them
  const byPlace = new Map<number, WrittenCall[]>();
  let place = 0;
  for (const written of calls) {
    place = written.at ?? place;
    byPlace.set(place, [...(byPlace.get(place) ?? []), written]);
  }
  const changed = changeCalls(items, (_, at) => (byPlace.get(at) ?? []).map(write));
  return likeBefore(cell, changed);
}

/** The items of a cell with a list, also one written as text. */
export function itemsOf(cell: JsonValue | undefined): readonly JsonValue[] {
  const list = cell === undefined ? null : unwrapEncoded(cell);
  return isJsonList(list) ? list : [];
}

/** Writes a list as text where the cell had a text. */
export function likeBefore(cell: JsonValue | undefined, value: JsonValue): JsonValue {
  return typeof cell === 'string' && cell.trim() !== '' ? printJson(value) : value;
}

const OF_CALL: ReadonlySet<string> = new Set([
  ...CALL_WORDS.name,
  ...CALL_WORDS.arguments,
  'toolcall',
]);

/** Keeps the other keys of a call, and replaces its name and arguments. */
function writeCall({ call, isNew }: WrittenCall): JsonValue {
  const { source, tool_name, tool_input } = call;
  if (!isNew) return source;
  const others = Object.hasOwn(source, CLASS_KEY)
    ? []
    : Object.entries(source).filter(([key]) => !OF_CALL.has(foldKey(key)));
  return { tool_name, tool_input, ...Object.fromEntries(others) };
}
