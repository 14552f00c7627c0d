import type { MetricSettings } from '#core/metrics/settings.ts';
import type { JudgeMetric } from './judge-metric.ts';

/**
 * Adds a judged metric to settings; it takes the place of one with the same id.
 * @param settings the settings
 * @param metric the metric
 * @returns settings with it
 */
export function withJudge(settings: MetricSettings, metric: JudgeMetric): MetricSettings {
  const judges = settings.judges ?? [];
  const isKnown = judges.some(({ id }) => id === metric.id);
  return {
    ...settings,
    judges: isKnown
      ? judges.map((other) => (other.id === metric.id ? metric : other))
      : [...judges, metric],
  };
}
