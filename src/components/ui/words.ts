/** The words of the kit itself, in one place for translation. */
export const WORDS = {
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
    referenceCalls: (n: number): string => `${n} reference ${n === 1 ? 'call' : 'calls'}`,
    predictedCalls: (n: number): string => `${n} predicted ${n === 1 ? 'call' : 'calls'}`,
    referenceEmpty: 'reference empty',
    predictionEmpty: 'prediction empty',
    referenceMissing: 'reference not recorded',
    predictionMissing: 'prediction not recorded',
  },
} as const;
