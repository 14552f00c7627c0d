import { expect, it } from 'vitest';
import type { RowPreview } from '#core/row/row-detail.ts';
import { barcodeOfRow } from './barcode-of-row.ts';

it('draws an unreadable side as one that was not recorded', () => {
  const preview = {
    barcode: '=~',
    referenceState: 'list',
    predictionState: 'unreadable',
  } as RowPreview;
  expect(barcodeOfRow(preview)).toEqual({ slots: '=~', reference: 'list', prediction: 'missing' });
  expect(barcodeOfRow({ ...preview, predictionState: 'empty' }).prediction).toBe('empty');
});
