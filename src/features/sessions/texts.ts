import { formatCount } from '#core/base/text/format-count.ts';
import { networkNotice } from '#kernel/texts.ts';

/** Texts of every session of calls, of judges and of agents. */
export const session = {
  isScoring: 'Rows are being scored.',
  isOffline: networkNotice.isOff,
  unreadable: 'The rows cannot be read.',
  isFramed:
    'This page is shown inside another one, so no key or secret can be entered. Open it in its own tab.',
  concurrency: 'Concurrent calls',
  perMinute: 'Calls per minute',
  answerWithin: 'Timeout (seconds)',
  doneOf: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}`,
};

/** Texts of SessionBar.svelte. */
export const sessionBar = {
  pause: 'Pause',
  resume: 'Resume',
};

/** Texts of NumberFields.svelte. */
export const numberFields = {
  empty: 'none',
};
