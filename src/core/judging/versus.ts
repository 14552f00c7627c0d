import type { MetricSummary } from '#core/summary/summarise.ts';

/** Who wins how often, side by side. Rates are shares of all rows, judged or not, in [0,1]. */
export interface VersusRates {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Share of the judged rows in which the two orders disagree. */
  readonly flips: number;
  /** Rows without a verdict. */
  readonly unjudged: number;
}

/**
 * Reckons win, tie and loss rates as the service does: over all rows.
 * @param summary the summary of a score column
 * @returns the rates; undefined for a column that does not compare, or without rows
 */
export function versusRates(
  summary: Pick<MetricSummary, 'versus' | 'agreement' | 'notEvaluated' | 'errors'>,
): VersusRates | undefined {
  const { versus, agreement = 1, notEvaluated, errors } = summary;
  if (!versus) return undefined;
  const { wins, ties, losses } = versus;
  const unjudged = notEvaluated + errors;
  const rows = wins + ties + losses + unjudged;
  if (rows === 0) return undefined;
  return {
    wins: wins / rows,
    ties: ties / rows,
    losses: losses / rows,
    flips: 1 - agreement,
    unjudged,
  };
}
