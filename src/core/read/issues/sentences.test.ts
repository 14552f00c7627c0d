import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { expectSentences, type Said } from '../../../../tests/support/cases.ts';
import { EXAMPLES } from '../../../../tests/support/issue-examples.ts';
import type { ToleranceKind } from '#core/base/literals/tolerance.ts';
import { OUTCOMES, outcomeMessage } from '#core/calls/outcome.ts';
import type { TrajectoryProblem } from '#core/calls/trajectory.ts';
import { lineOf, placeOf, type ConversionFacts, type Issue, type IssueCode } from './issue.ts';
import { groupIssues } from './group-issues.ts';
import { ISSUE_CODES, sentenceOf, severityOf } from './sentences.ts';

const CASES = tablesOf<{
  places: [Issue, object][];
}>('reading');

const PROBLEMS: readonly TrajectoryProblem[] = [
  { code: 'trajectory_not_json', column: 12, reason: 'Strings need double quotes' },
  { code: 'trajectory_not_json', column: 9, reason: 'List is not closed', cutBy: 'Excel' },
  { code: 'trajectory_not_list', found: 'object' },
  { code: 'call_is_definition', call: 4 },
  { code: 'call_not_object', call: 2, found: 'null' },
  { code: 'call_without_tool_name', call: 3, found: 'name, args' },
  { code: 'call_without_tool_name', call: 3, found: '' },
  { code: 'trajectory_too_deep', limit: 200 },
  { code: 'characters_lost', call: 2 },
];

const tolerance = (kind: ToleranceKind, name = '') => ({ kind, name, count: 1, at: 1 });
const TYPES = [
  tolerance('python_objects', 'Decimal'),
  tolerance('tuples'),
  tolerance('python_objects', 'UUID'),
];
const FACTS: ConversionFacts = {
  ...{ fromLine: 4, name: 'rows', rowCount: 1, bytes: 20 },
  leniencies: [tolerance('comments')],
};

/** Issues whose sentence depends on more than their code. */
const OTHERS: readonly Issue[] = [
  { ...EXAMPLES.file_empty, isBlank: true },
  ...(['yaml', 'markup', 'printed_table', 'curly_quotes', 'no_header'] as const).map(
    (shape): Issue => ({ code: 'shape_unknown', shape }),
  ),
  { code: 'shape_unknown', fetched: ['on-device', 'content-creation'] },
  ...(['quotes', 'backslashes'] as const).map((mark): Issue => ({
    code: 'lines_marked',
    line: 2,
    mark,
  })),
  { ...EXAMPLES.cell_lenient, leniencies: TYPES },
  { ...EXAMPLES.row_lenient, leniencies: [tolerance('beyond_range')] },
  { code: 'file_converted', from: 'python', facts: FACTS },
  { code: 'file_converted', from: 'value_lists' },
  { code: 'lines_blank', count: 1 },
  ...PROBLEMS.map((problem): Issue => ({ ...EXAMPLES.trajectory_unreadable, problem })),
];

const codes = Object.keys(EXAMPLES) as IssueCode[];

const said = (issue: Issue): Said => {
  const { title, detail } = sentenceOf(issue);
  return [`${issue.code}, ${severityOf(issue.code)}`, title, detail];
};

describe('issues', () => {
  it('are listed completely, with a sentence each', async () => {
    expect([...ISSUE_CODES].sort()).toEqual([...codes].sort());
    const sentences = codes.map((code) => said(EXAMPLES[code]));
    expect(new Set(sentences.map((words) => words.slice(1).join(' '))).size).toBe(codes.length);
    await expectSentences('issues', {
      issues: sentences,
      'issues that depend on more': OTHERS.map(said),
      outcomes: OUTCOMES.map((outcome) => [outcome, outcomeMessage(outcome)]),
    });
  });

  it.each(codes)('%s is of a line where it has one', (code) => {
    const issue = EXAMPLES[code];
    expect(lineOf(issue)).toBe('line' in issue ? 3 : undefined);
  });

  it('count lines or rows, as the format does', () => {
    expect(sentenceOf(EXAMPLES.row_too_deep, 'Row').title).toBe('Row 3 skipped.');
  });
});

it('outcomes have other words each, and none for a score', () => {
  const words = OUTCOMES.map(outcomeMessage);
  expect(words[0]).toBe('');
  expect(new Set(words).size).toBe(OUTCOMES.length);
});

describe('issues grouped by kind', () => {
  describe('groupIssues', () => {
    it('puts the gravest first and counts what was not kept', () => {
      const issues: Issue[] = [
        { code: 'names_only', line: 1, column: 'a' },
        { code: 'row_not_csv', line: 2 },
        { code: 'names_only', line: 3, column: 'a' },
      ];
      expect(groupIssues(issues, { names_only: 9, row_not_csv: 1 })).toMatchObject([
        { code: 'row_not_csv', severity: 'skipped', total: 1, issues: [{ line: 2 }] },
        { code: 'names_only', severity: 'note', total: 9, issues: [{ line: 1 }, { line: 3 }] },
      ]);
      expect(groupIssues([], {})).toEqual([]);
    });
  });

  describe('placeOf', () => {
    it.each(CASES.places)('of %j is %j', (issue, place) => {
      expect(placeOf(issue)).toEqual(place);
    });
  });
});
