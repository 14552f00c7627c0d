import { describe, expect, it } from 'vitest';
import { OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { rowOfRun, describeWhatChanged, type RowOfRun } from './what-changed.ts';

function row(why: string, outcome: Outcome = 'scored', hasFailed = false): RowOfRun {
  const words = why === '' ? [] : [{ text: why, isCode: false }];
  return { preview: { why: words, moreCount: 0 } as unknown as RowPreview, outcome, hasFailed };
}

const say = (...pair: Parameters<typeof describeWhatChanged>) => {
  const { letter, words } = describeWhatChanged(...pair);
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
    expect(say('lost', row(''), { preview: { ...preview!, barcode: 'mm' }, ...empty })).toEqual([
      'B',
      'no calls, 2 expected',
    ]);
    expect(say('lost', row(''), { ...empty, preview: undefined })).toEqual(['B', 'no calls']);
  });

  it('says of a row that A made no calls for what was expected, not that it is not scored', () => {
    const { preview, ...empty } = row('missing set_lights', 'prediction_empty');
    const inA = { preview: { ...preview!, barcode: 'mm' }, ...empty };
    expect(say('improved', inA, row(''))).toEqual(['A', 'no calls, 2 expected']);
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
    expect(describeWhatChanged('regressed', row('a'), row('', 'scored', true))).toMatchObject({
      letter: 'B',
      hasFailed: true,
    });
  });

  it('speaks of the only run that has the row', () => {
    expect(say(null, undefined, row('b'))).toEqual(['B', 'b']);
    expect(say(null, row('a'), undefined)).toEqual(['A', 'a']);
    expect(say(null, undefined, undefined)).toEqual([null, '']);
  });
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
