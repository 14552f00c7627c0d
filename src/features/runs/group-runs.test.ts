import { describe, expect, it } from 'vitest';
import { groupRuns, hasRows, letterRuns, type Run } from './group-runs.ts';

const runOf = (id: string, about: Partial<Run> = {}): Run =>
  ({
    ...{ id, name: id, datasetName: 'home', createdAtMs: 0, state: 'complete', rowCount: 18 },
    fingerprint: '',
    ...about,
  }) as Run;

const TASKS = { count: 3, ids: 'ids', content: 'content' };
const MORE_TASKS = { ...TASKS, ids: 'more' };
const OTHER_TASKS = { ...TASKS, content: 'other' };

describe('groupRuns', () => {
  it.each([
    ['none', [], []],
    [
      'runs of one name together, in their order',
      [runOf('3'), runOf('2', { datasetName: 'support' }), runOf('1')],
      [['3', '1'], ['2']],
    ],
    [
      'the same content together under any name',
      [
        runOf('3', { fingerprint: '9c4e11' }),
        runOf('2', { datasetName: 'home (1)', fingerprint: '9c4e11' }),
        runOf('1', { datasetName: 'home (1)', fingerprint: '41b0' }),
      ],
      [['3', '2', '1']],
    ],
    [
      'unknown content apart',
      [runOf('2', { datasetName: 'a' }), runOf('1', { datasetName: 'b' })],
      [['2'], ['1']],
    ],
    [
      'the same tasks together under any name, whatever was predicted',
      [
        runOf('4', { datasetName: 'b', fingerprint: '4', taskSet: TASKS }),
        runOf('3', { datasetName: 'c', taskSet: OTHER_TASKS }),
        runOf('2', { datasetName: 'a', fingerprint: '2', taskSet: TASKS }),
      ],
      [['4', '2'], ['3']],
    ],
    [
      'other tasks of one name apart; a run of unknown tasks joins the newest of its name',
      [runOf('5'), runOf('4', { taskSet: TASKS }), runOf('3', { taskSet: MORE_TASKS }), runOf('2')],
      [['5', '4', '2'], ['3']],
    ],
    [
      'a run of unknown tasks with its data before its name',
      [
        runOf('3', { taskSet: TASKS }),
        runOf('2', { taskSet: MORE_TASKS, datasetName: 'else', fingerprint: '9c4e' }),
        runOf('1', { fingerprint: '9c4e' }),
      ],
      [['3'], ['2', '1']],
    ],
  ])('puts %s', (_, runs, ids) => {
    expect(groupRuns(runs).map((group) => group.runs.map((run) => run.id))).toEqual(ids);
  });

  it('names its datasets, and the older tasks with the same ids', () => {
    const [newer, older] = groupRuns([
      runOf('2', { taskSet: OTHER_TASKS }),
      runOf('1', { taskSet: TASKS }),
      runOf('0', { taskSet: TASKS, datasetName: 'a' }),
    ]);
    expect(older).toMatchObject({ names: ['home', 'a'], taskCount: 3 });
    expect(newer?.sameIds).toBe(older);
    expect(older?.sameIds).toBeUndefined();
    expect(groupRuns([runOf('2', { datasetName: 'x' }), runOf('1')])[0]?.sameIds).toBeUndefined();
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
