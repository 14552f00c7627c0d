import { isErrorOutcome, isUnitScale, type Metric } from '#core/metrics/metric.ts';
import type { VerdictKind } from '#components/ui/verdict.ts';

type Judged = Pick<Metric, 'better' | 'scale'>;

/** Whether a metric's scores are good or bad in themselves; seconds and ratings get no glyph. */
export function hasVerdict({ scale }: Pick<Metric, 'scale'>): boolean {
  return isUnitScale(scale);
}

/**
 * The glyph of a score.
 * @param metric which end of its scale is good
 * @param value the score, NaN without one
 * @param outcome index into OUTCOMES
 */
export function verdictOf(metric: Judged, value: number, outcome: number): VerdictKind {
  if (Number.isNaN(value)) return isErrorOutcome(outcome) ? 'error' : 'none';
  if (!hasVerdict(metric)) return 'none';
  switch (metric.better) {
    case 'none':
      return value > 0 ? 'yes' : 'no';
    case 'lower':
      return value > 0 ? 'error' : 'pass';
    case 'higher':
      if (value >= 1) return 'pass';
      return value > 0 ? 'partial' : 'fail';
  }
}
