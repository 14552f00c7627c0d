import { type ComputedMetric, recordedScore } from '#core/score/metric/metric.ts';
import { plain } from '#core/base/text/sentence.ts';

/** The recorded time until the agent's answer. */
export const latencyInSeconds: ComputedMetric = {
  id: 'latency_in_seconds',
  title: 'Time',
  short: 's',
  definition: 'How long the agent took to answer, as the data records it.',
  origin: 'vertex',
  scale: 'seconds',
  better: 'lower',
  needs: ['latency_in_seconds'],
  isRecorded: true,
  records: 'latencySeconds',
  score: ({ latencySeconds }) => recordedScore(latencySeconds),
};

/** Whether the agent call failed, as recorded. */
export const failure: ComputedMetric = {
  id: 'failure',
  title: 'Failure',
  short: 'failed',
  definition: 'Whether the agent call failed, as the data records it.',
  origin: 'vertex',
  scale: 'binary',
  better: 'lower',
  needs: ['failure'],
  isRecorded: true,
  records: 'failure',
  score: ({ failure }) => recordedScore(failure),
  explain: ({ value }) =>
    plain(value > 0 ? 'The agent call failed.' : 'The agent call did not fail.'),
};
