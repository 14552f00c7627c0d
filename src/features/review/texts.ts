import { countOf, formatCount } from '#ui/format-number.ts';

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

const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const errors = {
  name: 'Error analysis',
  none: 'Read rows, find out what goes wrong',
  noneHint:
    'Open a failing row, mark the first step that went wrong, and give the error a name in your own words. Names become a codebook that you can merge, count and turn into filters, rules and judges.',
  readFirst: 'Read first row',
  preset: 'Begin with MAST',
  presetHint:
    'The 14 failure modes of “Why Do Multi-Agent LLM Systems Fail?” (Cemri et al. 2025), described in our words',
  next: 'Read next row',
  headline: (code: string, rows: number, read: number) =>
    [
      code,
      ` is the first error in ${formatCount(rows)} of ${countOf(read, 'row')} read (`,
    ] as const,
  noCode: (read: number) => `${countOf(read, 'row')} read, no code yet.`,
  progress: (read: number, worth: number, isFailing: boolean) =>
    `${formatCount(read)} of ${countOf(worth, isFailing ? 'failing row' : 'row')} read, drawn at random when you go on with “Read next row”.`,
  percent,
};

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
  mergeInto: 'Merge into',
  choose: 'Choose a code',
  counts: (name: string) => `What counts as ${name}`,
  rename: 'Name',
  taken: 'Another code has this name. Merge them instead.',
  remove: 'Delete code',
  from: (name: string, rows: number) => `From ${name}, ${countOf(rows, 'row')}`,
  filter: 'Make a filter',
};

export const rowsRead = {
  name: 'Rows read',
  all: 'All',
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
