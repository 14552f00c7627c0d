import { describe, expect, it } from 'vitest';
import { groupIssues } from './sentences.ts';
import { placeOf, type Issue } from './issue.ts';

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
  it.each<[Issue, object]>([
    [
      { code: 'row_not_json', line: 4, column: 7, reason: 'x' },
      { line: 4, column: 7 },
    ],
    [
      {
        ...{ code: 'trajectory_unreadable', line: 2, column: 'calls' },
        problem: { code: 'call_not_object', call: 3, found: 'number' },
      },
      { line: 2, path: 'calls[2]' },
    ],
    [
      { code: 'names_only', line: 2, column: 'calls' },
      { line: 2, path: 'calls' },
    ],
    [
      {
        ...{ code: 'adapter_note', adapter: 'A', kind: 'names_only', count: 1, detail: '' },
        path: '[0].tools',
      },
      { path: '[0].tools' },
    ],
    [{ code: 'no_rows' }, {}],
  ])('of %j is %j', (issue, place) => {
    expect(placeOf(issue)).toEqual(place);
  });
});
