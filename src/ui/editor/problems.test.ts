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
      '4 predicted_trajectory is an object; expected a list of calls. Row left out.',
      '4 latency_in_seconds is not a usable number: "fast".',
      '9:33 String is not closed. Row skipped.',
      '12 A row is a JSON object; this is a list. Row skipped.',
    ]);
  });

  it('says the whole of what stands around the data, and the place of a broken file once', () => {
    const around: Issue = { code: 'lines_ignored', line: 3, count: 2 };
    const reason = 'Expected a comma or }';
    const broken: Issue = { code: 'file_not_json', line: 3, column: 5, reason };
    expect(listProblems([around, broken])).toMatchObject([
      { place: '3', text: '2 lines around the data ignored. The first is line 3.' },
      { place: '3:5', text: 'Expected a comma or }.' },
    ]);
  });

  it('has nothing to say of usual shapes', () => {
    expect(
      listProblems([
        { code: 'calls_converted', line: 1, column: 'predicted', forms: ['other_keys'] } as never,
        { code: 'number_converted', line: 2, column: 'latency_in_seconds' } as never,
      ]),
    ).toEqual([]);
  });

  it('tells what to mark', () => {
    const marked = listProblems(ISSUES).map(({ column, key }) => column ?? key);
    expect(marked).toEqual(['predicted_trajectory', 'latency_in_seconds', 33, undefined]);
  });
});

it('the first problem of a line is the one that stands for it', () => {
  const byLine = problemsByLine(listProblems(ISSUES));
  expect([...byLine.keys()]).toEqual([4, 9, 12]);
  expect(byLine.get(4)?.key).toBe('predicted_trajectory');
});

it('problems follow one another from a line, round at the end', () => {
  const problems = listProblems(ISSUES);
  const step = (by: 1 | -1) => [1, 4, 9, 12].map((line) => stepProblem(problems, line, by)?.line);
  expect([step(1), step(-1)]).toEqual([
    [4, 9, 12, 4],
    [12, 12, 4, 9],
  ]);
  expect(stepProblem([], 1, 1)).toBeUndefined();
});
