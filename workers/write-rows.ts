import { printJson } from '#core/base/json/parse-json.ts';
import { LineBuffer } from './line-buffer.ts';
import { readTexts, recordOf, type RowPlaces } from './read-rows.ts';

/** Rows of a run, wherever they are. */
export interface PlacedRows {
  /** What they are read from. */
  readonly rows: Blob;
  readonly places: RowPlaces;
}

/**
 * Writes rows as JSONL.
 * @returns one row a line, as it is written where it is on one line already
 */
export async function writeRows({ rows, places }: PlacedRows): Promise<Blob> {
  const lines = new LineBuffer();
  await readTexts(rows, places, (text) => lines.add(onOneLine(text)));
  return lines.take();
}

/**
 * Writes a row on one line.
 * @param text the row, as it is in its source
 */
export function onOneLine(text: string): string {
  return text.includes('\n') ? printJson(recordOf(text)) : text;
}
