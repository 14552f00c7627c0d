import { printJson } from '#core/base/json/parse-json.ts';
import { LineBuffer } from './line-buffer.ts';
import { readTexts, recordOf, type RowFile, type RowPlaces } from './read-rows.ts';

/** Rows of a run, wherever they are. */
export interface PlacedRows extends RowFile {
  readonly places: RowPlaces;
}

/**
 * Writes rows as JSONL.
 * @returns one row a line, as it is written where it is on one line already
 */
export async function writeRows(file: PlacedRows): Promise<Blob> {
  return (await writeLines(file)).rows;
}

/**
 * Writes rows as JSONL.
 * @returns one row a line, and where each is
 */
export async function writeLines(
  file: PlacedRows,
): Promise<{ readonly rows: Blob; readonly places: RowPlaces }> {
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

/**
 * Writes a row on one line.
 * @param text the row, as it is in its source
 */
export function onOneLine(text: string): string {
  return text.includes('\n') ? printJson(recordOf(text)) : text;
}
