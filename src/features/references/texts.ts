import { countOf, formatCount } from '#ui/format-number.ts';

const UNDO = 'Undo';

export const editLine = {
  undo: UNDO,
  undoOf: (tool: string, words: string, rows: string): string =>
    `${UNDO}: ${tool} ${words}, ${rows}`,
};

export const referenceChanges = {
  what: 'These rows are scored against your expected calls, not those of the original data.',
  open: 'Changes…',
  changes: 'Changes to expected calls',
  purpose: (changes: string): string =>
    `${changes}: each change can be undone separately; the original run is unchanged.`,
  list: 'Changes, latest first',
  notListed: (count: number): string => `${countOf(count, 'earlier one')} not listed.`,
  rows: 'New dataset (JSONL)',
  done: 'Done',
};

/** What an edit did, and where. */
export const editLabels = {
  calls: {
    changed: 'changed to the call made',
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
  /** Of none: it was typed. */
  written: (runs: number): string =>
    runs === 0 ? 'expected calls typed' : `expected calls made from ${countOf(runs, 'run')}`,
  row: (row: number): string => `row ${String(row + 1)}`,
  rows: (count: number): string => countOf(count, 'row'),
};

export const referenceEditor = {
  /** What the name of a run with other references ends with. */
  suffix: ', expected calls changed',
  changed: (count: number): string => `${countOf(count, 'expected row')} changed`,
  accepted: (rows: number): string => `Used as expected in ${countOf(rows, 'row')}.`,
  undo: UNDO,
  lost: 'The rows can no longer be read, so nothing was changed.',
  noDifference: 'Nothing differs there.',
};

export const fixMenu = {
  name: 'Fix',
  which: 'What differs',
  compare: 'Change how calls are compared',
  then: 'rows that then pass',
  expect: 'Change what is expected',
  reading: 'Trying each choice…',
  kinds: {
    use: 'Expect what was called',
    remove: 'Expect no such call',
    'one-of': 'Accept both',
    anything: 'Accept any value',
    range: 'Accept this range',
    regex: 'Accept this pattern',
    absent: 'May be absent',
    place: 'May also come here',
    any_order: 'All calls in any order',
  },
  reasons: {
    not_numbers: 'for numbers',
    not_texts: 'for texts',
    no_form: 'no common form',
  },
  notHere: 'not for these rows',
  /** How many rows pass by a rule; empty while that is not known. */
  count: (rows: number | undefined): string => (rows === undefined ? '' : countOf(rows, 'row')),
  passes: (rows: number | undefined): string =>
    rows === undefined ? 'too many rows to try' : countOf(rows, 'row'),
  applyTo: 'Apply to',
  allOfRow: 'Expect these calls instead',
  type: 'Type the expected calls…',
  typeKey: 'e',
  scopes: {
    row: (): string => 'This row',
    cause: (rows: number): string => `This cause · ${formatCount(rows)}`,
    all: (): string => 'All rows',
  },
};

export const typedCalls = {
  title: 'Expected calls of this row',
  note: 'A list of calls as JSON; [] expects no call. The data file stays as it is, and the change can be undone.',
  label: 'Expected calls, as JSON',
  example: '[{"tool_name": "search", "tool_input": {"query": "lamp"}}]',
  reading: 'Reading the row…',
  noList: 'Write the calls as a list: [ … ].',
  calls: (tools: readonly string[]): string =>
    tools.length === 0
      ? 'No call expected'
      : `${countOf(tools.length, 'call')}: ${tools.slice(0, 12).join(', ')}${tools.length > 12 ? ', …' : ''}`,
  save: 'Expect these calls',
  cancel: 'Cancel',
};
