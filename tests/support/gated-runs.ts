import type { JsonObject } from '#core/base/json/json-value.ts';
import { CellGatherer, shortCell, type CellValues } from '#core/explain/view/cell-values.ts';
import type { GateRun } from '#core/gate/measure.ts';
import type { GateConfig } from '#core/gate/gate-config.ts';
import type { Condition } from '#core/gate/gate-config.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { row, rowOf, scoreRecords, scoreWithContentKeys, settings } from './build.ts';

/** So many rows, of which those before a place make the calls expected. */
export function passingRows(count: number, passing: number, more: JsonObject = {}): JsonObject[] {
  return Array.from({ length: count }, (_, at) =>
    row(String(at), at < passing ? 'ab' : 'xb', 'ab', more),
  );
}

/** A gate with the usual rules. */
export function gateOf(...conditions: Condition[]): GateConfig {
  return {
    version: 1,
    rules: 'standard',
    confidence: 0.95,
    adjust: 'holm',
    fewestRows: 6,
    conditions,
  };
}

/** Scores records as a run that a gate judges, with all that conditions may need. */
export function gateRunOf(
  records: readonly JsonObject[],
  chosen: Partial<MetricSettings> = {},
): GateRun {
  const columns = { ...scoreRecords(records, chosen), ...keysOf(records) };
  const names = columns.columns.map(({ name }) => name);
  const counts = records.map((record) => {
    const { prediction } = rowOf(record);
    return prediction.state === 'calls' ? prediction.calls.length : Number.NaN;
  });
  return {
    columns,
    settings: settings(chosen),
    callCounts: Float64Array.from(counts),
    cells: new Map(names.map((name) => [name, cellsOf(records, name)])),
  };
}

function keysOf(records: readonly JsonObject[]): { readonly contentKeys: Float64Array } {
  return { contentKeys: scoreWithContentKeys(records).contentKeys };
}

function cellsOf(records: readonly JsonObject[], column: string): CellValues {
  const gatherer = new CellGatherer(records.length);
  for (const [row, record] of records.entries()) gatherer.add(row, shortCell(record, column));
  return gatherer.finish();
}
