import { assignRoles } from '#core/read/dataset/columns.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { RecordCells } from '#core/read/dataset/row-cells.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Score } from '#core/calls/outcome.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import { findComputed } from '#core/score/columns/find-computed.ts';
import { columnsOf, DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { ChunkBuilder, contentKeyOf } from '#core/score/columns/chunk-builder.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';

const namesOf = (records: readonly JsonObject[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];

/** A trajectory as it stands in a record. */
export function cellOf(trajectory: Trajectory): JsonValue {
  return trajectory.map(({ tool_name, tool_input }) => ({ tool_name, tool_input }));
}

/** A record with both trajectories. */
export function recordOf(prediction: Trajectory, reference: Trajectory): JsonObject {
  return { predicted_trajectory: cellOf(prediction), reference_trajectory: cellOf(reference) };
}

/** A row as metrics see it. */
export function rowOf(record: JsonObject): ScoredRow {
  return readRow(record, assignRoles(namesOf([record])), 1).row;
}

/** Scores two trajectories with one metric. */
export function scoreOf(
  metricId: string,
  prediction: Trajectory,
  reference: Trajectory,
  chosen: Partial<MetricSettings> = {},
): Score {
  const metric = findComputed({ metricId });
  if (!metric) throw new RangeError(metricId);
  const settings = { ...DEFAULT_SETTINGS, ...chosen };
  return metric.score(
    rowOf(recordOf(prediction, reference)),
    settings,
    columnsOf(metric, settings)[0]!,
  );
}

/** Scores records in one go; offsets, lengths and lines are made up from the place. */
export function scoreRecords(
  records: readonly JsonObject[],
  chosen: Partial<MetricSettings> = {},
  first = 0,
): ScoredColumns {
  const builder = new ChunkBuilder(
    { ...DEFAULT_SETTINGS, ...chosen },
    assignRoles(namesOf(records)),
  );
  for (const [index, record] of records.entries()) {
    const place = first + index;
    builder.add(record, { offset: place * 100, length: 50 + place, line: place + 1 });
  }
  return builder.finish();
}

/** Scores records and completes the keys that rows with an id get only when they are needed. */
export function scoreWithContentKeys(records: readonly JsonObject[]): ScoredColumns {
  const roles = assignRoles(namesOf(records));
  const keys = records.map((record) =>
    contentKeyOf(new RecordCells(record), readRow(record, roles, 1).row, roles),
  );
  return { ...scoreRecords(records), contentKeys: Float64Array.from(keys) };
}
