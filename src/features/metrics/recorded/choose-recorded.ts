import { recordedName } from '#core/score/recorded-metrics/recorded-metric.ts';
import type { MetricSettings, RecordedScore } from '#core/score/metric/settings.ts';

/** Whether a recorded score is among the metrics. */
export function isChosen({ recorded = [] }: MetricSettings, score: RecordedScore): boolean {
  return recorded.some((other) => recordedName(other) === recordedName(score));
}

/**
 * Adds a recorded score to the metrics, or takes it away.
 * @returns the changed settings; without recorded scores where there is none
 */
export function withRecorded(
  settings: MetricSettings,
  score: RecordedScore,
  isOn: boolean,
): MetricSettings {
  const { recorded: before = [], ...others } = settings;
  const kept = before.filter((other) => recordedName(other) !== recordedName(score));
  const recorded = isOn ? [...kept, score] : kept;
  return recorded.length === 0 ? others : { ...others, recorded };
}
