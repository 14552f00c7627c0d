import { findMetric } from '#core/score/metrics/registry.ts';
import type { MetricSummary } from './metric-summary.ts';

/**
 * Leaves out latency and failure where the data does not record them.
 * @param isUnexpected whether the run has no expected calls: then whatever has no score is left out
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

/** Win, tie and loss rates over the rows asked about; undefined where nothing was compared. */
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
