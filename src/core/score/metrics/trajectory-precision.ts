import { plain } from '#core/base/text/sentence.ts';
import { explainShare } from '#core/score/metric/call-sentences.ts';
import { precisionOf } from '#core/match/compare-pair.ts';
import { BOOK, BOOK_OTHER, FIND, PAY, SEND } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { scorePair } from '#core/score/metric/scorer.ts';

/** The share of predicted calls that also appear in the reference. */
export const trajectoryPrecision: ComputedMetric = {
  id: 'trajectory_precision',
  title: 'Precision',
  short: 'prec',
  letter: 'P',
  definition: 'The share of predicted calls that also appear in the reference.',
  formula: 'predicted calls found in the reference ÷ predicted calls',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
  isCounted: true,
  options: ['duplicates', 'emptyTrajectories', 'matching'],
  score: scorePair(
    (pair, { duplicates }) => precisionOf(pair, duplicates),
    ({ prediction, reference }) => {
      if (prediction.length > 0) return 0;
      return reference.length === 0 ? 1 : 'prediction_empty';
    },
  ),
  edits: { kinds: ['remove', 'change'], isByMembership: true },
  explain: (score) => plain(explainShare(score, 'predicted', 'reference')),
  example: {
    row: {
      predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
      reference_trajectory: [FIND, BOOK, SEND],
    },
    working:
      'Three of four calls are expected: find_hotel counts both times, book_room has another hotel.',
    score: 3 / 4,
    sum: '3 ÷ 4',
  },
  byNames: {
    short: 'prec n.',
    definition: 'The share of predicted calls whose tool also appears in the reference.',
    example: {
      row: {
        predicted_trajectory: [FIND, BOOK_OTHER, PAY],
        reference_trajectory: [FIND, BOOK, SEND],
      },
      working: 'Two of three calls are to an expected tool; pay is not.',
      score: 2 / 3,
      sum: '2 ÷ 3',
    },
  },
};
