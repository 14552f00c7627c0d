import { setOwn, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { FILE_COLUMN } from '#core/read/dataset/pair-sides.ts';
import { freeName } from '#core/read/names/free-name.ts';
import { LineBuffer } from './line-buffer.ts';
import { readRecords, readTexts, recordOf, type RowFile, type RowPlaces } from './read-rows.ts';
import { signalAlive } from './to-page.ts';

/** Rows of a run, wherever they are. */
export interface PlacedRows extends RowFile {
  readonly places: RowPlaces;
}

/** Rows as JSONL, and where each is. */
export interface WrittenRows {
  readonly rows: Blob;
  readonly places: RowPlaces;
}

/**
 * Writes rows as JSONL.
 * @returns one row a line, as it is written where it is on one line already
 */
export async function writeRows(file: PlacedRows): Promise<Blob> {
  return (await writeLines(file)).rows;
}

/** Writes rows as JSONL. */
export async function writeLines(file: PlacedRows): Promise<WrittenRows> {
  const lines = new LineBuffer();
  const { length } = file.places.offsets;
  const places = { offsets: new Float64Array(length), lengths: new Uint32Array(length) };
  await readTexts(file, file.places, (text, index) => {
    const place = lines.add(onOneLine(text));
    places.offsets[index] = place.offset;
    places.lengths[index] = place.length;
  });
  return { rows: lines.take(), places };
}

/** The rows of one of several files. */
interface NamedRows extends PlacedRows {
  /** The file’s name; absent: rows get no column for it. */
  readonly file?: string;
  /** Columns that play a role: the name here, and the name in the rows of all files. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Names that columns without a role are not to have. */
  readonly taken: ReadonlySet<string>;
}

/** Writes the rows of one of several files as JSONL, under the columns’ names in all of them. */
export async function writeNamedRows(named: NamedRows): Promise<WrittenRows> {
  const { file, renamed, places } = named;
  const reserved = [...named.taken, ...(file === undefined ? [] : [FILE_COLUMN])];
  const lines = new LineBuffer();
  const { length } = places.offsets;
  const written = { offsets: new Float64Array(length), lengths: new Uint32Array(length) };
  const take = (record: JsonObject, index: number): void => {
    const row: Record<string, JsonValue> = file === undefined ? {} : { [FILE_COLUMN]: file };
    const taken = new Set(reserved);
    for (const [column, cell] of Object.entries(record)) {
      const name = renamed.get(column) ?? freeName(column, taken);
      taken.add(name);
      setOwn(row, name, cell);
    }
    const place = lines.add(printJson(row));
    written.offsets[index] = place.offset;
    written.lengths[index] = place.length;
  };
  await readRecords(named, places, take, () => {
    signalAlive();
    return Promise.resolve();
  });
  return { rows: lines.take(), places: written };
}

/** Writes a row on one line. */
export function onOneLine(text: string): string {
  return text.includes('\n') ? printJson(recordOf(text)) : text;
}
