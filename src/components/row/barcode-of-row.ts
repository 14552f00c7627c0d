import type { RowPreview, SideState } from '#core/row/row-detail.ts';
import type { Side } from '../ui/barcode.ts';

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
