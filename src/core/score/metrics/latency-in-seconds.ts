import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { recordedScore } from '#core/score/metric/scorer.ts';

/** How long the agent took to answer, as the data records it. */
export const latencyInSeconds: ComputedMetric = {
  id: 'latency_in_seconds',
  title: 'Latency',
  short: 's',
  definition: 'How long the agent took to answer, as the data records it.',
  formula: 'recorded seconds',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'seconds',
  better: 'lower',
  needs: ['latency_in_seconds'],
  isRecorded: true,
  records: 'latencySeconds',
  score: ({ latencySeconds }) => recordedScore(latencySeconds),
  example: {
    row: { latency_in_seconds: 1.5 },
    working: 'The seconds that the row records.',
    score: 1.5,
    sum: '1.5',
  },
};
