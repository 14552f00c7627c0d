import type { CustomMetric } from '#core/score/metric/settings.ts';
import { instanceOf } from '#core/score/custom-metrics/instance.ts';
import type { CustomResult } from '#core/score/custom-metrics/read-result.ts';
import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { openFrame } from '#kernel/sandbox/sandbox.ts';
import { MetricRunner } from '#engine/own-code/metric-runner.ts';
import { readRowText } from '#core/base/literals/read-lenient.ts';
import { rowJson } from '#kernel/run/row-json.ts';
import type { ReadableRun } from '#kernel/worker/run-reader.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';

/** The row a metric is tried on, as the metric sees it. */
export interface TriedRow {
  /** 1-based. */
  readonly number: number;
  readonly instance: JsonObject;
}

/** Reads the first row of a run as custom metrics see it; undefined for a run without rows. */
export async function readFirstRow(
  run: ReadableRun,
  pool: Pick<WorkerPool, 'ask'>,
): Promise<TriedRow | undefined> {
  if (run.columns.rowCount === 0) return undefined;
  const reading = readRowText(await (await rowJson(run, 0, pool)).text());
  const record = reading.ok && isJsonObject(reading.value) ? reading.value : {};
  return { number: 1, instance: instanceOf(record, run.roles) };
}

/**
 * Runs code on one row, in a sandbox that is gone afterwards.
 * @param row undefined: only whether the code can be run at all
 * @returns undefined where it can, without a row
 * @throws AbortError when cancelled
 */
export async function tryMetric(
  metric: Pick<CustomMetric, 'name' | 'code' | 'language' | 'scale'>,
  row: TriedRow | undefined,
  signal: AbortSignal,
): Promise<CustomResult | undefined> {
  const runner = new MetricRunner(metric, signal, openFrame, TRY_DEADLINES);
  try {
    const { buffer } = new TextEncoder().encode(printJson(row?.instance ?? {}));
    const [result = { kind: 'none' }] = await runner.score(buffer, 1);
    return row || isBroken(result) ? result : undefined;
  } finally {
    runner.close();
  }
}

/** Whether code cannot be run, whatever the row. */
export function isBroken(result: CustomResult): boolean {
  return result.kind === 'error' && result.atStart === true;
}

/** Somebody is waiting, and it is one row. */
const TRY_DEADLINES = { startMs: 5000, batchMs: 3000, rowMs: 1000, mostHung: 1 };
