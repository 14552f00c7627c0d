import { plain } from '#core/base/text/sentence.ts';
import { explainShare } from '#core/score/metric/call-sentences.ts';
import { recallOf } from '#core/match/compare-pair.ts';
import { BOOK, BOOK_OTHER, FIND, PAY, SEND } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { scorePair } from '#core/score/metric/scorer.ts';

/** The share of reference calls that also appear in the prediction. */
export const trajectoryRecall: ComputedMetric = {
  id: 'trajectory_recall',
  title: 'Recall',
  short: 'recall',
  letter: 'R',
  definition: 'The share of reference calls that also appear in the prediction.',
  formula: 'reference calls found in the prediction ÷ reference calls',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory', 'reference_trajectory'],
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
  explain: (score) => plain(explainShare(score, 'reference', 'prediction')),
  example: {
    row: {
      predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
      reference_trajectory: [FIND, BOOK, SEND],
    },
    working: 'Two of three expected calls are present: book_room has another hotel.',
    score: 2 / 3,
    sum: '2 ÷ 3',
  },
  byNames: {
    short: 'recall n.',
    definition: 'The share of reference calls whose tool also appears in the prediction.',
    example: {
      row: {
        predicted_trajectory: [FIND, BOOK_OTHER, PAY],
        reference_trajectory: [FIND, BOOK, SEND],
      },
      working: 'Two of three expected tools are called; send_mail is not.',
      score: 2 / 3,
      sum: '2 ÷ 3',
    },
  },
};
