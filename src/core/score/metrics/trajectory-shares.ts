import { plain } from '#core/base/text/sentence.ts';
import { explainShare } from '#core/score/metric/call-sentences.ts';
import { precisionOf, recallOf, f1Of } from '#core/match/compare-pair.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { COMPARES_CALLS, scorePair } from '#core/score/metric/scorer.ts';

/** The share of predicted calls that also appear in the reference. */
export const trajectoryPrecision: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_precision',
  title: 'Precision',
  short: 'prec',
  definition: 'The share of the calls made that are expected.',
  scale: 'share',
  isCounted: true,
  options: ['duplicates', 'emptyTrajectories', 'matching'],
  score: scorePair(
    (pair, { duplicates }) => precisionOf(pair, duplicates),
    ({ prediction, reference }) => (prediction.length === 0 && reference.length === 0 ? 1 : 0),
  ),
  edits: { kinds: ['remove', 'change'], isByMembership: true },
  explain: (score) => plain(explainShare(score, 'predicted')),
  byNames: {
    short: 'prec n.',
    definition: 'The share of the calls made whose tool is expected.',
  },
};

/** The share of reference calls that also appear in the prediction. */
export const trajectoryRecall: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_recall',
  title: 'Recall',
  short: 'recall',
  definition: 'The share of the expected calls that are made.',
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
  byNames: {
    short: 'recall n.',
    definition: 'The share of the expected calls whose tool is called.',
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
  origin: 'playground',
  scale: 'share',
  isCounted: true,
  score: scorePair(f1Of),
  edits: { kinds: ['add', 'remove', 'change'] },
};
