import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { precisionOf } from '#core/match/compare-pair.ts';
import { BOOK, FIND, SEND } from '#core/score/metric/example.ts';
import { scorePair } from '#core/score/metric/scorer.ts';
import type { ProcessMetric } from './process-metric.ts';

/** How many predicted calls the reference does not have, or not as often. */
export const redundantCalls: ProcessMetric = {
  id: 'redundant_calls',
  score: scorePair(beyondReference, beyondReference, Math.min),
  example: {
    row: { predicted_trajectory: [FIND, FIND, BOOK, SEND], reference_trajectory: [FIND, BOOK] },
    working: 'The second find_hotel and send_mail are beyond the reference.',
    score: 2,
    sum: '1 + 1',
  },
};

function beyondReference(pair: InternedPair): number {
  const made = pair.counts?.predicted ?? pair.prediction.length;
  const expected = pair.counts?.expected ?? pair.reference.length;
  if (made === 0 || expected === 0) return made;
  return Math.round(made * (1 - precisionOf(pair, 'multiset')));
}
