import { setOwn, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { Conversion } from '#core/read/issues/codes.ts';

/** Rows that were in another arrangement. */
export interface ArrangedRows {
  readonly from: Conversion;
  readonly rows: readonly JsonObject[];
  /** What each row was made of, to find its line by. */
  readonly origins: readonly JsonValue[];
}

/** A column of a typed table, or a part of one. */
export type ColumnType =
  | { readonly kind: 'value' }
  | { readonly kind: 'list'; readonly item: ColumnType }
  /** Keys are data: a null is one too. */
  | { readonly kind: 'map'; readonly item: ColumnType }
  /** Keys come from the schema: every value has all of them. */
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, ColumnType> };

/** Turns values of typed tables into JSON values. */
export class TableValues {
  readonly #dropsNulls: boolean;
  /** Keys left out because their value is null. */
  dropped = 0;

  constructor(dropsNulls: boolean) {
    this.#dropsNulls = dropsNulls;
  }

  /**
   * Converts a value.
   * @returns the value as JSON holds it: safe integers as numbers, dates as ISO 8601, bytes as text
   */
  convert(value: unknown, type: ColumnType = ANY): JsonValue {
    if (value === null || value === undefined) return null;
    if (typeof value !== 'object') return scalarOf(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (value instanceof Uint8Array && type.kind !== 'list')
      return Array.from(value, (byte) => String.fromCharCode(byte)).join('');
    if (isSequence(value)) {
      const item = type.kind === 'list' ? type.item : ANY;
      return Array.from(value, (one) => this.convert(one, item));
    }
    const object: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value)) {
      const isNull = item === null || item === undefined;
      if (isNull && type.kind === 'struct' && this.#dropsNulls) this.dropped++;
      else setOwn(object, key, this.convert(item, typeUnder(type, key)));
    }
    return object;
  }
}

const ANY: ColumnType = { kind: 'value' };

function typeUnder(type: ColumnType, key: string): ColumnType | undefined {
  return type.kind === 'struct' ? type.fields.get(key) : type.kind === 'map' ? type.item : ANY;
}

function isSequence(value: object): value is Iterable<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function scalarOf(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
      return value;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    default:
      return null;
  }
}
