import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { FlipCounter, type FlipCount } from '#core/score/what-if/count-flips.ts';
import { readRecords, type RowPlaces } from '#workers/read-rows.ts';

interface RowsToCount {
  readonly rows: Blob;
  readonly places: RowPlaces;
  readonly roles: ColumnRoles;
  /** The score columns to count in, as these rows are scored now. */
  readonly before: readonly ScoreValues[];
  /** The settings to try. */
  readonly variants: readonly MetricSettings[];
}

/** Counts for each of several settings how many of these rows it would move. */
export async function countFlips({
  rows,
  places,
  roles,
  before,
  variants,
}: RowsToCount): Promise<FlipCount[][]> {
  const counters = variants.map((settings) => new FlipCounter({ scores: before }, settings, roles));
  await readRecords(rows, places, (record, index) => {
    for (const counter of counters) counter.add(record, index);
  });
  return counters.map((counter) => counter.finish());
}
