import { isJsonList, type JsonObject } from '#core/base/json/json-value.ts';
import { hasKey, pickList } from '#core/base/json/pick.ts';
import { isChatRow } from '#core/read/transcripts/record-cells.ts';
import type { Adapter } from '#core/read/framework/adapter.ts';
import { eachRecord, holdsRecord } from '#core/read/transcripts/find-records.ts';

const SIDES = ['predicted_trajectory', 'reference_trajectory'] as const;

/**
 * Rows of the evaluation service, and its result tables: kept as they are, their cells are read
 * where rows are scored.
 */
export const vertex: Adapter = {
  id: 'vertex',
  title: 'Evaluation service rows',
  recognise: (value) => holdsRecord(value, isRow),
  read: (values, out) =>
    eachRecord(values, isRow, out, (record) => {
      for (const name of Object.keys(record))
        if (name.endsWith('/score')) out.note('scores_kept', name);
      out.row(record);
    }),
};

function isRow(value: JsonObject): boolean {
  return hasKey(value, ...SIDES) && !isColumns(value) && !isChatRow(value);
}

/** A table as an object of columns: each side is a list of lists. */
function isColumns(value: JsonObject): boolean {
  return SIDES.some((side) => {
    const cells = pickList(value, side) ?? [];
    return cells.length > 0 && cells.every(isJsonList);
  });
}
