import { expect, it } from 'vitest';
import { expectSentences, type Said } from '../../../tests/support/cases.ts';
import type { Change } from '#core/compare/changes.ts';
import { OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { rowOfRun, describeWhatChanged, writeWhatChanged, type RowOfRun } from './what-changed.ts';

/** A row in one run; `barcode` has a letter for each call of its reference that is missing. */
function row(why: string, outcome: Outcome = 'scored', barcode = ''): RowOfRun {
  const words = why === '' ? [] : [{ text: why, isCode: false }];
  const preview = { why: words, moreCount: 0, barcode } as unknown as RowPreview;
  return { preview, outcome, hasFailed: false };
}

function said(
  of: string,
  change: Change | null,
  a: RowOfRun | undefined,
  b: RowOfRun | undefined,
): Said {
  return [of, writeWhatChanged(describeWhatChanged({ change }, a, b)) || '(nothing)'];
}

const SILENT = row('', 'prediction_empty', 'mm');
const UNSCORED = row('missing set_lights', 'reference_empty');

it('says what changed, and of which run', async () => {
  const words = [{ text: 'temperature 21 → "21"', isCode: false }];
  const cut = { letter: 'A', words, more: 2, hasFailed: false } as const;
  await expectSentences('what-changed', {
    'The run that is worse, else the other': [
      said('regressed', 'regressed', row('a'), row('b')),
      said('improved', 'improved', row('a'), row('b')),
      said('regressed, B says nothing', 'regressed', row('a'), row('')),
      said('regressed, neither says anything', 'regressed', row(''), row('')),
      said('only B has the row', null, undefined, row('b')),
      said('only A has the row', null, row('a'), undefined),
      said('neither has it', null, undefined, undefined),
    ],
    'No letter for what holds for both': [
      said('the same', 'same', row('a'), row('a')),
      said('nothing to say', 'same', row(''), row('')),
      said('in other words', 'same', row('a'), row('b')),
    ],
    'Rows without calls': [
      said('lost', 'lost', row(''), row('', 'scored', 'mm')),
      said('lost, not read yet', 'lost', row(''), { ...row(''), preview: undefined }),
      said('A made none', 'improved', row('missing a', 'scored', 'm'), row('')),
      said('not scored', 'not scored', SILENT, row('')),
    ],
    'Why there is no score, rather than how the calls differ': [
      said('in A', 'not scored', UNSCORED, row('')),
      said('in B', 'not scored', row(''), UNSCORED),
      said('in both', 'not scored', UNSCORED, UNSCORED),
      said('in both, which another metric compares', 'regressed', UNSCORED, UNSCORED),
    ],
    'Failed agents, and what is cut': [
      said('the agent failed', 'regressed', row('a'), { ...row(''), hasFailed: true }),
      ['2 more', writeWhatChanged(cut)],
    ],
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
