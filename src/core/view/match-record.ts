import { isJsonList, ownValue, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { shortCell } from './cell-values.ts';
import { isSo, type SourceFilter } from './filter.ts';

/**
 * Makes a condition on a row's source ready for many rows.
 * @param filter the condition
 * @returns tells whether a record of the dataset meets it
 */
export function recordMatcher(filter: SourceFilter): (record: JsonObject) => boolean {
  switch (filter.kind) {
    case 'text': {
      const needle = filter.text.toLowerCase();
      return (record) => contains(record, needle);
    }
    case 'cell':
      return (record) => shortCell(record, filter.column) === filter.value;
    case 'cell-text': {
      const needle = filter.text.toLowerCase();
      return (record) => {
        const cell = ownValue(record, filter.column);
        return cell !== undefined && contains(cell, needle);
      };
    }
    case 'cell-relation':
      return (record) => {
        const number = numberOf(ownValue(record, filter.column));
        return number !== undefined && isSo(number, filter.relation, filter.value);
      };
  }
}

/** The number in a cell, which CSV holds as text. */
function numberOf(cell: JsonValue | undefined): number | undefined {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return Number(cell);
  if (typeof cell !== 'string' || cell.trim() === '') return undefined;
  const number = Number(cell);
  return Number.isNaN(number) ? undefined : number;
}

function contains(value: JsonValue, needle: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(needle);
  if (typeof value !== 'object' || value === null) return String(value).includes(needle);
  if (isJsonList(value)) return value.some((item) => contains(item, needle));
  return Object.values(value).some((item) => contains(item, needle));
}
