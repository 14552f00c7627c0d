import {
  isJsonList,
  isJsonObject,
  ownValue,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { amountOf, pickText } from '#core/base/json/pick.ts';
import type { ArrangedRows } from './table-values.ts';

/**
 * Reads an answer of BigQuery's REST interface: a schema, and rows whose cells are in its order.
 * @returns the rows, or undefined for anything else
 * @see https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query
 */
export function bigQueryRows(value: JsonObject): ArrangedRows | undefined {
  const schema = ownValue(value, 'schema');
  const fields = isJsonObject(schema) ? fieldsOf(schema) : [];
  const rows = ownValue(value, 'rows');
  if (fields.length === 0 || !isJsonList(rows) || rows.length === 0) return undefined;
  const found: JsonObject[] = [];
  const dropped = new Map<string, number>();
  for (const row of rows) {
    const cells = cellsOf(row);
    if (cells?.length !== fields.length) return undefined;
    const record: Record<string, JsonValue> = {};
    for (const [place, field] of fields.entries()) {
      const drop = (): void => void dropped.set(field.name, (dropped.get(field.name) ?? 0) + 1);
      setOwn(record, field.name, decode(cells[place] ?? null, field, drop));
    }
    found.push(record);
  }
  const total = amountOf(ownValue(value, 'totalRows')) ?? rows.length;
  const isPart = Object.hasOwn(value, 'pageToken') || total > rows.length;
  return {
    from: isPart ? 'bigquery_page' : 'bigquery',
    rows: found,
    origins: rows,
    notes: [...dropped].map(([name, count]) => ({ code: 'schema_nulls_dropped', name, count })),
  };
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRepeated: boolean;
  readonly fields: readonly Field[];
}

function fieldsOf(schema: JsonObject): readonly Field[] {
  const fields = ownValue(schema, 'fields');
  if (!isJsonList(fields)) return [];
  return fields.filter(isJsonObject).map((field) => ({
    name: pickText(field, 'name') ?? '',
    type: pickText(field, 'type')?.toUpperCase() ?? '',
    isRepeated: ownValue(field, 'mode') === 'REPEATED',
    fields: fieldsOf(field),
  }));
}

/** What is in the cells of a row or of a record: `{"f": [{"v": …}, …]}`. */
function cellsOf(value: JsonValue): readonly JsonValue[] | undefined {
  const cells = isJsonObject(value) ? ownValue(value, 'f') : undefined;
  return isJsonList(cells) ? cells.map(valueIn) : undefined;
}

function valueIn(cell: JsonValue): JsonValue {
  return isJsonObject(cell) ? (ownValue(cell, 'v') ?? null) : null;
}

function decode(value: JsonValue, field: Field, drop: () => void): JsonValue {
  if (field.isRepeated && isJsonList(value))
    return value.map((item) => decode(valueIn(item), { ...field, isRepeated: false }, drop));
  const cells = cellsOf(value);
  if (!cells) return scalarOf(value, field.type);
  const record: Record<string, JsonValue> = {};
  for (const [place, inner] of field.fields.entries()) {
    const cell = cells[place] ?? null;
    // every record has all keys of its schema
    if (cell === null) drop();
    else setOwn(record, inner.name, decode(cell, inner, drop));
  }
  return record;
}

function scalarOf(value: JsonValue, type: string): JsonValue {
  if (typeof value !== 'string') return value;
  switch (type) {
    case 'BOOLEAN':
    case 'BOOL':
      return value === 'true';
    case 'INTEGER':
    case 'INT64':
      if (Number.isSafeInteger(Number(value))) return Number(value);
      return /^[-+]?\d+$/.test(value) ? BigInt(value) : value;
    case 'FLOAT':
    case 'FLOAT64':
      return Number(value);
    case 'NUMERIC':
    case 'BIGNUMERIC':
      return String(Number(value)) === value ? Number(value) : value;
    case 'TIMESTAMP':
      return timeOf(value);
    case 'JSON':
      return tryJson(value)?.value ?? value;
    default:
      return value;
  }
}

/** Seconds with a fraction, or whole microseconds. */
function timeOf(value: string): string {
  const ms = /[.e]/i.test(value) ? Number(value) * 1000 : Number(value) / 1000;
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : value;
}
