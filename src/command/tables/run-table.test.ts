import pico from 'picocolors';
import { expect, it } from 'vitest';
import { EXAMPLES } from '../../../tests/support/issue-examples.ts';
import { shownFirst } from '#core/read/issues/group-issues.ts';
import { placeOf, type Issue } from '#core/read/issues/issue.ts';
import { ISSUE_CODES, sentenceOf, severityOf } from '#core/read/issues/sentences.ts';
import { inksOf } from '../printable.ts';
import { printIssues } from './run-table.ts';

const colors = inksOf(pico.createColors(false));

function told(first: readonly Issue[]): string {
  const columns = { issues: { first, counts: {} } };
  const run = { columns, format: { unit: 'Line' }, issue: undefined } as never;
  return printIssues({ run }, { colors })
    .map(({ text }) => text)
    .join('\n');
}

it.each(ISSUE_CODES)('%s is told in the words of the page, with its place', (code) => {
  const issue = EXAMPLES[code];
  const { title, detail } = sentenceOf(issue);
  const text = told([issue]);
  expect(text).toContain(`${title} ${detail}`.trim());
  const { line, path } = placeOf(issue);
  if (line !== undefined) expect(text).toMatch(new RegExp(`line ${line}\\b`, 'i'));
  if (path !== undefined) expect(text).toContain(path.replace(/\[\d+\]$/, ''));
});

it('every sort of note is told, and every place of what was skipped that the page shows', () => {
  const note = EXAMPLES.adapter_note;
  const notes = [note, { ...note, count: 9 }, { ...note, kind: 'calls_unread' as const }];
  expect(told(notes).split('\n')).toHaveLength(2);
  const skipped = Array.from({ length: 9 }, (_, at) => ({ ...EXAMPLES.row_not_csv, line: at + 1 }));
  expect(severityOf('row_not_csv')).toBe('skipped');
  expect(told(skipped).split('\n')).toHaveLength(shownFirst(skipped).length);
});
