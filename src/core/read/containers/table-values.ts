import { setOwn, type JsonValue } from '#core/base/json/json-value.ts';

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
  convert(value: unknown, type: ColumnType): JsonValue {
    if (value === null || value === undefined) return null;
    if (type.kind === 'list' && isSequence(value))
      return Array.from(value, (item) => this.convert(item, type.item));
    if (typeof value === 'object' && type.kind === 'map') {
      const object: Record<string, JsonValue> = {};
      for (const [key, item] of Object.entries(value))
        setOwn(object, key, this.convert(item, type.item));
      return object;
    }
    if (typeof value === 'object' && type.kind === 'struct') {
      const object: Record<string, JsonValue> = {};
      for (const [key, item] of Object.entries(value)) {
        if (this.#dropsNulls && (item === null || item === undefined)) this.dropped++;
        else setOwn(object, key, this.convert(item, type.fields.get(key) ?? ANY));
      }
      return object;
    }
    return toJson(value);
  }
}

const ANY: ColumnType = { kind: 'value' };

function isSequence(value: unknown): value is Iterable<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function toJson(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
      return value;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case 'object':
      break;
    default:
      return null;
  }
  if (value === null) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array)
    return Array.from(value, (byte) => String.fromCharCode(byte)).join('');
  if (isSequence(value)) return Array.from(value, toJson);
  const object: Record<string, JsonValue> = {};
  for (const [key, item] of Object.entries(value)) setOwn(object, key, toJson(item));
  return object;
}
