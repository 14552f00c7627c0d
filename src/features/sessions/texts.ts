import { formatCount } from '#core/base/text/sentence.ts';
import { networkNotice } from '#kernel/texts.ts';

/** Texts of every session of calls, of judges and of agents. */
export const session = {
  isScoring: 'Rows are being scored.',
  isOffline: networkNotice.isOff,
  unreadable: 'The rows cannot be read.',
  isFramed:
    'This page is shown inside another one, so no key or secret can be entered. Open it in its own tab.',
  empty: 'none',
  doneOf: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}`,
};

/** The fields of how fast calls follow each other, and how long one may take. */
export const paceFields = [
  { kind: 'number', key: 'concurrency', label: 'Concurrent calls', least: 1, most: 64 },
  { kind: 'number', key: 'perMinute', label: 'Calls per minute', least: 1, most: 1_000_000 },
  { kind: 'number', key: 'answerWithin', label: 'Timeout (seconds)', least: 1, most: 3600 },
] as const;

/** Why nothing is sent to an address, see `faultOfAddress`. */
export const addressFaults = {
  empty: 'Enter an address.',
  'not whole': 'Enter the whole address, with https://.',
  'bad scheme': 'The address must begin with https:// or http://.',
  'not https':
    'This page’s own policy blocks it: without https, only this device can be reached, as localhost or 127.0.0.1.',
  'has secret': 'Secrets in an address end up in logs. Enter them in the field for it.',
};

/** Why a text is refused that holds a key. */
export const holdsKey = (field: string) =>
  `“${field}” holds a key. It is not kept and nothing is sent: enter the key in its own field.`;

export const sessionBar = {
  pause: 'Pause',
  resume: 'Resume',
  waiting: (seconds: number) => `The service limits calls: waiting ${seconds} s.`,
};
