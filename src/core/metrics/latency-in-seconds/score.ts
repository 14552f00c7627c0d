import type { Scorer } from '#core/metrics/scorer.ts';

/** Scores latency_in_seconds. */
export const latencyInSecondsScorer: Scorer = {
  score: ({ latencySeconds }) => {
    if (latencySeconds === 'missing') return 'value_missing';
    return latencySeconds === 'unreadable' ? 'value_unreadable' : latencySeconds;
  },
};
