import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { groupRuns, hasRows, letterRuns, type Run } from './group-runs.ts';

const CASES = tablesOf<{
  groups: [string, (Partial<Run> & { id: string })[], string[][]][];
}>('runs');

const runOf = (id: string, about: Partial<Run> = {}): Run =>
  ({
    ...{ id, name: id, datasetName: 'home', createdAtMs: 0, state: 'complete', rowCount: 18 },
    fingerprint: '',
    ...about,
  }) as Run;

const TASKS = { count: 3, ids: 'ids', content: 'content' };
const OTHER_TASKS = { ...TASKS, content: 'other' };

describe('groupRuns', () => {
  it.each(CASES.groups)('puts %s', (_, given, ids) => {
    const runs = given.map((about) => runOf(about.id, about));
    expect(groupRuns(runs).map((group) => group.runs.map((run) => run.id))).toEqual(ids);
  });

  it('names its datasets, the newest first', () => {
    const [, older] = groupRuns([
      runOf('2', { taskSet: OTHER_TASKS }),
      runOf('1', { taskSet: TASKS }),
      runOf('0', { taskSet: TASKS, datasetName: 'a' }),
    ]);
    expect(older).toMatchObject({ names: ['home', 'a'], taskCount: 3 });
  });
});

describe('letterRuns', () => {
  const letters = (...runs: Run[]): string => [...letterRuns(runs)].flat().join(' ');

  it('calls the older run A; of one moment, that which is listed later', () => {
    expect(letters(runOf('new', { createdAtMs: 20 }), runOf('old', { createdAtMs: 10 }))).toBe(
      'old A new B',
    );
    expect(letters(runOf('upper'), runOf('lower'))).toBe('lower A upper B');
  });

  it('letters eight runs and no more', () => {
    const runs = Array.from({ length: 9 }, (_, index) => runOf(String(index)));
    expect([...letterRuns(runs.slice(1)).values()].join('')).toBe('ABCDEFGH');
    expect(letterRuns(runs).size).toBe(0);
  });
});

it.each([
  [{}, true],
  [{ state: 'interrupted' }, true],
  [{ state: 'summary' }, false],
  [{ rowCount: 0 }, false],
] as const)('a run that is %j has rows: %j', (about, has) => {
  expect(hasRows(runOf('1', about))).toBe(has);
});
