import { plain } from '#core/base/text/sentence.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { recordedScore } from '#core/score/metric/scorer.ts';

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
