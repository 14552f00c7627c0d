import type { RowFile, RowPlaces } from '#workers/read-rows.ts';

/** Rows as lines of a file, with where each stands in it. */
export function placed(texts: readonly string[]): RowFile & { readonly places: RowPlaces } {
  const lengths = Uint32Array.from(texts, (text) => Buffer.byteLength(text));
  const offsets = new Float64Array(texts.length);
  for (let row = 1; row < texts.length; row++)
    offsets[row] = (offsets[row - 1] ?? 0) + (lengths[row - 1] ?? 0) + 1;
  return {
    rows: new Blob([texts.map((text) => `${text}\n`).join('')]),
    table: undefined,
    places: { offsets, lengths },
  };
}
