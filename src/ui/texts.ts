import { formatCount } from '#core/base/text/sentence.ts';

/** How barcode.ts reads a barcode. */
export const barcode = {
  noCalls: 'no calls on either side',
  nothingRecorded: 'neither side recorded',
  referenceCalls: (n: number): string => `${formatCount(n)} expected`,
  predictedCalls: (n: number): string => `${formatCount(n)} called`,
  referenceEmpty: 'no call expected',
  predictionEmpty: 'no call',
  referenceMissing: 'no expected calls',
  predictionMissing: 'calls not recorded',
};

/** What the marks of calls are called. */
export const callKinds = {
  equal: 'equal',
  moved: 'moved',
  changed: 'changed',
  missing: 'missing',
  extra: 'extra',
};

/** Texts of Legend.svelte, and what barcode.ts calls the marks. */
export const callMarks = { title: 'Call marks', ...callKinds };

export const chip = { remove: (label: string): string => `Remove ${label}` };

export const editor = {
  label: 'Dataset',
  placeholder: 'Paste or type JSONL, JSON, CSV or TSV',
  goTo: (problems: number): string =>
    problems === 1 ? 'Go to the problem' : `Go to the next of ${problems} problems`,
  next: 'Next problem',
};

export const figure = { png: 'PNG 3×', table: 'Table' };

export const field = { clear: 'Clear' };

export const guarded = {
  stopped: 'This part of the page stopped.',
  rest: 'The rest still works.',
  again: 'Show it again',
};

export const itemHead = { open: 'Open full', more: 'More about this row', close: 'Close' };

export const panelHead = { close: 'Close' };

export const stoppableProgress = { stop: 'Stop' };

export const textList = { add: 'Add' };

export const toasts = { notices: 'Notices', dismiss: 'Dismiss' };
