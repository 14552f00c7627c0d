import { plain } from '#core/base/text/sentence.ts';
import { explainShare } from '#core/score/metric/call-sentences.ts';
import { precisionOf, recallOf, f1Of } from '#core/match/compare-pair.ts';
import { OTHER_HOTEL, OTHER_TOOL } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { COMPARES_CALLS, scorePair } from '#core/score/metric/scorer.ts';

/** The share of predicted calls that also appear in the reference. */
export const trajectoryPrecision: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_precision',
  title: 'Precision',
  short: 'prec',
  definition: 'The share of the calls made that are expected.',
  formula: 'calls made that are expected ÷ calls made',
  scale: 'share',
  isCounted: true,
  options: ['duplicates', 'emptyTrajectories', 'matching'],
  score: scorePair(
    (pair, { duplicates }) => precisionOf(pair, duplicates),
    ({ prediction, reference }) => (prediction.length === 0 && reference.length === 0 ? 1 : 0),
  ),
  edits: { kinds: ['remove', 'change'], isByMembership: true },
  explain: (score) => plain(explainShare(score, 'predicted')),
  example: {
    row: OTHER_HOTEL,
    working:
      'Three of four calls are expected: find_hotel counts both times, book_room has another hotel.',
    score: 3 / 4,
    sum: '3 ÷ 4',
  },
  byNames: {
    short: 'prec n.',
    definition: 'The share of the calls made whose tool is expected.',
    example: {
      row: OTHER_TOOL,
      working: 'Two of three calls are to an expected tool; pay is not.',
      score: 2 / 3,
      sum: '2 ÷ 3',
    },
  },
};

/** The share of reference calls that also appear in the prediction. */
export const trajectoryRecall: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_recall',
  title: 'Recall',
  short: 'recall',
  definition: 'The share of the expected calls that are made.',
  formula: 'expected calls that are made ÷ expected calls',
  scale: 'share',
  isCounted: true,
  options: ['duplicates', 'emptyTrajectories', 'matching'],
  score: scorePair(
    (pair, { duplicates }) => recallOf(pair, duplicates),
    (pair) => {
      const { prediction, reference } = pair;
      if (reference.length > 0) return recallOf(pair, 'membership');
      return prediction.length === 0 ? 1 : 'reference_empty';
    },
  ),
  edits: { kinds: ['add', 'change'], isByMembership: true },
  explain: (score) => plain(explainShare(score, 'reference')),
  example: {
    row: OTHER_HOTEL,
    working: 'Two of three expected calls are present: book_room has another hotel.',
    score: 2 / 3,
    sum: '2 ÷ 3',
  },
  byNames: {
    short: 'recall n.',
    definition: 'The share of the expected calls whose tool is called.',
    example: {
      row: OTHER_TOOL,
      working: 'Two of three expected tools are called; send_mail is not.',
      score: 2 / 3,
      sum: '2 ÷ 3',
    },
  },
};

/** Precision and recall in one number, each call used once. */
export const trajectoryF1: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_f1',
  title: 'F1',
  short: 'F1',
  definition:
    'Precision and recall in one number; every call counts once, whatever the rule for repeated calls.',
  formula: '2 × calls on both sides ÷ (calls made + expected calls), as multisets',
  source: 'Trajectory Playground',
  origin: 'playground',
  scale: 'share',
  isCounted: true,
  score: scorePair(f1Of),
  edits: { kinds: ['add', 'remove', 'change'] },
  example: {
    row: OTHER_HOTEL,
    working: 'Two pairs of equal calls, each counted once, among four calls and three expected.',
    score: (2 * 2) / (4 + 3),
    sum: '2 × 2 ÷ (4 + 3)',
  },
};
