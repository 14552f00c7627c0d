import type { EstimatedShare, Flagged } from '#core/explain/review/verdict-agreement.ts';
import type { Kappa } from '#core/base/statistics/kappa.ts';
import type { RowReview } from '#core/score/review/review.ts';
import { countOf, formatCount, formatScore } from '#ui/format-number.ts';

const verdicts = { pass: 'Pass', fail: 'Fail', unsure: 'Unsure' } as const;

const progress = (read: number, count: number, isFailing: boolean): string =>
  `${formatCount(read)} of ${countOf(count, isFailing ? 'failing row' : 'row')} read`;

/** A share as whole percents; a dash for none. */
const percent = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.round(share * 100)} %`;

const rate = ({ rows, of }: Flagged): string => percent(of === 0 ? undefined : rows / of);

export const rowReview = {
  name: 'Review of this row',
  verdict: 'Verdict',
  verdicts,
  verdictHints: {
    pass: 'Nothing wrong (0)',
    fail: 'Something is wrong (x)',
    unsure: 'Read, and not sure (u)',
  },
  mark: 'First wrong step',
  markAgain: 'The next step',
  next: 'Next row',
  nextHint: 'The next failing row that you have not read (Enter)',
  read: progress,
  allRead: 'All rows have been read.',
  step: 'Step that went wrong first',
  of: (steps: number) => `of ${steps}`,
  status: (verdict: keyof typeof verdicts | undefined, codes: readonly string[]) =>
    [verdict ? verdicts[verdict] : '', ...codes].join(' '),
  code: 'Code',
  codeHint: 'What kind of error, such as wrong-argument (c)',
  codes: 'Codes',
  takes: (code: string) => `Enter: ${code} · Shift Enter: a new code`,
  note: 'Note',
  noteHint: 'What is wrong',
  clear: 'Not read',
  clearTitle: 'Take the review away: the row has not been read',
};

export const review = {
  name: 'Review',
  preset: 'Add MAST',
  presetHint:
    'The 14 failure modes of “Why Do Multi-Agent LLM Systems Fail?” (Cemri et al. 2025), described in our words',
  progress,
  order: (count: number, others: number) =>
    others > 0
      ? `and ${countOf(others, 'other')}`
      : `Next row draws at random, so that shares hold for all ${formatCount(count)}`,
};

/** Texts of reviewer.ts. */
export const labels = {
  note: (label: number, metric: string) => `Label ${label} for ${metric}`,
  taken: (rows: number) => `${countOf(rows, 'label')} given for judges: now reviews of their rows.`,
};

export const codebook = {
  name: 'Codebook',
  codes: (count: number) => countOf(count, 'code'),
  newCode: 'New code',
  add: 'Add',
  heads: { code: 'Code', share: 'Share, 95 %', rows: 'Rows' },
  of: (rows: number, read: number) => `${formatCount(rows)} of ${formatCount(read)}`,
  passing: 'pass',
  unsure: 'unsure',
  uncoded: 'fail, no code yet',
  splitOff: 'Split off',
  splitOffOf: (name: string) => `Split off ${name}`,
  interval: (share: number, low: number, high: number) =>
    `${percent(share)}, 95 % interval ${percent(low)} to ${percent(high)}`,
  mergeInto: 'Merge into',
  choose: 'Choose a code',
  counts: (name: string) => `What counts as ${name}`,
  rename: 'Name',
  taken: 'Another code has this name. Merge them instead.',
  remove: 'Delete code',
  source: (source: string) => `From ${source}`,
  filter: 'Show rows',
};

export const rowsRead = {
  name: 'Rows read',
  all: 'All',
  verdicts,
  row: (row: number) => `row ${formatCount(row + 1)}`,
  about: (id: string, note: string) => [id, note].filter((part) => part !== '').join(': '),
  found: (codes: readonly string[], { step, steps, tool, note }: RowReview) =>
    [
      ...codes,
      ...(step === null ? [] : [`step ${formatCount(step + 1)} of ${formatCount(steps)}`, tool]),
      ...(codes.length === 0 ? [note] : []),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  more: (rows: number) => `${countOf(rows, 'more row')}: choose a code to see fewer.`,
  none: 'Nothing read yet. Give the row a verdict, mark its first wrong step, name the error.',
  noneOfCode: 'No row read has this.',
};

export const agreement = {
  name: 'Agreement with you',
  hint: (rows: number, least: number) =>
    rows < least ? `from ${least} verdicts on` : countOf(rows, 'verdict'),
  tooFew: (rows: number, least: number) =>
    `${countOf(rows, 'row')} with your pass or fail. How far metrics and judges agree with you is said from ${least} on.`,
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
      ? `It fails ${percent(failing)}; corrected ${percent(found.share)}, 95 % interval ${percent(found.low)} to ${percent(found.high)}`
      : 'Read rows that it passes and rows that it fails',
  note: 'On the rows that you passed or failed. The last column weighs rows that the metric fails and passes as they are in all rows.',
};
