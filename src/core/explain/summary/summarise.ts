import { isUnitScale, rangeOf } from '#core/score/metric/metric.ts';
import { isErrorOutcome } from '#core/calls/outcome.ts';
import { isPairwise } from '#core/score/judged-metrics/judged-metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import {
  countOf,
  distributionOf,
  meanOfDistribution,
  quantileOfDistribution,
  stdOfDistribution,
  type Distribution,
} from '#core/base/statistics/distribution.ts';
import {
  isBounded,
  meanInterval,
  wilsonInterval,
  type Interval,
} from '#core/base/statistics/interval.ts';
import { binOf, BINS, type Histogram } from './bins.ts';
import type { MetricSummary } from './metric-summary.ts';

/**
 * Summarises every score column, in order. Rows without a score only count. While rows are still to
 * come (`isPartial`), intervals that need resampling are left out.
 */
export function summarise(
  columns: Pick<ScoredColumns, 'scores'>,
  isPartial = false,
  distributions: readonly Distribution[] = distributionsOf(columns.scores),
): MetricSummary[] {
  return columns.scores.map((column, at) => summariseScores(column, isPartial, distributions[at]));
}

/** The distribution of every score column, in order. */
export function distributionsOf(scores: readonly ScoreValues[]): Distribution[] {
  return scores.map(({ values }) => distributionOf(values));
}

/** Summarises one score column like {@link summarise}; `distribution` where already known. */
export function summariseScores(
  scores: ScoreValues,
  isPartial = false,
  distribution = distributionOf(scores.values),
): MetricSummary {
  const { columnId, ...about } = describe(scores);
  const std = stdOfDistribution(distribution);
  const [min, max] = [distribution.values[0] ?? null, distribution.values.at(-1) ?? null];
  const isUnit = isUnitScale(findMetric(scores.metricId)?.scale);
  return {
    columnId,
    ...about,
    mean: meanOfDistribution(distribution),
    std,
    median: quantileOfDistribution(distribution, 0.5),
    p90: quantileOfDistribution(distribution, 0.9),
    min,
    max,
    interval: intervalOf(scores, distribution, isPartial),
    valid: distribution.size,
    ...countOutcomes(scores.outcomes),
    histogram: histogramOf(distribution, min, max, isUnit),
    ...summariseJudging(scores, distribution),
  };
}

function countOutcomes(outcomes: Uint8Array): Pick<MetricSummary, 'notEvaluated' | 'errors'> {
  let notEvaluated = 0;
  let errors = 0;
  for (let row = 0; row < outcomes.length; row++) {
    const outcome = outcomes[row] as number;
    if (outcome === 0) continue;
    if (isErrorOutcome(outcome)) errors++;
    else notEvaluated++;
  }
  return { notEvaluated, errors };
}

function summariseJudging(
  { metricId, agreement }: ScoreValues,
  scores: Distribution,
): Pick<MetricSummary, 'agreement' | 'versus'> {
  const mean = agreement ? meanOfDistribution(distributionOf(agreement)) : null;
  const [wins, ties, losses] = [countOf(scores, 1), countOf(scores, 0.5), countOf(scores, 0)];
  return {
    ...(mean === null ? {} : { agreement: mean }),
    ...(isPairwise({ metricId }) ? { versus: { wins, ties, losses } } : {}),
  };
}

function describe({
  id,
  metricId,
  tool,
}: ScoreValues): Pick<MetricSummary, 'columnId' | 'metricId' | 'tool'> {
  return tool === undefined ? { columnId: id, metricId } : { columnId: id, metricId, tool };
}

function intervalOf(
  { metricId, values }: ScoreValues,
  distribution: Distribution,
  isPartial: boolean,
): Interval | null {
  const metric = findMetric(metricId);
  if (metric?.scale === 'binary')
    return wilsonInterval(countOf(distribution, 1), distribution.size) ?? null;
  const range = rangeOf(metric);
  if (isPartial && !isBounded(range)) return null;
  return meanInterval(values, distribution, range) ?? null;
}

function histogramOf(
  { values, counts }: Distribution,
  least: number | null,
  most: number | null,
  isUnit: boolean,
): Histogram {
  const bins = new Array<number>(BINS).fill(0);
  const min = isUnit ? 0 : Math.min(0, least ?? 0);
  // a scale without positive values ends at 0
  const max = isUnit ? 1 : Math.max(0, most ?? 1) || (min < 0 ? 0 : 1);
  for (let i = 0; i < values.length; i++) {
    const bin = binOf({ min, max }, values[i] as number);
    bins[bin] = (bins[bin] as number) + (counts[i] as number);
  }
  return { min, max, bins };
}
