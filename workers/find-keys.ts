import { readRowBytes, type RowFile, type RowPlaces } from './read-rows.ts';

/** A row with one of the keys that were looked for. */
export interface KeyedRow {
  readonly row: number;
  readonly key: string;
}

const DOLLAR = 0x24;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONGEST = 40;

/**
 * Finds the rows in whose bytes a key of an object stands, without reading them as JSON: for the
 * many datasets that have no such key, the search for the one character is all.
 * @param keys each a `$` and letters after it
 * @returns the rows in ascending order, each with the first key; some may have it in a string only
 */
export async function rowsWithKey(
  { rows }: Pick<RowFile, 'rows'>,
  places: RowPlaces,
  keys: ReadonlySet<string>,
): Promise<KeyedRow[]> {
  const found: KeyedRow[] = [];
  await readRowBytes(rows, places, ({ bytes, first, end, from }) => {
    let row = first;
    for (const { key, at } of keysIn(bytes, keys)) {
      while (row < end && endOf(places, row) - from <= at) row++;
      if (row === end) return;
      if ((places.offsets[row] as number) - from > at || found.at(-1)?.row === row) continue;
      found.push({ row, key });
    }
  });
  return found;
}

/** Whether such a key is in bytes, see {@link rowsWithKey}. */
export function mentionsKey(bytes: Uint8Array, keys: ReadonlySet<string>): boolean {
  return !keysIn(bytes, keys).next().done;
}

/** The keys that are in bytes, and where. */
function* keysIn(
  bytes: Uint8Array,
  keys: ReadonlySet<string>,
): Generator<{ readonly key: string; readonly at: number }, void> {
  for (let at = bytes.indexOf(DOLLAR); at !== -1; at = bytes.indexOf(DOLLAR, at + 1)) {
    const key = keyAt(bytes, at);
    if (keys.has(key)) yield { key, at };
  }
}

function endOf({ offsets, lengths }: RowPlaces, row: number): number {
  return (offsets[row] as number) + (lengths[row] as number);
}

/** The `$` with the letters after it, in quotes; within a cell of text they are escaped. */
function keyAt(bytes: Uint8Array, at: number): string {
  if (bytes[at - 1] !== QUOTE) return '';
  let end = at + 1;
  while (end - at < LONGEST && isLetter(bytes[end])) end++;
  const isClosed = bytes[end] === QUOTE || bytes[end] === BACKSLASH;
  return isClosed ? String.fromCharCode(...bytes.subarray(at, end)) : '';
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}
