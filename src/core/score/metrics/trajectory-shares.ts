import { plain } from '#core/base/text/sentence.ts';
import { precisionOf, recallOf, f1Of } from '#core/match/compare-pair.ts';
import type { ComputedMetric, ExplainedScore } from '#core/score/metric/metric.ts';
import { COMPARES_CALLS, scorePair } from '#core/score/metric/scorer.ts';
import { allOf } from './trajectory-matches.ts';

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

/**
 * Says how many calls of a side are found on the other; empty where the score may belong to another
 * reference than the one shown.
 */
function explainShare(score: ExplainedScore, side: 'predicted' | 'reference'): string {
  const { value, settings, aligned } = score;
  const total = (side === 'predicted' ? aligned.prediction : aligned.reference).length;
  if (total === 0) return '';
  const found = Math.round(value * total);
  if (Math.abs(found / total - value) > 1e-9) return '';
  const [call, isFound] = side === 'predicted' ? ['call', 'expected'] : ['expected call', 'made'];
  const once = settings.duplicates === 'multiset' ? ', each counted once' : '';
  if (total === 1) return `The ${call} is ${found === 1 ? '' : 'not '}${isFound}.`;
  if (found === total) return `${allOf(total)} ${call}s are ${isFound}${once}.`;
  if (found === 0 && total === 2) return `Neither ${call} is ${isFound}.`;
  if (found === 0) return `None of the ${String(total)} ${call}s is ${isFound}.`;
  const are = found === 1 ? 'is' : 'are';
  return `${String(found)} of ${String(total)} ${call}s ${are} ${isFound}${once}.`;
}
