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

  it('names the content when there is only one', () => {
    const [one] = groupRuns([
      runOf('2', { fingerprint: '9c4e11' }),
      runOf('1', { fingerprint: '9c4e11' }),
    ]);
    expect(one).toMatchObject({ version: '9c4e', versionCount: 1 });
    const [two] = groupRuns([
      runOf('2', { fingerprint: '9c4e11' }),
      runOf('1', { fingerprint: '41b0aa' }),
    ]);
    expect(two).toMatchObject({ version: '', versionCount: 2 });
    const [none] = groupRuns([runOf('1')]);
    expect(none).toMatchObject({ version: '', versionCount: 0 });
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
