import { describe, expect, it } from 'vitest';
import { assignRoles } from '#core/read/dataset/columns.ts';
import type { Issue, IssueCode } from '#core/read/issues/issue.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { columnUses, missingRoles, receiptFacts, receiptGroups } from './receipt.ts';

const unreadable = (line: number, column: string): Issue => ({
  code: 'trajectory_unreadable',
  line,
  column,
  problem: { code: 'trajectory_not_list', found: 'object' },
});

function scored(names: readonly string[], first: readonly Issue[] = [], skippedCount = 0) {
  const counts: Partial<Record<IssueCode, number>> = {};
  for (const { code } of first) counts[code] = (counts[code] ?? 0) + 1;
  return {
    rowCount: 18,
    columns: names.map((name) => ({ name, filled: 17 })),
    issues: { first, counts },
    skippedCount,
    predictedCalls: 33,
    referenceCalls: 1,
  };
}

describe('receiptFacts', () => {
  it('names what is not plain rows', () => {
    const issues: Issue[] = [
      { code: 'lines_blank', count: 1 },
      { code: 'lines_blank', count: 1 },
      unreadable(3, 'predicted_trajectory'),
      unreadable(3, 'reference_trajectory'),
      unreadable(4, 'predicted_trajectory'),
    ];
    expect(receiptFacts(scored([], issues, 1), 'JSONL')).toEqual([
      'JSONL',
      '2 blank lines ignored',
      '1 skipped',
      '2 left out',
    ]);
  });

  it('is the format alone when all is well', () => {
    expect(receiptFacts(scored(['id']), 'CSV')).toEqual(['CSV']);
  });
});

it('receiptGroups leaves out blank lines, which the first line tells', () => {
  const first: Issue[] = [{ code: 'lines_blank', count: 4 }, unreadable(3, 'a')];
  const list = { first, counts: { lines_blank: 1, trajectory_unreadable: 4000 } };
  expect(receiptGroups(list)).toMatchObject([{ issues: [first[1]], total: 4000 }]);
});

describe('missingRoles', () => {
  const names = ['prompt', 'response', 'expected_calls'];
  const TEXTS = { ...DEFAULT_SETTINGS, metrics: ['bleu', 'exact_match'] };

  it('says what was found and what needs it', () => {
    expect(missingRoles(scored(names), assignRoles(names), TEXTS)).toEqual([
      {
        role: 'reference',
        title: 'reference not found.',
        detail: 'Columns found: prompt, response, expected_calls. Two metrics need it.',
        suggestion: undefined,
      },
    ]);
  });

  it('leaves calls that are missing to the question in the place of the results', () => {
    expect(missingRoles(scored(['prompt']), assignRoles(['prompt']), DEFAULT_SETTINGS)).toEqual([]);
  });

  it('is silent about a role set to none, metrics turned off, and data without rows', () => {
    const none = { response: '', reference: '' };
    expect(missingRoles(scored(names), assignRoles(names, none), TEXTS)).toEqual([]);
    expect(missingRoles(scored([]), assignRoles([]), { ...DEFAULT_SETTINGS, metrics: [] })).toEqual(
      [],
    );
    expect(missingRoles({ ...scored([]), rowCount: 0 }, assignRoles([]), TEXTS)).toEqual([]);
  });

  it('lists a bounded number of names', () => {
    const many = Array.from({ length: 20 }, (_, i) => `column_${i}`);
    const [missing] = missingRoles(scored(many), assignRoles(many), TEXTS);
    expect(missing?.detail).toContain('column_7 and 12 more.');
  });
});

it('tells what each column is taken for', () => {
  const names = ['id', 'predicted_trajectory', 'reference_trajectory', 'model'];
  expect(
    columnUses(scored(names), assignRoles(names)).map(({ role, note }) => [role, note]),
  ).toEqual([
    ['id', ''],
    ['predicted_trajectory', '33 calls'],
    ['reference_trajectory', '1 call'],
    [undefined, ''],
  ]);
});
