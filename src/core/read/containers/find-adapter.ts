import type { Adapter } from '#core/read/framework/adapter.ts';
import { namesCases } from '#core/read/names/column-names.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';
import { hasStepPattern } from '#core/read/cells/read-steps.ts';
import { isChatRow } from '#core/read/transcripts/record-cells.ts';
import { recogniseAdapter } from '#core/read/adapters/registry.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, unwrapEncoded } from '#core/base/json/pick.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { arrangedRows, isPlainRow, unwrapList } from './tables.ts';

/** An adapter and the values it reads. */
export interface Adapted {
  readonly adapter: Adapter;
  readonly values: readonly JsonValue[];
}

/** Rows with their schema, under their labels, or that are lists of cells with a side's list among them. */
function isTable(value: JsonValue): boolean {
  const arranged = arrangedRows(value);
  if (arranged?.from === 'pandas_table') return true;
  if (arranged?.rows.every(isPlainRow)) return true;
  if (arranged?.from !== 'value_lists' || !isJsonList(value)) return false;
  return value.some((cells) => isJsonList(cells) && isCellRow(cells));
}

function isCellRow(cells: readonly JsonValue[]): boolean {
  return cells.some(isJsonList) && !cells.every((cell) => typeof cell === 'object');
}

// a conversation may begin without a call
const LOOKED_AT = 50;

/** Whether a bare chat is among rows: it takes an adapter to read it. */
function standsByChat(values: readonly JsonValue[]): boolean {
  return values.slice(0, LOOKED_AT).some(isConversation);
}

const ITEMS_LOOKED_AT = 20;

/** A value with the first items of its long lists: those of a list of records, or in an object. */
function beginningOf(value: JsonValue): JsonValue {
  const isLong = (item: JsonValue): item is readonly JsonValue[] =>
    isJsonList(item) && item.length > ITEMS_LOOKED_AT;
  const cut = (item: JsonValue): JsonValue =>
    isLong(item) ? item.slice(0, ITEMS_LOOKED_AT) : item;
  if (!isJsonObject(value) || !Object.values(value).some(isLong)) return cut(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]));
}

/**
 * Finds the adapter for a file's values: as they are, as the items of their only list, or under
 * the only key of their only object. Rows of the playground need none.
 * @returns the adapter with the values it accepts, or undefined
 */
export function adaptValues(values: readonly JsonValue[]): Adapted | undefined {
  const [only, ...others] = values.map((value) => unwrapEncoded(value, parseTolerant));
  if (only === undefined) return undefined;
  const decoded = [only, ...others];
  const [first] = isJsonList(only) ? only : [only];
  // a notebook is a program
  if (isTable(only) || hasKey(only, 'nbformat')) return undefined;
  const rows = isJsonList(only) ? only : decoded;
  // nobody else writes groups of steps
  if (
    rows
      .slice(0, LOOKED_AT)
      .some((row) => isJsonObject(row) && Object.values(row).some(hasStepPattern))
  )
    return undefined;
  if (isPlainRow(first) && !standsByChat(rows) && !rows.slice(0, LOOKED_AT).every(isChatRow))
    return undefined;
  const wrapped = isJsonList(only) || others.length > 0 ? undefined : unwrapList(only);
  // a chat has its own marks, by which the records beside it are not known
  if (wrapped && standsByChat(wrapped.list)) return adaptValues(wrapped.list);
  const looked = decoded.slice(0, LOOKED_AT);
  // marks stand in the first of many records
  const adapter = recogniseAdapter(looked.map(beginningOf)) ?? recogniseAdapter(looked);
  if (adapter) return { adapter, values: decoded };
  if (others.length > 0) return undefined;
  if (wrapped && namesCases(wrapped.key) && wrapped.list.every(isCallLike)) return undefined;
  const items = isJsonList(only) ? only : wrapped?.list;
  if (items === undefined || isPlainRow(items[0])) return undefined;
  const forItems = recogniseAdapter(items.slice(0, LOOKED_AT));
  return forItems && { adapter: forItems, values: items };
}
