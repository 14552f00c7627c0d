import { findMetric } from '#core/score/metrics/registry.ts';
import type { MetricSummary } from './summarise.ts';

/**
 * Leaves out what the data does not record: latency and failure are shown only where there are some.
 */
export function shownSummaries(summaries: readonly MetricSummary[]): readonly MetricSummary[] {
  return summaries.filter(
    ({ metricId, valid, errors }) =>
      valid + errors > 0 || findMetric(metricId)?.isRecorded !== true,
  );
}

/** Who wins how often, side by side. Rates are shares of the rows that a judge was asked about, in [0,1]. */
export interface VersusRates {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Share of the judged rows in which the two orders disagree. */
  readonly flips: number;
  /** Rows that a judge was asked about, without a verdict. */
  readonly unjudged: number;
  /** Rows that no judge was asked about. */
  readonly notAsked: number;
}

/**
 * Computes win, tie and loss rates as the service does, which asks about all rows: over the rows that
 * were asked about.
 * @returns the rates; undefined for a column that does not compare, or where nothing was asked
 */
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
