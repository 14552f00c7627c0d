import { assignRoles } from '#core/read/dataset/columns.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { RecordCells } from '#core/read/dataset/row-cells.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Score } from '#core/calls/outcome.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import { isComputed } from '#core/score/metric/metric.ts';
import { columnsOf, DEFAULT_SETTINGS, findMetric } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { ChunkBuilder, contentKeyOf } from '#core/score/columns/chunk-builder.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import type { RowFile, RowPlaces } from '#workers/read-rows.ts';

export const EXACT = 'trajectory_exact_match';
export const IN_ORDER = 'trajectory_in_order_match';
export const ANY_ORDER = 'trajectory_any_order_match';
export const PRECISION = 'trajectory_precision';
export const RECALL = 'trajectory_recall';

/** Roles of the columns that `row` and `recordOf` write. */
export const ROLES = assignRoles(['id', 'prompt', 'predicted_trajectory', 'reference_trajectory']);

/** Calls in any form; letters are calls without arguments. */
type Calls = string | readonly Omit<ToolCall, 'source'>[];

/** A call as read. */
export function call(tool: string, input: JsonValue = {}): ToolCall {
  return { tool_name: tool, tool_input: input, source: { tool_name: tool, tool_input: input } };
}

/** Calls without arguments as read, one for each letter. */
export function calls(letters: string): Trajectory {
  return Array.from(letters, (letter) => call(letter));
}

/** A call as written in a record. */
export function step(tool: string, input: JsonValue = {}, more: JsonObject = {}): JsonObject {
  return { tool_name: tool, tool_input: input, ...more };
}

/** Calls as written in a record. */
export function cellOf(list: Calls): JsonValue {
  const all = typeof list === 'string' ? calls(list) : list;
  return all.map(({ tool_name, tool_input }) => ({ tool_name, tool_input }));
}

/** A record with both trajectories. */
export function recordOf(prediction: Calls, reference: Calls, more: JsonObject = {}): JsonObject {
  return {
    predicted_trajectory: cellOf(prediction),
    reference_trajectory: cellOf(reference),
    ...more,
  };
}

/** A record with an id, a prompt and both trajectories. */
export function row(
  id: string,
  made: Calls,
  expected: Calls = 'ab',
  more: JsonObject = {},
): JsonObject {
  return { id, prompt: `task ${id}`, ...recordOf(made, expected, more) };
}

/** The settings of a new run with some changes. */
export function settings(chosen: Partial<MetricSettings> = {}): MetricSettings {
  return { ...DEFAULT_SETTINGS, ...chosen };
}

/** Roles of all columns that records have, by their names. */
function rolesOf(records: readonly JsonObject[]): ReturnType<typeof assignRoles> {
  return assignRoles([...new Set(records.flatMap((record) => Object.keys(record)))]);
}

/** A row as metrics see it. */
export function rowOf(record: JsonObject): ScoredRow {
  return readRow(record, rolesOf([record]), 1).row;
}

/** Scores two trajectories with one metric. */
export function scoreOf(
  metricId: string,
  prediction: Calls,
  reference: Calls,
  chosen: Partial<MetricSettings> = {},
): Score {
  const metric = findMetric(metricId);
  if (!isComputed(metric)) throw new RangeError(metricId);
  const all = settings(chosen);
  return metric.score(rowOf(recordOf(prediction, reference)), all, columnsOf(metric, all)[0]!);
}

/** Scores records; offsets, lengths and lines are made up. */
export function scoreRecords(
  records: readonly JsonObject[],
  chosen: Partial<MetricSettings> = {},
  first = 0,
): ScoredColumns {
  const builder = new ChunkBuilder(settings(chosen), rolesOf(records));
  for (const [index, record] of records.entries()) {
    const place = first + index;
    builder.add(record, { offset: place * 100, length: 50 + place, line: place + 1 });
  }
  return builder.finish();
}

/** Scores records with the content keys that rows with an id get only when needed. */
export function scoreWithContentKeys(
  records: readonly JsonObject[],
  chosen: Partial<MetricSettings> = {},
): ScoredColumns {
  const roles = rolesOf(records);
  const keys = records.map((record) =>
    contentKeyOf(new RecordCells(record), readRow(record, roles, 1).row, roles),
  );
  return { ...scoreRecords(records, chosen), contentKeys: Float64Array.from(keys) };
}

/** Rows as lines of a file, with their places. */
export function placed(texts: readonly string[]): RowFile & { readonly places: RowPlaces } {
  const lengths = Uint32Array.from(texts, (text) => Buffer.byteLength(text));
  const offsets = new Float64Array(texts.length);
  for (let at = 1; at < texts.length; at++)
    offsets[at] = (offsets[at - 1] ?? 0) + (lengths[at - 1] ?? 0) + 1;
  return {
    rows: new Blob([texts.map((text) => `${text}\n`).join('')]),
    table: undefined,
    places: { offsets, lengths },
  };
}

/** A scored run of records as JSON lines, whose rows can be read from its source. */
export function readableRun(
  records: readonly JsonObject[],
  chosen: Partial<MetricSettings> = {},
  key = 'run',
): ReadableRun {
  const { places, ...file } = placed(records.map((record) => JSON.stringify(record)));
  const roles = rolesOf(records);
  const builder = new ChunkBuilder(settings(chosen), roles);
  for (const [index, record] of records.entries()) {
    const [offset, length] = [places.offsets[index]!, places.lengths[index]!];
    builder.add(record, { offset, length, line: index + 1 });
  }
  return { key, columns: builder.finish(), ...file, roles, settings: settings(chosen) };
}
