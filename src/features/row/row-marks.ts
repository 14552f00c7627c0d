import type { RowPreview, SideState } from '#core/explain/row/row-detail.ts';
import type { Side } from '#ui/barcode.ts';
import { isUnitScale, type Metric } from '#core/score/metric/metric.ts';
import { isErrorOutcome } from '#core/calls/outcome.ts';
import type { VerdictKind } from '#ui/verdict.ts';

/** What a row's barcode is drawn from. */
export interface BarcodeOfRow {
  readonly slots: string;
  readonly reference: Side;
  readonly prediction: Side;
}

/** A row's barcode; a side that cannot be read is drawn as one that was not recorded. */
export function barcodeOfRow({
  barcode,
  referenceState,
  predictionState,
}: RowPreview): BarcodeOfRow {
  return { slots: barcode, reference: sideOf(referenceState), prediction: sideOf(predictionState) };
}

function sideOf(state: SideState): Side {
  return state === 'unreadable' ? 'missing' : state;
}

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
