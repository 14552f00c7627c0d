import type { ChartDefinition } from './chart.ts';
import { consistency } from './consistency/consistency.ts';
import { latency } from './latency/latency.ts';
import { metricMeans } from './metric-means/metric-means.ts';
import { passRateByGroup } from './pass-rate-by-group/pass-rate-by-group.ts';
import { scoreDistribution } from './score-distribution/score-distribution.ts';

/** Every chart of a run, in display order. */
export const CHARTS: readonly ChartDefinition[] = [
  metricMeans,
  passRateByGroup,
  scoreDistribution,
  latency,
  consistency,
];
