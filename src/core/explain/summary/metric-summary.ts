import * as v from 'valibot';
import { count, type Shape } from '#core/base/json/json-shape.ts';

/** Means of values near the largest number can overflow. */
const number = v.union([v.number(), v.nan()]);

/** The schema of a summary of a score column. */
export const MetricSummary = v.object({
  columnId: v.string(),
  metricId: v.string(),
  tool: v.optional(v.string()),
  mean: v.nullable(number),
  /** Sample standard deviation (n − 1); null for fewer than two rows. */
  std: v.nullable(number),
  median: v.nullable(number),
  p90: v.nullable(number),
  min: v.nullable(number),
  max: v.nullable(number),
  interval: v.nullable(
    v.object({
      low: number,
      high: number,
      method: v.picklist(['wilson', 'beta', 'bootstrap', 'normal']),
    }),
  ),
  /** Numbers of rows with a score, without one for a reason, and with an error in the data. */
  valid: count,
  notEvaluated: count,
  errors: count,
  histogram: v.object({ min: number, max: number, bins: v.array(number) }),
  /**
   * How far a judge’s samples agree, on average, see combine-samples.ts; absent without
   * repetitions.
   */
  agreement: v.optional(number),
  /** For a metric that compares responses: rows that the candidate wins, ties and loses. */
  versus: v.optional(v.object({ wins: count, ties: count, losses: count })),
});

/** The summary of a score column. Numbers are null where nothing was scored. */
export type MetricSummary = Shape<typeof MetricSummary>;
