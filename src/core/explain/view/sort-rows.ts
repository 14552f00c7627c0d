import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Filter } from './filter.ts';

/** A sort key: a score column's id, or the place in the data. */
export interface SortKey {
  readonly by: string;
  readonly descending: boolean;
}

/** The sort keys, most significant first; empty for the order of the data. */
export type Sorting = readonly SortKey[];

/** The key of the place in the data. */
export const BY_PLACE = 'place';

/** Whether a view is neither filtered nor sorted. */
export function isWhole(filters: readonly Filter[], sorting: Sorting): boolean {
  const [first] = sorting;
  return filters.length === 0 && (!first || (first.by === BY_PLACE && !first.descending));
}

/** Sorts by one column; again reverses the order, a third time removes the key. */
export function sortBy(sorting: Sorting, by: string): Sorting {
  const [only] = sorting;
  if (sorting.length === 1 && only?.by === by) return only.descending ? [] : [turned(only)];
  if (by === BY_PLACE && sorting.length > 0) return [];
  return [rising(by)];
}

/** The first order of a key: descending for the place, because ascending is the default. */
function rising(by: string): SortKey {
  return { by, descending: by === BY_PLACE };
}

function turned(key: SortKey): SortKey {
  return { ...key, descending: !key.descending };
}

/**
 * Sorts ascending rows, whose list may be changed. Stable; rows without a score come last, unknown
 * columns are skipped.
 */
export function sortRows(columns: ScoredColumns, rows: Uint32Array, sorting: Sorting): Uint32Array {
  let sorted = rows;
  // stable, so the least significant key goes first
  for (const { by, descending } of sorting.toReversed()) {
    if (by === BY_PLACE) {
      sorted.sort();
      if (descending) sorted.reverse();
      continue;
    }
    const values = columns.scores.find(({ id }) => id === by)?.values;
    if (values) sorted = sortByValue(sorted, values, descending);
  }
  return sorted;
}

const DIGIT_VALUES = 65_536;
const DIGITS = 4;

/** A radix sort by 16 bits; digits shared by all rows are skipped. */
function sortByValue(rows: Uint32Array, values: Float64Array, descending: boolean): Uint32Array {
  const digits = sortableDigits(values, descending);
  const counts = countDigits(rows, digits);
  let from = rows;
  let to: Uint32Array = new Uint32Array(rows.length);
  for (let digit = 0; digit < DIGITS; digit++) {
    const places = counts.subarray(digit * DIGIT_VALUES, (digit + 1) * DIGIT_VALUES);
    if (!startPlaces(places, rows.length)) continue;
    for (let i = 0; i < from.length; i++) {
      const row = from[i] as number;
      const value = digits[row * DIGITS + digit] as number;
      const place = places[value] as number;
      to[place] = row;
      places[value] = place + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The bits of numbers as integers with the same order; NaN comes last. */
function sortableDigits(values: Float64Array, descending: boolean): Uint16Array {
  const keys = new Float64Array(values);
  const words = new Uint32Array(keys.buffer);
  const flip = descending ? 0xffffffff : 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    const low = row * 2;
    const high = low + 1;
    if (Number.isNaN(value)) {
      words[low] = 0xffffffff;
      words[high] = 0xffffffff;
    } else if (value > 0) {
      words[low] = (words[low] as number) ^ flip;
      words[high] = (words[high] as number) ^ 0x80000000 ^ flip;
    } else if (value === 0) {
      // −0 is 0
      words[low] = flip;
      words[high] = 0x80000000 ^ flip;
    } else {
      words[low] = ~(words[low] as number) ^ flip;
      words[high] = ~(words[high] as number) ^ flip;
    }
  }
  return new Uint16Array(keys.buffer);
}

function countDigits(rows: Uint32Array, digits: Uint16Array): Uint32Array {
  const counts = new Uint32Array(DIGITS * DIGIT_VALUES);
  for (const row of rows) {
    for (let digit = 0; digit < DIGITS; digit++) {
      const at = digit * DIGIT_VALUES + (digits[row * DIGITS + digit] as number);
      counts[at] = (counts[at] as number) + 1;
    }
  }
  return counts;
}

/** Turns counts into start places; false when all rows have the same value. */
function startPlaces(counts: Uint32Array, rowCount: number): boolean {
  let next = 0;
  for (let value = 0; value < counts.length; value++) {
    const count = counts[value] as number;
    if (count === rowCount) return false;
    counts[value] = next;
    next += count;
  }
  return true;
}

/** Lists all rows: 0 to rowCount − 1. */
export function allRows(rowCount: number): Uint32Array {
  const rows = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) rows[row] = row;
  return rows;
}
