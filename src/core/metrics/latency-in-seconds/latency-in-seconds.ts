import type { Metric } from '#core/metrics/metric.ts';

/** How long the agent took to answer, as the data records it. */
export const latencyInSeconds: Metric = {
  id: 'latency_in_seconds',
  title: 'Latency',
  short: 's',
  letter: '',
  definition: 'How long the agent took to answer, as the data records it.',
  formula: 'recorded seconds',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'seconds',
  better: 'lower',
  needs: ['latency_in_seconds'],
  options: [],
  isRecorded: true,
  columns: () => [{ id: 'latency_in_seconds', metricId: 'latency_in_seconds' }],
};
