import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { recordedScore } from '#core/score/metric/scorer.ts';
import { plain } from '#core/base/text/sentence.ts';

/** How long the agent took to answer, as the data records it. */
export const latencyInSeconds: ComputedMetric = {
  id: 'latency_in_seconds',
  title: 'Time',
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

/** Whether the agent call failed, as the data records it. */
export const failure: ComputedMetric = {
  id: 'failure',
  title: 'Failure',
  short: 'failed',
  definition: 'Whether the agent call failed, as the data records it.',
  formula: '1 if the call failed, else 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'binary',
  better: 'lower',
  needs: ['failure'],
  isRecorded: true,
  records: 'failure',
  score: ({ failure }) => recordedScore(failure),
  explain: ({ value }) =>
    plain(value > 0 ? 'The agent call failed.' : 'The agent call did not fail.'),
  example: {
    row: { failure: true },
    working: 'The row records that the agent call failed.',
    score: 1,
  },
};
