import { Z } from '#core/base/statistics/interval.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { findMetric, HEADLINES } from '#core/score/metrics/registry.ts';
import { passTest, thresholdOf } from '#core/explain/summary/summarise.ts';

/** The cost of a passing row, with the cost of failing rows included. */
export interface CostPerSuccess {
  readonly metricId: string;
  /** In the currency of the data. */
  readonly total: number;
  /** The number of rows with both a cost and a score, and how many of these pass. */
  readonly rows: number;
  readonly passes: number;
  /** Scored rows without a cost, which are left out. */
  readonly unrecorded: number;
  /** Total ÷ passes; null where no row passes. */
  readonly perSuccess: number | null;
  /** The 95 % interval, see {@link intervalOf}; null for few rows. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/**
 * Divides the total cost by the number of passing rows; undefined where no row has both a cost and
 * a verdict.
 */
export function costPerSuccess(
  columns: Pick<ScoredColumns, 'scores'>,
  rows: Uint32Array,
  thresholds: Thresholds,
): CostPerSuccess | undefined {
  const { scores } = columns;
  const costs = scores.find(({ metricId }) => metricId === 'total_cost');
  const main = costs && mainColumn(scores, thresholds);
  const threshold = main && thresholdOf(main.metricId, thresholds);
  if (!costs || !main || threshold === undefined) return undefined;
  const isSuccess = passTest(main.metricId, threshold);
  const paid: number[] = [];
  const passed: number[] = [];
  let unrecorded = 0;
  for (const row of rows) {
    const cost = costs.values[row] ?? Number.NaN;
    const score = main.values[row] ?? Number.NaN;
    if (Number.isNaN(score)) continue;
    if (Number.isNaN(cost)) unrecorded++;
    else {
      paid.push(cost);
      passed.push(isSuccess(score) ? 1 : 0);
    }
  }
  if (paid.length === 0) return undefined;
  const total = sum(paid);
  const passes = sum(passed);
  return {
    metricId: main.metricId,
    total,
    rows: paid.length,
    passes,
    unrecorded,
    perSuccess: passes === 0 ? null : total / passes,
    interval: intervalOf(paid, passed),
  };
}

/**
 * The leading metric of the run’s headline, else the first with a verdict that is no process
 * metric.
 */
function mainColumn(
  scores: readonly ScoreValues[],
  thresholds: Thresholds,
): ScoreValues | undefined {
  const led = HEADLINES.flatMap(({ id }) => scores.find(({ metricId }) => metricId === id) ?? []);
  const others = scores.filter(({ metricId, tool }) => {
    const metric = findMetric(metricId);
    const isVerdict = metric?.group !== 'process' && metric?.isRecorded !== true;
    return isVerdict && tool === undefined && thresholdOf(metricId, thresholds) !== undefined;
  });
  return led[0] ?? others[0];
}

const FEWEST_ROWS = 30;
const FEWEST_PASSES = 5;

/**
 * The 95 % interval of a ratio of means by the delta method: the residuals cost − ratio × pass have
 * mean 0, and their standard error divided by the pass rate is that of the ratio. Never below 0.
 * @returns null with fewer than 30 rows or 5 passes, where it is too coarse
 */
function intervalOf(
  paid: readonly number[],
  passed: readonly number[],
): CostPerSuccess['interval'] {
  const count = paid.length;
  const passes = sum(passed);
  if (count < FEWEST_ROWS || passes < FEWEST_PASSES) return null;
  const ratio = sum(paid) / passes;
  const squares = paid.map((cost, at) => (cost - ratio * (passed[at] ?? 0)) ** 2);
  const error = Math.sqrt(sum(squares) / (count - 1) / count) / (passes / count);
  return { low: Math.max(0, ratio - Z * error), high: ratio + Z * error };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
