import type { ChartDefinition } from './chart.ts';
import { consistency } from './consistency/consistency.ts';
import { latency } from './latency/latency.ts';
import { metricMeans } from './metric-means/metric-means.ts';
import { passRateByGroup } from './pass-rate-by-group/pass-rate-by-group.ts';
import { scoreByCalls } from './score-by-calls/score-by-calls.ts';
import { scoreDistribution } from './score-distribution/score-distribution.ts';
import { topCauses } from './top-causes/top-causes.ts';
import { trend } from './trend/trend.ts';

/** Every chart of a run, in display order. */
export const CHARTS: readonly ChartDefinition[] = [
  metricMeans,
  passRateByGroup,
  topCauses,
  scoreByCalls,
  scoreDistribution,
  latency,
  consistency,
  trend,
];
