import { boundText } from '#core/base/text/sentence.ts';
import { countOf, formatBytes, formatCount } from '#ui/format-number.ts';
import { NO_NUMBER } from '#ui/charts/wording.ts';
import { callKinds } from '#ui/texts.ts';
import { BOTH_EMPTY, callDifference, SIDES, type Side } from '#features/calls/texts.ts';

const nameOfRow = (row: number): string => `Row ${String(row + 1)}`;

/** Texts of the patterns in RowDrawer.svelte. */
export const rowPatterns = {
  name: 'Failure patterns',
  /** By a rule it cannot be known that a value is made up. */
  check: 'Check: value not found in the conversation',
  call: (place: number) => `call ${place + 1}`,
  expected: (tool: string) => `for ${tool}`,
};

export const rowScores = { name: 'Scores of this row' };

/** Texts of differences.ts. */
export const differences = {
  argument: (tool: string, path: string): string => (path === '' ? tool : `${tool} ${path}`),
  call: (kind: keyof typeof callKinds, tool: string): string => `${callKinds[kind]} ${tool}`,
};

export const rowView = {
  calls: 'Calls: expected and called',
  fix: 'Fix…',
  scores: 'Scores',
  scoresHint: (scores: readonly { readonly title: string; readonly score: string }[]): string =>
    scores
      .filter(({ score }) => score !== NO_NUMBER)
      .map(({ title, score }) => `${title.replace(/ match$/, '')} ${score}`)
      .join(' · '),
  columns: 'Answer and columns',
  expect: (failed: number): string =>
    `Expect these calls${failed === 0 ? '' : `, ${formatCount(failed)} with an error`}`,
  type: 'Edit, then expect…',
  failed: 'agent failed',
  /** A row in one line: its scores, then its columns. */
  aboutHint: (
    scores: readonly { readonly title: string; readonly score: string }[],
    fields: readonly { readonly name: string; readonly text: string }[],
  ): string =>
    [rowView.scoresHint(scores), rowView.columnsHint(fields)]
      .filter((part) => part !== '')
      .join(' · '),
  columnsHint: (fields: readonly { readonly name: string; readonly text: string }[]): string =>
    fields.map(({ name, text }) => `${name} ${boundText(text, 40)}`).join(' · '),
};

export const rowDrawer = {
  row: nameOfRow,
  title: (id = '', row = -1): string => {
    if (id !== '') return `Row ${id}`;
    return row < 0 ? 'Row' : nameOfRow(row);
  },
  content: 'Reason, scores and steps',
  edited: 'You have changed the expected calls of this row:',
  edits: 'Changes to the expected calls',
  copy: 'Copy Markdown',
  copied: (name: string, isRedacted: boolean): string =>
    `${name} copied as Markdown, ${isRedacted ? 'redacted' : 'nothing redacted'}.`,
  copyLink: 'Copy a link to this row',
  linkCopied: 'Link to this row copied. It works only in this browser.',
  noRow: 'No row selected',
  selectOne: 'Close this panel and select a row.',
};

export const rowHead = {
  previous: (canFail: boolean) => ({
    text: 'Previous',
    label: canFail ? 'Previous failure' : 'Previous row',
  }),
  next: (canFail: boolean) =>
    canFail ? { text: 'Next fail', label: 'Next failure' } : { text: 'Next', label: 'Next row' },
  row: (row = -1): string => (row < 0 ? 'Row' : nameOfRow(row)),
  place: (place: number, count: number): string => `${formatCount(place)} of ${formatCount(count)}`,
  filteredOut: 'not in the filtered rows',
};

export const rawRow = {
  name: 'Raw row (JSON)',
  hint: (line: number, size: string, isCut: boolean): string =>
    [line > 0 ? `line ${String(line)}` : '', size, isCut ? 'shown in part, copied in full' : '']
      .filter((part) => part !== '')
      .join(' · '),
  copy: 'Copy JSON',
  copied: (bytes: number): string => `Row copied: ${formatBytes(bytes)} of JSON.`,
};

export const rowPanel = {
  name: 'Selected row',
  content: 'Reason, calls and scores',
  noMatch: 'No row to show: no row matches the filters.',
  hidden: 'The filters hide this row.',
  showHidden: 'Show it',
  showHiddenHint: 'Clears the filters',
  noRow: 'No row selected. Select one to see its calls.',
  reading: 'Reading the row…',
  review: 'Review this row',
};

export const rowTexts = {
  response: 'Response',
  responseHead: 'response',
  prompt: 'prompt',
  expected: 'expected',
  actual: 'actual',
  empty: 'empty',
  notRecorded: 'not recorded',
};

/** Texts of row-text.ts: what is not there to compare. */
export const sideNotes = {
  bothEmpty: `${BOTH_EMPTY}.`,
  closest: (place: number, count: number): string =>
    `Compared with list ${String(place)} of ${String(count)} of expected calls, the closest.`,
  empty: (side: Side): string =>
    side === 'reference' ? 'No call is expected.' : 'The agent made no call.',
};

export const rowMarkdown = {
  ...callKinds,
  expected: SIDES.reference,
  called: SIDES.prediction,
  ...callDifference,
  calledAt: (place = 0): string => `called at position ${String(place)}`,
  expectedAt: (place = 0): string => `expected at position ${String(place)}`,
  notWritten: (count: number): string => `${countOf(count, 'more line')} left out.`,
};

export const rowEdit = { toPass: 'To pass' };
