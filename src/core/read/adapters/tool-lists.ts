import {
  isKnownName,
  isOfRun,
  namesCases,
  COLUMN_NAMES,
  PREDICTED_NAMES,
  REFERENCE_NAMES,
  simplifyName,
  snakeCase,
  tellsSide,
} from '#core/read/names/column-names.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { findLongFormat } from '#core/read/cells/group-calls.ts';
import { findSplitCalls } from '#core/read/cells/split-calls.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pick, unwrapEncoded } from '#core/base/json/pick.ts';
import { findCalls, readCalls } from '#core/read/transcripts/record-cells.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';
import type { Collector, Adapter, Cells } from '#core/read/framework/adapter.ts';
import { readConversations } from './message-adapter.ts';
import { holdsRecord } from './record-adapter.ts';

/** Records with a list of calls or of tools' names on either side, and bare lists of calls. */
export const toolLists: Adapter = {
  id: 'tool-lists',
  title: 'Lists of tool calls',
  recognise: (value) =>
    isTrajectory(value) ||
    isTopics(value) ||
    holdsRecord(
      value,
      (record) => (isPair(record) && !isSplit(record) && !isUnsure(record)) || isSides(record),
    ) ||
    holdsTrajectories(value),
  read: (values, out) => {
    out.from(...values.slice(0, 1));
    const calls = values.filter(isCallLike);
    const isBare = isTrajectory(calls) && !values.some(isRowOf);
    if (isBare) writeBare(calls, {}, out);
    const others = isBare ? values.filter((value) => !isCallLike(value)) : values;
    for (const value of others) readValue(unwrapEncoded(value), DEPTH, out);
  },
};

const DEPTH = 4;

/** At least one side has calls; the other may be empty or not there. */
function isPair(value: JsonObject): boolean {
  return [PREDICTED_NAMES, REFERENCE_NAMES].some((names) => findCalls(value, names)?.isFilled);
}

/** Names of tools and their arguments in their own columns are combined where rows are prepared. */
function isSplit(value: JsonObject): boolean {
  return findSplitCalls([value], {}).length > 0;
}

/** Lists of calls between which only a person can tell the sides. */
function isUnsure(value: JsonObject): boolean {
  const keys = Object.keys(value);
  const lists = keys.filter((key) => isTrajectory(unwrapEncoded(value[key] ?? null)));
  const untold = lists.filter((key) => !tellsSide(key));
  const isNoSideTold = untold.length === lists.length;
  return untold.length > 1 && (isNoSideTold || !untold.some((key) => isKnownName(key)));
}

function isBareCall(value: JsonValue): boolean {
  return isJsonObject(value) && isCallLike(value) && !isOfRun(value);
}

/** Calls of several runs, told apart by an id in each, are a table with one call in each row. */
function isTrajectory(value: JsonValue): boolean {
  if (!isJsonList(value) || value.length === 0 || !value.every(isBareCall)) return false;
  return findLongFormat(value.filter(isJsonObject)) === undefined;
}

function holdsTrajectories(value: JsonValue): boolean {
  return isJsonList(value) && value.some(isTrajectory);
}

/** An object whose keys are the questions and whose values are the calls. */
function isTopics(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value) || isPair(value)) return false;
  const lists = Object.entries(value);
  return (
    lists.length > 0 &&
    lists.every(([key, list]) => !namesCases(key) && isTrajectory(list)) &&
    !isSides(value)
  );
}

/** Two lists of calls and nothing else, of which one is what was expected, whatever the other is called. */
function isSides(value: JsonObject): boolean {
  const keys = Object.keys(value);
  const isPairOfLists = keys.length === 2 && Object.values(value).every(isTrajectory);
  return isPairOfLists && keys.filter(isOfReference).length === 1;
}

function isOfReference(key: string): boolean {
  return REFERENCE_SIDE.test(snakeCase(key.slice(key.lastIndexOf('/') + 1)));
}

function readValue(value: JsonValue, depth: number, out: Collector): void {
  out.from(value);
  if (isTrajectory(value)) {
    writeBare(value, {}, out);
    return;
  }
  if (isChat(value)) readConversations([value], out);
  else if (isTopics(value)) {
    for (const [prompt, calls] of Object.entries(value)) {
      out.from(calls, value);
      writeBare(calls, { prompt }, out);
    }
  } else if (isJsonObject(value) && (isPair(value) || hasEmptySide(value))) {
    const lacksOne = findCalls(value, PREDICTED_NAMES) === undefined;
    const nested = lacksOne ? withNestedSides(value) : undefined;
    writePair(nested?.record ?? value, out, nested?.owns);
  } else readInner(value, depth, out);
}

/** A chat in which nothing was called has no framework's marks: its messages are the only list. */
function isChat(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const key = findCalls(value, PREDICTED_NAMES)?.key;
  return key !== undefined && isConversation(unwrapEncoded(pick(value, key)));
}

