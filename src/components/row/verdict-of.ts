import { isErrorOutcome, isUnitScale, type Metric } from '#core/metrics/metric.ts';
import type { VerdictKind } from '#components/ui/verdict.ts';

type Judged = Pick<Metric, 'better' | 'scale' | 'isRecorded'>;

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
      // a failure the data records is no verdict on the answer
      if (metric.isRecorded) return value > 0 ? 'error' : 'pass';
      if (value <= 0) return 'pass';
      return value < 1 ? 'partial' : 'fail';
    case 'higher':
      if (value >= 1) return 'pass';
      return value > 0 ? 'partial' : 'fail';
  }
}
