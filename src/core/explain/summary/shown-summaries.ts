import { findMetric } from '#core/score/metrics/registry.ts';
import type { MetricSummary } from './metric-summary.ts';

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
