import type { LabelColumn } from './scored-columns.ts';

/**
 * Lists the rows that carry a label.
 * @param column the label column
 * @param name the label
 * @returns row numbers, ascending
 */
export function rowsWithLabel(column: LabelColumn, name: string): Uint32Array {
  const { names, starts, ids } = column;
  const wanted = names.indexOf(name);
  const rows: number[] = [];
  for (let row = 0; row + 1 < starts.length; row++) {
    const labels = ids.subarray(starts[row], starts[row + 1]);
    if (labels.includes(wanted)) rows.push(row);
  }
  return Uint32Array.from(rows);
}
