import { countOf, formatCount } from '#ui/format-number.ts';

/** Texts of FirstWrongStep.svelte. */
export const firstWrongStep = {
  name: 'First wrong step',
  mark: 'Mark first wrong step',
  markAgain: 'Mark the next step',
  right: 'Nothing wrong',
  next: 'Next row',
  nextHint: 'The next failing row that you have not read (Enter)',
  read: (read: number, count: number, isFailing: boolean) =>
    `${formatCount(read)} of ${countOf(count, isFailing ? 'failing row' : 'row')} read`,
  allRead: 'All rows worth reading have been read.',
  step: 'Step that went wrong first',
  of: (steps: number) => `of ${steps}`,
  countedAs: (code: string) => `counted as ${code}`,
  code: 'Code',
  codeHint: 'What kind of error, such as wrong-argument (c)',
  codes: 'Codes known',
  note: 'Note',
  noteHint: 'What is wrong',
  clear: 'Not read',
  clearTitle: 'Take the mark away: the row has not been read',
};

/** Texts of second-reader.svelte.ts. */
export const secondReader = {
  tooLarge: 'This file is larger than 200 MB. Open one with the codes alone.',
  noCodes: 'This run has no codes: nobody has marked its rows.',
  noColumns:
    'No codes found. The file needs a column error_code (or code) and a column id (or row, counted from 1).',
  noRow: 'None of its rows is a row of this run. Rows are found by their id.',
  unknown: (rows: number) =>
    `${countOf(rows, 'row')} of the second reader ${rows === 1 ? 'is' : 'are'} not in this run and left out.`,
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Texts of Errors.svelte. */
export const errors = {
  name: 'Error analysis',
  parts: { codes: 'Codes', rows: 'Rows', agreement: 'Agreement' },
  partsName: 'What is shown',
  none: 'Read rows, find out what goes wrong',
  noneHint:
    'Open a failing row, mark the first step that went wrong, and give the error a name in your own words. Names become a codebook that you can merge, count and turn into filters, rules and judges.',
  readFirst: 'Read first row',
  preset: 'Begin with MAST',
  presetHint:
    'The 14 failure modes of “Why Do Multi-Agent LLM Systems Fail?” (Cemri et al. 2025), described in our words',
  next: 'Read next row',
  second: 'Open second reader…',
  secondHint: 'Another person’s run file, or a table with error_code and id',
  closeSecond: (name: string) => `Close ${name}`,
  headline: (code: string, rows: number, read: number) =>
    [
      code,
      ` is the first error in ${formatCount(rows)} of ${countOf(read, 'row')} read (`,
    ] as const,
  since: (rows: number) =>
    rows === 0
      ? 'The last row brought a new code.'
      : `No new code in the last ${countOf(rows, 'row')}.`,
  noCode: (read: number) => `${countOf(read, 'row')} read, no code yet.`,
  progress: (read: number, worth: number, isFailing: boolean) =>
    `${formatCount(read)} of ${countOf(worth, isFailing ? 'failing row' : 'row')} read, drawn at random when you go on with “Read next row”.`,
  agree: (kappa: string) => `Kappa with the second reader ${kappa}.`,
  percent,
};

/** Texts of Codebook.svelte. */
export const codebook = {
  name: 'Codebook',
  codes: (count: number) => countOf(count, 'code'),
  preset: 'Add MAST',
  newCode: 'New code',
  add: 'Add',
  heads: { code: 'Code', source: 'From', share: 'Share, 95 %', rows: 'Rows' },
  right: 'nothing wrong',
  uncoded: 'no code yet',
  splitOff: 'Split off',
  splitOffOf: (name: string) => `Split off ${name}`,
  interval: (share: number, low: number, high: number) =>
    `${percent(share)}, 95 % interval ${percent(low)} to ${percent(high)}`,
  mixedUp: (one: string, other: string, rows: number) =>
    `You and the second reader mix up ${one} and ${other} in ${countOf(rows, 'row')}.`,
  merge: 'Merge',
  mergeInto: 'Merge into',
  choose: 'Choose a code',
  counts: (name: string) => `What counts as ${name}`,
  rename: 'Name',
  taken: 'Another code has this name. Merge them instead.',
  remove: 'Delete code',
  from: (name: string, rows: number) => `From ${name}, ${countOf(rows, 'row')}`,
  filter: 'Make a filter',
  rule: 'Make a rule',
  ruleHint: (tool: string, rows: number, of: number) =>
    `Begins a rule about ${tool}, which ${formatCount(rows)} of ${countOf(of, 'marked step')} call`,
  noTool: 'No marked step of this code calls a tool',
  judge: 'Make a judge rubric',
};

/** Texts of RowsRead.svelte. */
export const rowsRead = {
  name: 'Rows read',
  all: 'All',
  differ: 'Readers differ',
  heads: { id: 'id', step: 'step', tool: 'first wrong call', code: 'code', note: 'note' },
  row: (row: number) => `row ${formatCount(row + 1)}`,
  step: (step: number, of: number) => `${formatCount(step + 1)} of ${formatCount(of)}`,
  message: 'message',
  right: 'nothing wrong',
  uncoded: 'no code yet',
  open: (name: string) => `Open ${name}`,
  more: (rows: number) => `${countOf(rows, 'more row')}: choose a code to see fewer.`,
  none: 'No row read has this.',
};

/** Texts of ReadingTrust.svelte. */
export const readingTrust = {
  name: 'How far to trust this',
  saturation: 'Saturation',
  saturationCaption: 'codes known, by rows read',
  curve: (codes: number, read: number, since: number) =>
    `${countOf(codes, 'code')} after ${countOf(read, 'row')}; ${countOf(since, 'row')} since the last new one`,
  sinceLines: (rows: number) => [`${countOf(rows, 'row')},`, 'none new'] as const,
  rowsRead: 'rows read',
  agreement: 'Agreement',
  both: (name: string, rows: number) => `you and ${name}, ${countOf(rows, 'row')} read by both`,
  noSecond: 'Open a second reader’s file to see how far two people agree.',
  noCommon: 'You and the second reader have read no row in common.',
  corner: 'you ↓ they →',
  right: 'nothing wrong',
  same: (same: number, of: number) => `Same code in ${formatCount(same)} of ${formatCount(of)}.`,
  kappa: (kappa: string, low: string, high: string) => `Kappa ${kappa} (95 % ${low} to ${high}).`,
  noKappa: 'Kappa n/a: both always give the same one code.',
  metric: 'Metric against codes',
  metricCaption: (code: string, rows: number) => `${code}, ${countOf(rows, 'row')}`,
  noMetric: 'No row read has a score of a metric that can fail.',
  choose: 'Metric or judge',
  found: 'claims it when you do',
  claimed: 'claims it when you don’t',
  rate: (part: number, of: number) =>
    of === 0 ? 'n/a' : `${formatCount(part)} of ${formatCount(of)} · ${(part / of).toFixed(2)}`,
  all: (rows: number, isFailing: boolean) =>
    `its share of all ${countOf(rows, isFailing ? 'failing row' : 'row')}`,
  share: (apparent: number) => percent(apparent),
  corrected: (share: number, isClipped: boolean) =>
    `corrected ${percent(share)}${isClipped ? ' (cut to 0–100 %)' : ''}`,
  notCorrected: 'not corrected: it claims this no more often where you do than where you don’t',
  claims:
    'A metric claims the error where a row is short of full marks. Corrected as Rogan and Gladen (1978).',
};
