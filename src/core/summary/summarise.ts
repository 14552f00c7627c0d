import { isErrorOutcome, isUnitScale } from '#core/metrics/metric.ts';
import { isPairwise } from '#core/judging/judged-metric.ts';
import { findMetric } from '#core/metrics/registry.ts';
import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import { meanInterval, wilsonInterval, type Interval } from '#core/statistics/interval.ts';
import { meanOf, selectQuantile } from '#core/statistics/quantile.ts';
import { binOf, BINS, type Histogram } from './bins.ts';

/** What a run says about one score column. Numbers are null where nothing was scored. */
export interface MetricSummary {
  readonly columnId: string;
  readonly metricId: string;
  readonly tool?: string;
  readonly mean: number | null;
  /** Sample standard deviation (n − 1); null for fewer than two rows. */
  readonly std: number | null;
  readonly median: number | null;
  readonly p90: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly interval: Interval | null;
  /** Rows scored, left out for a reason, and with an error in the data. */
  readonly valid: number;
  readonly notEvaluated: number;
  readonly errors: number;
  readonly histogram: Histogram;
  /** How far a judge’s samples agree, on average, see combine-samples.ts; absent where nothing was repeated. */
  readonly agreement?: number;
  /** Of a metric that compares: rows that the candidate wins, that are tied, and that it loses. */
  readonly versus?: { readonly wins: number; readonly ties: number; readonly losses: number };
}

/**
 * Summarises every score column. Rows without a score are left out of all numbers but the counts.
 * @param columns the scored rows
 * @param isPartial more rows are to come: intervals that need resampling are left out
 * @returns one summary per score column, in their order
 */
export function summarise(columns: ScoredColumns, isPartial = false): MetricSummary[] {
  return columns.scores.map((scores) => summariseScores(scores, isPartial));
}

/**
 * Leaves out what the data does not record: latency and failure are shown only where there are some.
 * @param summaries summaries of a run
 * @returns those worth showing
 */
export function shownSummaries(summaries: readonly MetricSummary[]): readonly MetricSummary[] {
  return summaries.filter(
    ({ metricId, valid, errors }) =>
      valid + errors > 0 || findMetric(metricId)?.isRecorded !== true,
  );
}

/**
 * Summarises one score column.
 * @param scores the column
 * @param isPartial more rows are to come: an interval that needs resampling is left out
 * @returns its summary
 */
export function summariseScores(scores: ScoreValues, isPartial = false): MetricSummary {
  let notEvaluated = 0;
  let errors = 0;
  for (const outcome of scores.outcomes) {
    if (isErrorOutcome(outcome)) errors++;
    else if (outcome > 0) notEvaluated++;
  }
  const values = scoredValues(scores.values);
  const [min, max] = rangeOf(values);
  const mean = orNull(meanOf(values));
  const std = sampleStd(values, mean);
  const { columnId, ...about } = describe(scores);
  const reordered = values.slice();
  return {
    columnId,
    ...about,
    mean,
    std,
    median: orNull(selectQuantile(reordered, 0.5)),
    p90: orNull(selectQuantile(reordered, 0.9)),
    min,
    max,
    interval: intervalOf(scores.metricId, values, isPartial ? null : std),
    valid: values.length,
    notEvaluated,
    errors,
    histogram: histogramOf(values, min, max, isUnitScale(findMetric(scores.metricId)?.scale)),
    ...summariseJudging(scores, values),
  };
}

function summariseJudging(
  { metricId, agreement }: ScoreValues,
  values: Float64Array,
): Pick<MetricSummary, 'agreement' | 'versus'> {
  const mean = agreement ? meanOf(scoredValues(agreement)) : Number.NaN;
  const count = (wanted: number): number => values.filter((value) => value === wanted).length;
  return {
    ...(Number.isNaN(mean) ? {} : { agreement: mean }),
    ...(isPairwise({ metricId })
      ? { versus: { wins: count(1), ties: count(0.5), losses: count(0) } }
      : {}),
  };
}

/** The scores of the rows that have one, in their order. */
function scoredValues(values: Float64Array): Float64Array {
  const scored = new Float64Array(values.length);
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) scored[count++] = value;
  return scored.subarray(0, count);
}

function rangeOf(values: Float64Array): [min: number | null, max: number | null] {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return values.length === 0 ? [null, null] : [min, max];
}

function describe({
  id,
  metricId,
  tool,
}: ScoreValues): Pick<MetricSummary, 'columnId' | 'metricId' | 'tool'> {
  return tool === undefined ? { columnId: id, metricId } : { columnId: id, metricId, tool };
}

function sampleStd(values: Float64Array, mean: number | null): number | null {
  if (mean === null || values.length < 2) return null;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

function intervalOf(metricId: string, values: Float64Array, std: number | null): Interval | null {
  if (findMetric(metricId)?.scale === 'binary') {
    let successes = 0;
    for (const value of values) successes += value;
    return wilsonInterval(successes, values.length) ?? null;
  }
  const interval = std === null ? undefined : meanInterval(values, std);
  if (!interval) return null;
  // the normal interval knows nothing of the scale's ends
  const scale = findMetric(metricId)?.scale;
  const least = scale === 'number' ? -Infinity : 0;
  const most = scale === 'share' ? 1 : Infinity;
  return {
    ...interval,
    low: Math.max(least, interval.low),
    high: Math.min(most, interval.high),
  };
}

function histogramOf(
  values: Float64Array,
  least: number | null,
  most: number | null,
  isUnit: boolean,
): Histogram {
  const bins = new Array<number>(BINS).fill(0);
  const min = isUnit ? 0 : Math.min(0, least ?? 0);
  // a scale that is negative throughout ends at 0
  const max = isUnit ? 1 : Math.max(0, most ?? 1) || (min < 0 ? 0 : 1);
  for (const value of values) {
    const bin = binOf({ min, max }, value);
    bins[bin] = (bins[bin] as number) + 1;
  }
  return { min, max, bins };
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
