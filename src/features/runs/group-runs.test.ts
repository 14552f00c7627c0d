import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { groupRuns, hasRows, letterRuns, type Run } from './group-runs.ts';

function runOf(id: string, about: Partial<Run> = {}): Run {
  return {
    id,
    name: id,
    datasetName: 'home',
    createdAtMs: 0,
    state: 'complete',
    rowCount: 18,
    skippedCount: 0,
    chunkCount: 1,
    settings: DEFAULT_SETTINGS,
    roles: {},
    formatId: 'jsonl',
    formatTitle: 'JSONL',
    lineUnit: 'Line',
    summary: [],
    sourceId: id,
    fingerprint: '',
    sourceBytes: 100,
    sampleId: '',
    ...about,
  };
}

const TASKS = { count: 3, ids: 'ids', content: 'content' };

const idsOf = (runs: readonly Run[]) =>
  groupRuns(runs).map((group) => group.runs.map((run) => run.id));

describe('groupRuns', () => {
  it('puts runs of one name together and keeps the order', () => {
    const runs = [runOf('3'), runOf('2', { datasetName: 'support' }), runOf('1')];
    expect(idsOf(runs)).toEqual([['3', '1'], ['2']]);
  });

  it('puts the same content together under any name', () => {
    const runs = [
      runOf('3', { fingerprint: '9c4e11' }),
      runOf('2', { datasetName: 'home (1)', fingerprint: '9c4e11' }),
      runOf('1', { datasetName: 'home (1)', fingerprint: '41b0' }),
    ];
    expect(idsOf(runs)).toEqual([['3', '2', '1']]);
  });

  it('puts the same tasks together under any name, whatever was predicted', () => {
    const runs = [
      runOf('4', { datasetName: 'b', fingerprint: '4', taskSet: TASKS }),
      runOf('3', { datasetName: 'c', taskSet: { ...TASKS, content: 'other' } }),
      runOf('2', { datasetName: 'a', fingerprint: '2', taskSet: TASKS }),
    ];
    expect(idsOf(runs)).toEqual([['4', '2'], ['3']]);
    expect(groupRuns(runs)[0]).toMatchObject({ names: ['b', 'a'], taskCount: 3 });
  });

  it('keeps other tasks of one name apart; a run of unknown tasks joins the newest of its name', () => {
    const runs = [
      runOf('5'),
      runOf('4', { taskSet: TASKS }),
      runOf('3', { taskSet: { ...TASKS, ids: 'more' } }),
      runOf('2'),
    ];
    expect(idsOf(runs)).toEqual([['5', '4', '2'], ['3']]);
  });

  it('has a run of unknown tasks join its data before its name', () => {
    const runs = [
      runOf('3', { taskSet: TASKS }),
      runOf('2', { taskSet: { ...TASKS, ids: 'x' }, datasetName: 'else', fingerprint: '9c4e' }),
      runOf('1', { fingerprint: '9c4e' }),
    ];
    expect(idsOf(runs)).toEqual([['3'], ['2', '1']]);
  });

  it('names the older tasks with the same ids', () => {
    const [newer, older] = groupRuns([
      runOf('2', { taskSet: { ...TASKS, content: 'other' } }),
      runOf('1', { taskSet: TASKS }),
    ]);
    expect(newer?.sameIds).toBe(older);
    expect(older?.sameIds).toBeUndefined();
    expect(groupRuns([runOf('2', { datasetName: 'x' }), runOf('1')])[0]?.sameIds).toBeUndefined();
  });

  it('does not take unknown content for the same', () => {
    expect(idsOf([runOf('2', { datasetName: 'a' }), runOf('1', { datasetName: 'b' })])).toEqual([
      ['2'],
      ['1'],
    ]);
  });

  it('has no groups without runs', () => {
    expect(groupRuns([])).toEqual([]);
  });
});

describe('letterRuns', () => {
  it('calls the older run A', () => {
    const runs = [runOf('new', { createdAtMs: 20 }), runOf('old', { createdAtMs: 10 })];
    expect([...letterRuns(runs)]).toEqual([
      ['old', 'A'],
      ['new', 'B'],
    ]);
  });

  it('goes by the list, newest first, when the moment is the same', () => {
    expect([...letterRuns([runOf('upper'), runOf('lower')])]).toEqual([
      ['lower', 'A'],
      ['upper', 'B'],
    ]);
  });

  it('letters eight runs and no more', () => {
    const runs = Array.from({ length: 9 }, (_, index) => runOf(String(index)));
    expect([...letterRuns(runs.slice(1)).values()].join('')).toBe('ABCDEFGH');
    expect(letterRuns(runs).size).toBe(0);
  });
});

it('knows the runs that have rows', () => {
  expect(hasRows(runOf('1'))).toBe(true);
  expect(hasRows(runOf('1', { state: 'interrupted' }))).toBe(true);
  expect(hasRows(runOf('1', { state: 'summary' }))).toBe(false);
  expect(hasRows(runOf('1', { rowCount: 0 }))).toBe(false);
});
