import { describe, expect, it } from 'vitest';
import type { Issue } from '#core/read/issues/issue.ts';
import { listProblems, problemsByLine, stepProblem } from './problems.ts';

const ISSUES: readonly Issue[] = [
  { code: 'lines_blank', count: 2 },
  { code: 'row_not_object', line: 12, found: 'list' },
  { code: 'row_not_json', line: 9, column: 33, reason: 'String is not closed' },
  {
    code: 'trajectory_unreadable',
    line: 4,
    column: 'predicted_trajectory',
    problem: { code: 'trajectory_not_list', found: 'object' },
  },
  { code: 'number_unreadable', line: 4, column: 'latency_in_seconds', found: '"fast"' },
];

describe('listProblems', () => {
  it('says place, reason and consequence, in the order of the lines', () => {
    expect(listProblems(ISSUES).map(({ place, text }) => `${place} ${text}`)).toEqual([
      '4 predicted_trajectory is an object; expected a list of calls. Row not scored.',
      '4 latency_in_seconds is not a number: "fast".',
      '9:33 String is not closed. Row skipped.',
      '12 A row is a JSON object; this is a list. Row skipped.',
    ]);
  });

  it('says the whole of what stands around the data', () => {
    const issue: Issue = { code: 'lines_ignored', line: 3, count: 2 };
    expect(listProblems([issue])[0]).toMatchObject({
      place: '3',
      text: '2 lines around the data ignored. The first is line 3.',
    });
  });

  it('tells what to mark', () => {
    const problems = listProblems(ISSUES);
    expect(problems.map(({ column, key }) => column ?? key)).toEqual([
      'predicted_trajectory',
      'latency_in_seconds',
      33,
      undefined,
    ]);
  });

  it('does not say the place twice for a file that breaks off', () => {
    const issue: Issue = {
      code: 'file_not_json',
      line: 3,
      column: 5,
      reason: 'Expected a comma or }',
    };
    expect(listProblems([issue])).toMatchObject([{ place: '3:5', text: 'Expected a comma or }.' }]);
  });
});

describe('problemsByLine', () => {
  it('keeps the first of a line', () => {
    const byLine = problemsByLine(listProblems(ISSUES));
    expect([...byLine.keys()]).toEqual([4, 9, 12]);
    expect(byLine.get(4)?.key).toBe('predicted_trajectory');
  });
});

describe('stepProblem', () => {
  const problems = listProblems(ISSUES);

  it('goes on from a line and round at the end', () => {
    expect([1, 4, 9, 12].map((line) => stepProblem(problems, line, 1)?.line)).toEqual([
      4, 9, 12, 4,
    ]);
    expect([1, 4, 9, 12].map((line) => stepProblem(problems, line, -1)?.line)).toEqual([
      12, 12, 4, 9,
    ]);
  });

  it('has nowhere to go without problems', () => {
    expect(stepProblem([], 1, 1)).toBeUndefined();
  });
});
