import type { Metric } from '#core/metrics/metric.ts';

/** Whether the agent call failed, as the data records it. */
export const failure: Metric = {
  id: 'failure',
  title: 'Failure',
  short: 'failed',
  letter: '',
  definition: 'Whether the agent call failed, as the data records it.',
  formula: '1 if the call failed; otherwise 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'binary',
  better: 'lower',
  needs: ['failure'],
  options: [],
  isRecorded: true,
  columns: () => [{ id: 'failure', metricId: 'failure' }],
};
