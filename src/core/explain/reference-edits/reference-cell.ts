import { ARGUMENT_KEYS, NAME_KEYS } from '#core/calls/call-keys.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import {
  isJsonList,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';

/** A call to write: one that stays is written as it stood. */
export interface WrittenCall {
  readonly call: ToolCall;
  readonly isNew: boolean;
}

/**
 * Writes one of the acceptable references of a row. Text stays text, names stay names.
 * @param roles which column plays which role; one of them holds references
 * @param place which of them, from 1
 * @returns the row with them; all other cells are the same
 */
export function writeReference(
  record: JsonObject,
  roles: ColumnRoles,
  place: number,
  calls: readonly WrittenCall[],
): JsonObject {
  const { reference_trajectory: column, reference_trajectories: several } = roles;
  const first = column === undefined ? undefined : ownValue(record, column);
  const isInFirst = column !== undefined && readTrajectory(first).state === 'calls';
  if (isInFirst && place === 1) return { ...record, [column]: writeList(first, calls) };
  const lists = several === undefined ? undefined : ownValue(record, several);
  const written = lists && writeAmong(lists, isInFirst ? place - 1 : place, calls);
  if (several !== undefined && written !== undefined) return { ...record, [several]: written };
  if (column !== undefined) return { ...record, [column]: writeList(undefined, calls) };
  return several === undefined ? record : { ...record, [several]: [writeList(undefined, calls)] };
}

/** Writes one list of a cell of several; undefined where it has none at that place. */
function writeAmong(
  cell: JsonValue,
  place: number,
  calls: readonly WrittenCall[],
): JsonValue | undefined {
  const lists = unwrapEncoded(cell);
  if (!isJsonList(lists)) return undefined;
  const places = lists.flatMap((item, index) =>
    readTrajectory(item).state === 'calls' ? [index] : [],
  );
  const at = places[place - 1];
  if (at === undefined) return undefined;
  return likeBefore(cell, lists.with(at, writeList(lists[at], calls)));
}

function writeList(cell: JsonValue | undefined, calls: readonly WrittenCall[]): JsonValue {
  const side = readTrajectory(cell);
  const isNamesOnly = side.state === 'calls' && side.reading?.isNamesOnly === true;
  const list = calls.map((written) =>
    isNamesOnly || written.call.isNameOnly ? written.call.tool_name : writeCall(written),
  );
  return likeBefore(cell, list);
}

function likeBefore(cell: JsonValue | undefined, value: JsonValue): JsonValue {
  return typeof cell === 'string' && cell.trim() !== '' ? printJson(value) : value;
}

const CALL_KEYS: ReadonlySet<string> = new Set([...NAME_KEYS, ...ARGUMENT_KEYS, 'tool_call']);

/** Other keys of a call stay, those under which name and arguments stood do not. */
function writeCall({ call, isNew }: WrittenCall): JsonValue {
  const { source, tool_name, tool_input } = call;
  if (!isNew) return source;
  const others = Object.hasOwn(source, CLASS_KEY)
    ? []
    : Object.entries(source).filter(([key]) => !CALL_KEYS.has(key));
  return { tool_name, tool_input, ...Object.fromEntries(others) };
}
