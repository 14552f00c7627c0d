import type { MetricSettings } from '#core/score/metric/settings.ts';

/** The metrics that evaluation code of the Vertex AI SDK chooses and defines. */
export interface EvaluationCode {
  /** The name of its experiment; empty without one. */
  readonly title: string;
  /** How many metrics were taken: one for each tool that is looked for. */
  readonly count: number;
  readonly chosen: ChosenMetrics;
  /** A sentence for each thing that was not taken, or was taken in another form. */
  readonly problems: readonly string[];
}

type ChosenMetrics = Pick<MetricSettings, 'metrics' | 'tools'> &
  Partial<Pick<MetricSettings, 'useEffectiveOrder' | 'useStemmer' | 'judges' | 'custom'>>;

/**
 * Replaces the metrics of settings by those of code; rules and whatever else is set stay, and so
 * does what a person said of the scores of an own metric of the same name.
 */
export function withEvaluationCode(
  settings: MetricSettings,
  { chosen }: EvaluationCode,
): MetricSettings {
  const { useEffectiveOrder: _, useStemmer: _stems, judges: _judges, ...others } = settings;
  const before = settings.custom ?? [];
  const taken = (chosen.custom ?? []).map((metric) => {
    const { scale, better } = before.find(({ name }) => name === metric.name) ?? metric;
    return { ...metric, scale, better };
  });
  const kept = before
    .filter(({ name }) => !taken.some((metric) => metric.name === name))
    .map((metric) => ({ ...metric, isOn: false }));
  const custom = [...kept, ...taken];
  return {
    ...others,
    ...chosen,
    ...(custom.length > 0 ? { custom } : {}),
  };
}
