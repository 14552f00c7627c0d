import * as is from '#core/base/json/json-shape.ts';
import type { Interval } from '#core/base/statistics/interval.ts';
import type { Histogram } from './bins.ts';

/** Checks whether a stored value is a summary of a score column. */
export const isMetricSummary = is.record({
  columnId: is.text,
  metricId: is.text,
  tool: is.optional(is.text),
  mean: is.nullOr(is.number),
  /** Sample standard deviation (n − 1); null for fewer than two rows. */
  std: is.nullOr(is.number),
  median: is.nullOr(is.number),
  p90: is.nullOr(is.number),
  min: is.nullOr(is.number),
  max: is.nullOr(is.number),
  interval: is.nullOr(
    is.shape<Interval>({
      low: is.number,
      high: is.number,
      method: is.oneOf(['wilson', 'beta', 'bootstrap', 'normal']),
    }),
  ),
  /** Rows scored, left out for a reason, and with an error in the data. */
  valid: is.count,
  notEvaluated: is.count,
  errors: is.count,
  histogram: is.shape<Histogram>({ min: is.number, max: is.number, bins: is.listOf(is.number) }),
  /** How far a judge’s samples agree, on average, see combine-samples.ts; absent where nothing was repeated. */
  agreement: is.optional(is.number),
  /** Of a metric that compares: rows that the candidate wins, that are tied, and that it loses. */
  versus: is.optional(is.record({ wins: is.count, ties: is.count, losses: is.count })),
});

/** What a run says about one score column. Numbers are null where nothing was scored. */
export type MetricSummary = is.Shape<typeof isMetricSummary>;
