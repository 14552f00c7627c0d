import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores failure. */
export const failureScorer: Scorer = {
  score: ({ failure }) => {
    if (failure === 'missing') return 'value_missing';
    return failure === 'unreadable' ? 'value_unreadable' : failure;
  },
};
