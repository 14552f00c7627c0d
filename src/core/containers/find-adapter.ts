import type { Adapter } from '#core/adapters/adapter.ts';
import { namesCases } from '#core/calls/is-of-run.ts';
import { isCallLike } from '#core/calls/locate-call.ts';
import { recogniseAdapter } from '#core/adapters/registry.ts';
import { isJsonList, type JsonValue } from '#core/json/json-value.ts';
import { arrangedRows } from './tables.ts';
import { decodeText, isPlainRow, unwrapList } from './unwrap.ts';

/** An adapter and the values it reads. */
export interface Adapted {
  readonly adapter: Adapter;
  readonly values: readonly JsonValue[];
}

/** Rows that stand under their labels, or that are lists of cells with a side's list among them. */
function isTable(value: JsonValue): boolean {
  const arranged = arrangedRows(value);
  if (arranged?.from === 'pandas_index') return arranged.rows.every(isPlainRow);
  if (arranged?.from !== 'value_lists' || !isJsonList(value)) return false;
  return value.some((cells) => isJsonList(cells) && isCellRow(cells));
}

function isCellRow(cells: readonly JsonValue[]): boolean {
  return cells.some(isJsonList) && !cells.every((cell) => typeof cell === 'object');
}

// a conversation may begin without a call
const LOOKED_AT = 50;

/**
 * Finds the adapter for a file's values: as they stand, as the items of their only list, or under
 * the only key of their only object. Rows of the playground need none.
 * @param values the file's values, or those of its beginning
 * @returns the adapter with the values it takes, or undefined
 */
export function adaptValues(values: readonly JsonValue[]): Adapted | undefined {
  const [only, ...others] = values.map(decodeText);
  if (only === undefined) return undefined;
  const decoded = [only, ...others];
  const [first] = isJsonList(only) ? only : [only];
  if (isPlainRow(first) || isTable(only)) return undefined;
  const adapter = recogniseAdapter(decoded.slice(0, LOOKED_AT));
  if (adapter) return { adapter, values: decoded };
  if (others.length > 0) return undefined;
  const wrapped = isJsonList(only) ? undefined : unwrapList(only);
  if (wrapped && namesCases(wrapped.key) && wrapped.list.every(isCallLike)) return undefined;
  const items = isJsonList(only) ? only : wrapped?.list;
  if (items === undefined || isPlainRow(items[0])) return undefined;
  const forItems = recogniseAdapter(items.slice(0, LOOKED_AT));
  return forItems && { adapter: forItems, values: items };
}