/** Reads what is further in. */
function readInner(value: JsonValue, depth: number, out: Collector): void {
  const nested = isJsonObject(value) ? withNestedSides(value) : undefined;
  if (nested) {
    writePair(nested.record, out, nested.owns);
  } else if (depth > 0 && (isJsonList(value) || isJsonObject(value))) {
    if (isJsonObject(value) && !holdsRows(value, depth)) {
      out.other(value);
      return;
    }
    for (const item of isJsonList(value) ? value : Object.values<JsonValue>(value)) {
      const isWanted = isJsonList(value) || holdsRows(item, depth - 1);
      if (typeof item === 'object' && isWanted) readValue(item, depth - 1, out);
    }
  } else out.note('record_unread');
}

/** Whether anything in a value is read into a row. */
function holdsRows(value: JsonValue, depth: number): boolean {
  if (isTrajectory(value) || isTopics(value) || isRowOf(value)) return true;
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  const items = isJsonList(value) ? value : Object.values<JsonValue>(value);
  return items.some((item) => holdsRows(unwrapEncoded(item), depth - 1));
}

function isRowOf(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return isPair(value) || hasEmptySide(value) || withNestedSides(value) !== undefined;
}

const REFERENCE_SIDE = /^(?:expected|reference|ground_truth|golden|gold|target)(?:_|$)/;

interface NestedSides {
  /** With its calls under the usual names. */
  readonly record: JsonObject;
  /** The record's own names, by the usual ones. */
  readonly owns: ReadonlyMap<string, string>;
}

/** A record whose calls are under unusual names or one level further in, and one was expected. */
function withNestedSides(value: JsonObject): NestedSides | undefined {
  const sides: Record<string, JsonValue> = {};
  const owns = new Map<string, string>();
  const others: Record<string, JsonValue> = {};
  for (const [key, cell] of Object.entries(value)) {
    const inner = unwrapEncoded(cell);
    const calls = nestedCalls(inner);
    const side = isOfReference(key) ? 'reference' : 'predicted';
    const isTaken = calls !== undefined && !Object.hasOwn(sides, `${side}_trajectory`);
    if (isTaken) {
      sides[`${side}_trajectory`] = calls;
      owns.set(`${side}_trajectory`, key);
    }
    // what is beside the calls is kept
    const isAllCalls = isJsonList(inner) || Object.keys(inner ?? {}).length === 1;
    if (!isTaken || !isAllCalls) setOwn(others, key, cell);
  }
  return Object.hasOwn(sides, 'reference_trajectory')
    ? { record: { ...others, ...sides }, owns }
    : undefined;
}

function nestedCalls(value: JsonValue): JsonValue | undefined {
  if (isTrajectory(value)) return value;
  const key = isJsonObject(value)
    ? findCalls(value, [...PREDICTED_NAMES, ...REFERENCE_NAMES])?.key
    : undefined;
  return key === undefined ? undefined : (pick(value, key) ?? []);
}

/** Among records with calls, one where nothing was called or expected is a row too. */
function hasEmptySide(value: JsonObject): boolean {
  return [PREDICTED_NAMES, REFERENCE_NAMES].some((names) => findCalls(value, names) !== undefined);
}

function writeBare(calls: JsonValue | undefined, cells: Cells, out: Collector): void {
  out.note('side_assumed', 'predicted');
  const found = readCalls(calls, out, '');
  out.row({ ...cells, predicted_trajectory: out.maybeTrajectory(found, 'predicted') });
}

function writePair(
  record: JsonObject,
  out: Collector,
  owns: ReadonlyMap<string, string> = new Map(),
): void {
  const reference = findCalls(record, REFERENCE_NAMES)?.key;
  const predicted = findCalls(
    record,
    PREDICTED_NAMES.filter((name) => name !== reference),
  )?.key;
  const side = (key: string | undefined, name: 'predicted' | 'reference'): JsonValue | undefined =>
    key === undefined
      ? undefined
      : out.maybeTrajectory(readCalls(pick(record, key), out, key), name);
  const texts = textCells(record);
  const isLone = reference === undefined && texts.cells['response'] === undefined;
  if (isLone && predicted !== undefined && !tellsSide(predicted))
    out.note('side_assumed', predicted);
  const named = [
    ...texts.names,
    ['predicted_trajectory', predicted],
    ['reference_trajectory', reference],
  ] as const;
  for (const [name, key] of named) if (key !== undefined) out.named(name, owns.get(key) ?? key);
  const used = [...texts.names.values(), predicted, reference].filter((key) => key !== undefined);
  out.keepRest(record, used);
  out.row({
    ...texts.cells,
    predicted_trajectory: side(predicted, 'predicted'),
    reference_trajectory: side(reference, 'reference'),
  });
}

/** The question and the answers under the names that are usual for them. */
function textCells(record: JsonObject): {
  readonly cells: Cells;
  /** The record's keys of them. */
  readonly names: ReadonlyMap<string, string>;
} {
  const keys = new Map(Object.keys(record).map((key) => [simplifyName(key), key]));
  const cells: Record<string, JsonValue> = {};
  const names = new Map<string, string>();
  for (const role of ['prompt', 'response', 'reference'] as const) {
    const key = COLUMN_NAMES[role]
      .map((name) => keys.get(name))
      .find((name) => name !== undefined && typeof ownValue(record, name) === 'string');
    if (key === undefined || [...names.values()].includes(key)) continue;
    cells[role] = ownValue(record, key) ?? null;
    names.set(role, key);
  }
  return { cells, names };
}
