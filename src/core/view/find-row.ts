import { hashTextWide } from '#core/json/hash-json.ts';
import type { ScoredColumns } from '#core/scoring/scored-columns.ts';

/**
 * Finds a row by its id or, when no row has that id, by its number.
 * @param columns the scored rows
 * @param text an id, or a 1-based row number with or without thousands separators
 * @returns the row's 0-based number, −1 when there is none
 */
export function findRow(columns: ScoredColumns, text: string): number {
  const wanted = text.trim();
  if (wanted === '') return -1;
  const byId = columns.idKeys.indexOf(hashTextWide(wanted));
  if (byId >= 0) return byId;
  const digits = wanted.replace(/^(row|#)\s*/i, '').replace(/[,. '’]/g, '');
  const place = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return place >= 1 && place <= columns.rowCount ? place - 1 : -1;
}
