import { expect, it, describe } from 'vitest';
import type { Run } from '#features/runs/group-runs.ts';
import {
  chooseRuns,
  listOthers,
  paramsOf,
  showPairs,
  writePairs,
  type PairParams,
} from './comparison-link.ts';
import type { RunComparison } from './comparison.svelte.ts';

let clock = 100;
const run = (id: string, datasetName = 'home', fingerprint = '', state = 'complete') =>
  ({ id, datasetName, fingerprint, state, rowCount: 3, createdAtMs: clock-- }) as unknown as Run;

it('keeps what is chosen', () => {
  expect(chooseRuns([], ['x', 'y'])).toEqual(['x', 'y']);
});

it('takes the newest run and the one before it of the same data', () => {
  const runs = [
    run('new', 'home', 'f1'),
    run('name'),
    run('other', 'b'),
    run('data', 'renamed', 'f1'),
  ];
  expect(chooseRuns(runs, ['', ''])).toEqual(['data', 'new']);
});

const TASKS = { taskSet: { count: 3, ids: 'i', content: 'c' } };

it('else takes one of the same tasks under another name, before one of the same name', () => {
  const runs = [
    { ...run('3', 'b', 'f3'), ...TASKS },
    run('2', 'b', 'f2'),
    { ...run('1', 'a', 'f1'), ...TASKS },
  ];
  expect(chooseRuns(runs, ['', ''])).toEqual(['1', '3']);
  expect(listOthers(runs, ['1']).sameData.map(({ id }) => id)).toEqual(['3']);
});

it('else takes one of the same dataset, else the newest two', () => {
  expect(chooseRuns([run('3'), run('2', 'b'), run('1')], ['', ''])).toEqual(['1', '3']);
  expect(chooseRuns([run('3'), run('2', 'b'), run('1', 'c')], ['', ''])).toEqual(['2', '3']);
});

it('passes over a run that has no row of the other while there is another', () => {
  const runs = [run('3'), run('2'), run('1', 'b')];
  expect(chooseRuns(runs, ['', ''], ['2'])).toEqual(['1', '3']);
  expect(chooseRuns(runs, ['', ''], ['1', '2'])).toEqual(['2', '3']);
  expect(chooseRuns(runs, ['2', ''], ['2'])).toEqual(['2', '3']);
});

it('completes one chosen run', () => {
  const runs = [run('3'), run('2'), run('1')];
  expect(chooseRuns(runs, ['', '2'])).toEqual(['1', '2']);
  expect(chooseRuns(runs, ['', '1'])).toEqual(['3', '1']);
  expect(chooseRuns(runs, ['2', ''])).toEqual(['2', '3']);
});

it('passes over summaries and finds nothing in fewer than two runs', () => {
  expect(chooseRuns([run('3', 'home', '', 'summary'), run('2'), run('1')], ['', ''])).toEqual([
    '1',
    '2',
  ]);
  expect(chooseRuns([run('2', 'home', '', 'summary'), run('1')], ['', ''])).toEqual([]);
  expect(chooseRuns([], ['', ''])).toEqual([]);
});

it('takes up to eight runs, none twice', () => {
  expect(chooseRuns([], ['1', '2', '', '3', '2', '4'])).toEqual(['1', '2', '3', '4']);
  expect(chooseRuns([], Array.from('abcdefghi'))).toHaveLength(8);
  expect(paramsOf(['x', 'y', 'z'])).toEqual({ a: 'x', b: 'y', c: 'z' });
});

it('lists runs of the same data before others', () => {
  const runs = [run('3', 'b', 'f2'), run('2', 'home', 'f1'), run('1', 'home', 'f1')];
  const { sameData, otherData } = listOthers(runs, ['1']);
  expect(sameData.map(({ id }) => id)).toEqual(['2']);
  expect(otherData.map(({ id }) => id)).toEqual(['3']);
});

const NONE: PairParams = { of: '', rows: '', scores: '' };

/** A comparison of three runs in one metric, as far as links know it. */
function comparison() {
  const result = { metrics: [{ columnId: 'a,b' }] } as unknown as RunComparison['results'][number];
  return {
    focus: 0,
    filter: 'all' as RunComparison['filter'],
    part: undefined as RunComparison['part'],
    results: [result, result],
    result,
    show(filter: RunComparison['filter']) {
      this.filter = filter;
    },
  };
}

describe('what is shown of a comparison, in its link', () => {
  it.each([
    [NONE],
    [{ ...NONE, of: '2', rows: 'regressed' }],
    [{ ...NONE, rows: 'only-candidate' }],
    [{ ...NONE, scores: '0,0.5,0.25,1,a,b' }],
  ])('%o is read as it was written', (params) => {
    const shown = comparison();
    showPairs(params, '', shown);
    expect(writePairs(shown)).toEqual(params);
  });

  it.each([
    [{ ...NONE, of: '9' }],
    [{ ...NONE, of: 'x' }],
    [{ ...NONE, rows: 'toString' }],
    [{ ...NONE, scores: '0,1,0,1' }],
    [{ ...NONE, scores: '0,1,0,1,other' }],
  ])('%o fits nothing and is left out', (params) => {
    const shown = comparison();
    showPairs(params, '', shown);
    expect(writePairs(shown)).toEqual(NONE);
  });

  it('is read where it names a cell of a pass table, as earlier versions did', () => {
    const shown = comparison();
    showPairs({ ...NONE, rows: 'same' }, 'onlyBaseline,a,b', shown);
    expect(writePairs(shown)).toEqual({ ...NONE, rows: 'same', scores: '1,1,0,0.999999,a,b' });
    for (const pass of ['both,other', 'toString,a,b']) {
      const other = comparison();
      showPairs(NONE, pass, other);
      expect(writePairs(other)).toEqual(NONE);
    }
  });
});
