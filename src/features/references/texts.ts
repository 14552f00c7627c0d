import { countOf, formatCount } from '#ui/format-number.ts';

const UNDO = 'Undo';

export const editLine = {
  undo: UNDO,
  undoOf: (tool: string, words: string, rows: string): string =>
    `${UNDO}: ${tool} ${words}, ${rows}`,
};

export const referenceRibbon = {
  title: (changes: string): string => `${changes}.`,
  what: 'These rows are scored against your changed references, not the original data.',
  open: 'Changes…',
  changes: 'Changes to the reference',
  purpose: (changes: string): string =>
    `${changes}: each change can be undone separately; the original run is unchanged.`,
  list: 'Changes, latest first',
  notListed: (count: number): string => `${formatCount(count)} earlier ones are not listed.`,
  rows: 'New dataset (JSONL)',
  done: 'Done',
};

/** Texts of edit-labels.ts: what an edit did, and where. */
export const editLabels = {
  calls: {
    changed: 'changed to the actual call',
    missing: 'removed from expected',
    extra: 'added',
    moved: 'moved to where it was called',
  },
  argument: (path: string): string => `argument ${path === '' ? '(all)' : path}`,
  allCalls: 'all calls used as expected',
  accepted: (path: string, form: string): string => `${path === '' ? 'input' : path} ${form}`,
  forms: {
    oneOf: (value: string): string => `also ${value}`,
    anything: 'any value',
    range: (number: number): string => `range that includes ${String(number)}`,
    regex: (source: string): string => `pattern ${source}`,
    absent: 'may be absent',
  },
  anyOrder: 'calls in any order',
  anyPlace: 'may also come where it was called',
  written: (runs: number): string => `reference made from ${countOf(runs, 'run')}`,
  row: (row: number): string => `row ${String(row + 1)}`,
  rows: (count: number): string => countOf(count, 'row'),
};

export const referenceEditor = {
  /** What the name of a run with other references ends with. */
  suffix: ', references changed',
  changed: (count: number): string => `${countOf(count, 'reference')} changed`,
  accepted: (rows: number): string => `Used as expected in ${countOf(rows, 'row')}.`,
  undo: UNDO,
  lost: 'The rows can no longer be read, so nothing was changed.',
  noDifference: 'Nothing differs there.',
};

export const acceptMenu = {
  name: 'Accept',
  reading: 'Trying each choice…',
  nothing: 'Nothing differs there any more.',
  kinds: {
    use: 'Use as expected',
    'one-of': 'Add as one of',
    anything: 'Any value',
    range: 'This range',
    regex: 'This pattern',
    absent: 'May be absent',
    place: 'May also come here',
    any_order: 'All calls in any order',
  },
  signs: {
    use: '✓',
    'one-of': '+',
    anything: '*',
    range: '↔',
    regex: '≈',
    absent: '?',
    place: '↕',
    any_order: '⇅',
  },
  reasons: {
    not_numbers: 'for numbers',
    not_texts: 'for strings',
    no_form: 'no common form',
  },
  notHere: 'not for this scope',
  passes: (rows: number | undefined): string => {
    if (rows === undefined) return 'too many rows to try';
    return rows === 1 ? '1 row passes' : `${countOf(rows, 'row')} pass`;
  },
  applyTo: 'Apply to',
  scopes: {
    row: (): string => 'This row',
    cause: (rows: number): string => `This cause · ${formatCount(rows)}`,
    all: (): string => 'All rows',
  },
};
