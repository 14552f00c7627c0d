import { describe, expect, it } from 'vitest';
import type { Change } from '#core/compare/changes.ts';
import { WITHOUT_CALLS } from '#core/compare/without-calls.ts';
import { OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { rowOfRun, describeWhatChanged, writeWhatChanged, type RowOfRun } from './what-changed.ts';

function row(why: string, outcome: Outcome = 'scored', hasFailed = false): RowOfRun {
  const words = why === '' ? [] : [{ text: why, isCode: false }];
  return { preview: { why: words, moreCount: 0 } as unknown as RowPreview, outcome, hasFailed };
}

const { neither, candidate, baseline } = WITHOUT_CALLS;

const say = (
  change: Change | null,
  a: RowOfRun | undefined,
  b: RowOfRun | undefined,
  withoutCalls: number = neither,
) => {
  const { letter, words } = describeWhatChanged({ change, withoutCalls }, a, b);
  return [letter, words.map(({ text }) => text).join('')];
};

describe('describeWhatChanged', () => {
  it('speaks of the run that is worse', () => {
    expect(say('regressed', row('a'), row('b'))).toEqual(['B', 'b']);
    expect(say('improved', row('a'), row('b'))).toEqual(['A', 'a']);
    expect(say('mixed', row('a'), row('b'))).toEqual(['B', 'b']);
  });

  it('speaks of the other run when that one says nothing', () => {
    expect(say('regressed', row('a'), row(''))).toEqual(['A', 'a']);
    expect(say('regressed', row(''), row(''))).toEqual([null, '']);
  });

  it('says of a lost row that nothing was called, and how much was expected', () => {
    const { preview, ...empty } = row('', 'prediction_empty');
    const inB = { preview: { ...preview!, barcode: 'mm' }, ...empty };
    expect(say('lost', row(''), inB, candidate)).toEqual([
      'B',
      'no calls, 2 expected; counts as 0',
    ]);
    const unread = { ...empty, preview: undefined };
    expect(say('lost', row(''), unread, candidate)).toEqual(['B', 'no calls; counts as 0']);
    // under the rule that scores empty trajectories it has a score: nothing to add
    const scored = { ...inB, outcome: 'scored' } as const;
    expect(say('lost', row(''), scored, candidate)).toEqual(['B', 'no calls, 2 expected']);
  });

  it('says of a row that A made no calls for what was expected, not that it is not scored', () => {
    const { preview, ...empty } = row('missing set_lights', 'prediction_empty');
    const inA = { preview: { ...preview!, barcode: 'mm' }, ...empty };
    expect(say('improved', inA, row(''), baseline)).toEqual([
      'A',
      'no calls, 2 expected; counts as 0',
    ]);
    expect(say('not scored', inA, row(''))).toEqual(['A', 'no calls, 2 expected']);
  });

  it('needs no letter for what holds for both', () => {
    expect(say('same', row('a'), row('a'))).toEqual([null, 'a']);
    expect(say('same', row(''), row(''))).toEqual([null, '']);
    expect(say('same', row('a'), row('b'))).toEqual(['A', 'a']);
  });

  it('says why there is no score rather than how the calls differ', () => {
    const empty = row('missing set_lights', 'reference_empty');
    const said = 'The reference has no calls; not scored.';
    expect(say('not scored', empty, row(''))).toEqual(['A', said]);
    expect(say('not scored', row(''), empty)).toEqual(['B', said]);
    expect(say('not scored', empty, empty)).toEqual([null, said]);
  });

  it('tells of a failed agent call', () => {
    const said = describeWhatChanged(
      { change: 'regressed', withoutCalls: neither },
      row('a'),
      row('', 'scored', true),
    );
    expect(said).toMatchObject({ letter: 'B', hasFailed: true });
    expect(writeWhatChanged(said)).toBe('B: ▲ agent failed');
  });

  it('speaks of the only run that has the row', () => {
    expect(say(null, undefined, row('b'))).toEqual(['B', 'b']);
    expect(say(null, row('a'), undefined)).toEqual(['A', 'a']);
    expect(say(null, undefined, undefined)).toEqual([null, '']);
  });
});

it('writes in one line which run a value is from, and how much is left out', () => {
  const words = [{ text: 'temperature 21 → "21"', isCode: false }];
  const said = { letter: 'A', words, more: 2, hasFailed: false } as const;
  expect(writeWhatChanged(said)).toBe('A: temperature 21 → "21" +2');
  expect(writeWhatChanged({ ...said, letter: null, more: 0 })).toBe('temperature 21 → "21"');
  expect(writeWhatChanged({ ...said, words: [], more: 0 })).toBe('');
});

it('gathers what explains a row', () => {
  const columns = {
    scores: [
      {
        metricId: 'trajectory_recall',
        values: [1, NaN],
        outcomes: [0, OUTCOMES.indexOf('prediction_empty')],
      },
      { metricId: 'failure', values: [0, 1], outcomes: [0, 0] },
    ],
  } as unknown as ScoredColumns;
  expect(rowOfRun(columns, 0, undefined)).toMatchObject({ outcome: 'scored', hasFailed: false });
  expect(rowOfRun(columns, 1, undefined)).toMatchObject({
    outcome: 'prediction_empty',
    hasFailed: true,
  });
  expect(rowOfRun(columns, -1, undefined)).toBeUndefined();
});
