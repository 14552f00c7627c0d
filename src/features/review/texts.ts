import type { Reading } from './reading-order.ts';
import type { ShareOfRead } from './code-shares.ts';
import { MIN_REVIEWS, type EstimatedShare, type Flagged } from './verdict-agreement.ts';
import type { Kappa } from '#core/base/statistics/kappa.ts';
import type { RowReview } from '#core/score/review/review.ts';
import { countOf, formatCount, formatScore } from '#ui/format-number.ts';

const verdicts = { pass: 'Pass', fail: 'Fail', unsure: 'Unsure' } as const;

const progress = ({ readCount, count, isFailing }: Reading): string =>
  `${formatCount(readCount)} of ${countOf(count, isFailing ? 'failing row' : 'row')} read`;

/** Where a row first went wrong; empty where no step is marked. */
const stepOf = ({ step, steps, tool }: RowReview): string =>
  step === null
    ? ''
    : `step ${formatCount(step + 1)} of ${formatCount(steps)}${tool === '' ? '' : `, ${tool}`}`;

/** A share as whole percents; a dash for none. */
const percent = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.round(share * 100)} %`;

const percents = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${Math.round(low * 100)}–${percent(high)}`;

const rate = ({ rows, of }: Flagged): string => percent(of === 0 ? undefined : rows / of);

export const rowReview = {
  name: 'Review of this row',
  verdict: 'Verdict',
  verdicts,
  choices: [
    { verdict: 'pass', key: '0', hint: 'Nothing wrong (0)' },
    { verdict: 'fail', key: 'x', hint: 'Something is wrong (x)' },
    { verdict: 'unsure', key: 'u', hint: 'Read, and not sure (u)' },
  ] as const,
  mark: 'First wrong step',
  markAgain: 'The next step',
  next: 'Next row',
  nextHint: 'The next failing row that you have not read (Enter)',
  progress,
  allRead: 'All rows have been read.',
  step: stepOf,
  status: (verdict: keyof typeof verdicts | undefined, codes: readonly string[]) =>
    [verdict ? verdicts[verdict] : '', ...codes].join(' '),
  code: 'Code',
  codeHint: 'What kind of error, such as wrong-argument (c)',
  codes: 'Codes',
  takes: (code: string) => `Enter: ${code} · Shift Enter: a new code`,
  note: 'Note',
  noteHint: 'What is wrong',
  clear: 'Not read',
  clearTitle: 'Remove the review: the row counts as not read',
};

export const review = {
  name: 'Review',
  preset: 'Start from known failures',
  presetHint: 'Adds the 14 failure modes of MAST (Cemri et al. 2025), in our words',
  progress,
  order: ({ isFailing, count, othersCount }: Reading) => {
    if (othersCount > 0) return `and ${countOf(othersCount, 'other')}`;
    return isFailing ? `in random order, so that shares hold for all ${formatCount(count)}` : '';
  },
  label: (label: number, metric: string) => `Label ${label} for ${metric}`,
  list: 'Last rows read',
  verdicts,
  row: (row: number) => `row ${formatCount(row + 1)}`,
  about: (id: string, note: string) => [id, note].filter((part) => part !== '').join(': '),
  found: (codes: readonly string[], review: RowReview) =>
    [...codes, stepOf(review), ...(codes.length === 0 ? [review.note] : [])]
      .filter((part) => part !== '')
      .join(' · '),
  none: 'Nothing read yet. Give the row a verdict, mark its first wrong step, name what is wrong.',
};

export const codebook = {
  name: 'Codebook',
  code: 'Code',
  heads: [
    { text: 'rows', width: 72 },
    { text: 'share, 95 %', width: 124, title: 'Of the rows read, with Wilson’s interval' },
  ],
  of: (rows: number, read: number) => `${formatCount(rows)} of ${formatCount(read)}`,
  share: ({ share, interval }: ShareOfRead) =>
    interval ? `${percent(share)}, ${percents(interval)}` : '–',
  passing: 'pass',
  unsure: 'unsure',
  uncoded: 'fail, no code yet',
  part: (name: string, rows: number) => `${name}, ${countOf(rows, 'row')}`,
  splitOff: 'Split off',
  splitOffOf: (name: string) => `Split off ${name}`,
  mergeInto: 'Merge into',
  choose: 'Choose a code',
  counts: (name: string) => `What counts as ${name}`,
  rename: 'Name',
  taken: 'Another code has this name. Merge them instead.',
  remove: 'Delete code',
  source: (source: string) => `From ${source}`,
  filter: 'Show rows',
};

export const agreement = {
  name: 'Agreement with you',
  hint: (rows: number) =>
    rows < MIN_REVIEWS ? `from ${MIN_REVIEWS} verdicts on` : countOf(rows, 'verdict'),
  tooFew: (rows: number) =>
    `${countOf(rows, 'row')} with your pass or fail. From ${MIN_REVIEWS} on, the agreement of metrics and judges with you is shown.`,
  metric: 'Metric',
  heads: [
    { text: 'κ', width: 48, title: 'Cohen’s kappa: 0 is agreement by chance, 1 is full' },
    { text: 'caught', width: 52, title: 'Of the rows that you fail, how many it fails' },
    { text: 'alarms', width: 52, title: 'Of the rows that you pass, how many it fails' },
    { text: 'you’d fail', width: 60, title: 'Share of all rows that you would fail, corrected' },
  ],
  kappa: formatScore,
  kappaTitle: ({ rows, agreement: share, interval }: Kappa) =>
    `${percent(share)} of ${countOf(rows, 'row')} the same${interval ? `; 95 % interval of kappa ${formatScore(interval.low)} to ${formatScore(interval.high)}` : ''}`,
  percent,
  rate,
  caught: ({ rows, of }: Flagged) => `${rows} of ${of} that you fail`,
  alarms: ({ rows, of }: Flagged) => `${rows} of ${of} that you pass`,
  corrected: (failing: number, found: EstimatedShare | undefined) =>
    found
      ? `It fails ${percent(failing)}; corrected ${percent(found.share)}, 95 % interval ${percents(found)}`
      : 'Read rows that it passes and rows that it fails',
};
