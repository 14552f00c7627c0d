import type { ChartDefinition } from '#ui/charts/chart.ts';
import { latencyDistribution } from './latency-distribution/latency-distribution.ts';
import { metricMeans } from './metric-means/metric-means.ts';
import { scoreDistribution } from './score-distribution/score-distribution.ts';

/** Every chart of a run, in display order. */
export const CHARTS: readonly ChartDefinition[] = [
  metricMeans,
  scoreDistribution,
  latencyDistribution,
];
