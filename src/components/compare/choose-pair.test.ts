import { expect, it } from 'vitest';
import type { Run } from '../runs/group-runs.ts';
import { choosePair } from './choose-pair.ts';

let clock = 100;
const run = (id: string, datasetName = 'home', fingerprint = '', state = 'complete') =>
  ({ id, datasetName, fingerprint, state, rowCount: 3, createdAtMs: clock-- }) as unknown as Run;

it('keeps what is chosen', () => {
  expect(choosePair([], 'x', 'y')).toEqual({ a: 'x', b: 'y' });
});

it('takes the newest run and the one before it of the same data', () => {
  const runs = [
    run('new', 'home', 'f1'),
    run('name'),
    run('other', 'b'),
    run('data', 'renamed', 'f1'),
  ];
  expect(choosePair(runs, '', '')).toEqual({ a: 'data', b: 'new' });
});

it('else takes one of the same dataset, else the newest two', () => {
  expect(choosePair([run('3'), run('2', 'b'), run('1')], '', '')).toEqual({ a: '1', b: '3' });
  expect(choosePair([run('3'), run('2', 'b'), run('1', 'c')], '', '')).toEqual({ a: '2', b: '3' });
});

it('completes one chosen run', () => {
  const runs = [run('3'), run('2'), run('1')];
  expect(choosePair(runs, '', '2')).toEqual({ a: '1', b: '2' });
  expect(choosePair(runs, '', '1')).toEqual({ a: '3', b: '1' });
  expect(choosePair(runs, '2', '')).toEqual({ a: '2', b: '3' });
});

it('passes over summaries and finds nothing in fewer than two runs', () => {
  expect(choosePair([run('3', 'home', '', 'summary'), run('2'), run('1')], '', '')).toEqual({
    a: '1',
    b: '2',
  });
  expect(choosePair([run('2', 'home', '', 'summary'), run('1')], '', '')).toBeUndefined();
  expect(choosePair([], '', '')).toBeUndefined();
});
