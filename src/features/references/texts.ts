import { countOf, formatCount } from '#ui/format-number.ts';

const UNDO = 'Undo';

/** Texts of EditLine.svelte. */
export const editLine = {
  undo: UNDO,
  undoOf: (tool: string, words: string, rows: string): string =>
    `${UNDO}: ${tool} ${words}, ${rows}`,
};

/** Texts of ReferenceRibbon.svelte. */
export const referenceRibbon = {
  title: (changes: string): string => `${changes}.`,
  what: 'These rows are scored against your changed references, not the original data.',
  open: 'Changes…',
  changes: 'Changes to the reference',
  purpose: (changes: string): string =>
    `${changes}: each change can be undone separately; the original run is unchanged.`,
  list: 'Changes, latest first',
  notListed: (count: number): string => `${formatCount(count)} earlier ones are not listed.`,
  patch: 'JSON Patch',
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
  learnt: (runs: number): string => `reference learned from ${countOf(runs, 'run')}`,
  row: (row: number): string => `row ${String(row + 1)}`,
  rows: (count: number): string => countOf(count, 'row'),
};

/** Texts of reference-editor.ts. */
export const referenceEditor = {
  /** What the name of a run with other references ends with. */
  suffix: ', references changed',
  changed: (count: number): string => `${countOf(count, 'reference')} changed`,
  accepted: (rows: number): string => `Used as expected in ${countOf(rows, 'row')}.`,
  undo: UNDO,
  lost: 'The rows can no longer be read, so nothing was changed.',
  noDifference: 'Nothing differs there.',
};

/** Texts of reference-problem.ts. */
export const referenceProblem = {
  noJson: (reason: string, column: number): string =>
    `This is no JSON: ${reason} (character ${String(column)}).`,
  noList: 'A reference is a list of steps: [{"tool_name": …, "tool_input": …}, …].',
  noStep: (place: number): string =>
    `Item ${String(place)} is neither a call nor a group of steps.`,
};

const rowName = (row: number): string => `row ${String(row + 1)}`;

/** Texts of LearnDialog.svelte. */
export const learnDialog = {
  title: (runs: number): string => `Reference from ${countOf(runs, 'run')}`,
  purpose:
    'What all chosen runs share is expected; arguments that vary become patterns; calls of some runs are optional; an order that held in all of them is kept. Each chosen run matches the proposal.',
  runs: 'Learn from',
  run: (row: number, isPassing: boolean | undefined): string => {
    if (isPassing === undefined) return rowName(row);
    return `${rowName(row)}, ${isPassing ? 'passes' : 'fails'}`;
  },
  row: rowName,
  notListed: (count: number): string => `${countOf(count, 'more run')} not listed.`,
  nothing: {
    no_runs: 'Choose at least one run to learn from.',
    too_many_runs: 'At most 100 runs can be learned from at once. Choose fewer.',
    too_many_calls:
      'The chosen runs have more than 200 calls, or too little in common. Choose fewer or shorter ones.',
  },
  steps: 'Steps, and the place in which each run has them',
  step: 'step',
  optional: 'optional',
  none: '–',
  differences: 'What each run does that the others do not',
  onlyHere: (tools: string): string => `only here: ${tools}`,
  leftOut: (tools: string): string => `only here left out: ${tools}`,
  ownValue: (tool: string, path: string, value: string | null): string =>
    `${tool} ${path === '' ? 'input' : path} ${value ?? 'absent'}`,
  asOthers: 'nothing',
  reference: 'Proposed reference (JSON)',
  editHint: 'Change what is too strict or too loose before you use it.',
  changed: 'Changed by you.',
  reset: 'Back to the proposal',
  cancel: 'Cancel',
  apply: (rows: number): string => `Use as expected in ${countOf(rows, 'row')}`,
};

/** Texts of AcceptMenu.svelte. */
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
