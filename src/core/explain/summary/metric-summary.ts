import * as v from 'valibot';
import { count, type Shape } from '#core/base/json/json-shape.ts';
import { countOf, formatAmount, formatCount } from '#core/base/text/sentence.ts';
import { findMetric } from '#core/score/metrics/registry.ts';

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

/**
 * Leaves out latency and failure where they are not recorded.
 * @param isUnexpected whether the run has no expected calls; then every column without scores is
 * left out
 */
export function shownSummaries(
  summaries: readonly MetricSummary[],
  isUnexpected = false,
): readonly MetricSummary[] {
  return summaries.filter(
    ({ metricId, valid, errors }) =>
      valid + errors > 0 || !(isUnexpected || findMetric(metricId)?.isRecorded === true),
  );
}

/** What the rows of a run add up to in a metric, in words. */
const IN_ALL: Readonly<Record<string, (sum: number) => string>> = {
  call_count: (sum) => countOf(sum, 'call'),
  tool_error_count: (sum) => countOf(sum, 'tool error'),
  total_tokens: (sum) => countOf(sum, 'token'),
  total_cost: (sum) => `cost ${formatAmount(sum)}`,
  latency_in_seconds: (sum) => `${formatAmount(sum)} s`,
  latency_from_steps: (sum) => `${formatAmount(sum)} s`,
};

/** Sums over the scored rows of a run, by metric: calls, tool errors, tokens, cost, seconds. */
export function totalsOf(summaries: readonly MetricSummary[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    summaries.flatMap(({ metricId, mean, valid }) =>
      IN_ALL[metricId] && mean !== null
        ? // a mean times its rows is off by rounding
          [[metricId, Number((mean * valid).toPrecision(12))]]
        : [],
    ),
  );
}

/**
 * Says what the rows of a run add up to: “Total: 12 calls, 1 tool error, cost 0.41 (5 of 8 rows).”
 * Empty where no sum is known.
 */
export function describeTotals(summaries: readonly MetricSummary[], rowCount: number): string {
  const parts = Object.entries(totalsOf(summaries)).map(([id, sum]) => {
    const { valid = 0 } = summaries.find(({ metricId }) => metricId === id) ?? {};
    const rows = valid < rowCount ? ` (${formatCount(valid)} of ${countOf(rowCount, 'row')})` : '';
    return `${IN_ALL[id]?.(sum) ?? ''}${rows}`;
  });
  return parts.length === 0 ? '' : `Total: ${parts.join(', ')}.`;
}

/** Win, tie and loss rates, as shares in [0,1] of the rows sent to a judge. */
export interface VersusRates {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** The share of judged rows in which the two orders disagree. */
  readonly flips: number;
  /** Rows sent to a judge that have no verdict. */
  readonly unjudged: number;
  /** Rows not sent to a judge. */
  readonly notAsked: number;
}

/** The rates of a comparison; undefined where nothing was compared. */
export function versusRates(
  summary: Pick<MetricSummary, 'versus' | 'agreement' | 'notEvaluated' | 'errors'>,
): VersusRates | undefined {
  const { versus, agreement = 1, notEvaluated, errors } = summary;
  if (!versus) return undefined;
  const { wins, ties, losses } = versus;
  const rows = wins + ties + losses + errors;
  if (rows === 0) return undefined;
  return {
    wins: wins / rows,
    ties: ties / rows,
    losses: losses / rows,
    flips: 1 - agreement,
    unjudged: errors,
    notAsked: notEvaluated,
  };
}
