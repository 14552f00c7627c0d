/**
 * Lists every row in its place.
 * @returns 0 to rowCount − 1
 */
export function allRows(rowCount: number): Uint32Array {
  const rows = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) rows[row] = row;
  return rows;
}
