import { countOf } from '#core/base/text/format-count.ts';

/** The labels of the kit itself, in one place for translation. */
export const LABELS = {
  add: 'Add',
  clear: 'Clear',
  close: 'Close',
  dismiss: 'Dismiss',
  remove: (label: string): string => `Remove ${label}`,
  notices: 'Notices',
  callMarks: 'Call marks',
  call: {
    equal: 'equal',
    moved: 'moved',
    changed: 'changed',
    missing: 'missing',
    extra: 'extra',
  },
  barcode: {
    noCalls: 'no calls on either side',
    nothingRecorded: 'neither side recorded',
    referenceCalls: (n: number): string => countOf(n, 'reference call'),
    predictedCalls: (n: number): string => countOf(n, 'predicted call'),
    referenceEmpty: 'reference empty',
    predictionEmpty: 'prediction empty',
    referenceMissing: 'reference not recorded',
    predictionMissing: 'prediction not recorded',
  },
} as const;
