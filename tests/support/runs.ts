import type { ReadableRun } from '#kernel/worker/run-reader.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { ChunkBuilder } from '#core/score/columns/chunk-builder.ts';

/** A run of records as JSON lines, scored, whose rows can be read from its source. */
export function readableRun(
  records: readonly JsonObject[],
  key = 'run',
  settings: Partial<MetricSettings> = {},
): ReadableRun {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const roles = assignRoles(names);
  const all = { ...DEFAULT_SETTINGS, ...settings };
  const builder = new ChunkBuilder(all, roles);
  const lines = records.map((record) => new TextEncoder().encode(`${JSON.stringify(record)}\n`));
  let offset = 0;
  for (const [index, record] of records.entries()) {
    const { length } = lines[index]!;
    builder.add(record, { offset, length: length - 1, line: index + 1 });
    offset += length;
  }
  const rows = new Blob(lines);
  return { key, columns: builder.finish(), rows, table: undefined, roles, settings: all };
}
