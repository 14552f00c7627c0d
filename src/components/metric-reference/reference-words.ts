import { ROLE_TITLES } from '#core/dataset/column-roles.ts';
import type { Metric } from '#core/metrics/metric.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';

const SCALES: Readonly<Record<Metric['scale'], string>> = {
  binary: '0 or 1',
  share: '0 to 1',
  seconds: 'seconds',
  number: 'any number',
};

const ENDS: Readonly<Record<Metric['better'], string>> = {
  higher: 'higher is better',
  lower: 'lower is better',
  none: 'no verdict',
};

/** What a setting that changes scores is called in the drawer of metrics. */
const OPTIONS: Readonly<Partial<Record<keyof MetricSettings, string>>> = {
  tools: 'the tools looked for',
  duplicates: 'a call made or expected several times',
  emptyTrajectories: 'an empty trajectory on a side',
  matching: 'when a call made is the call expected',
  useEffectiveOrder: 'effective order',
  useStemmer: 'word stems',
  useStrictStringMatch: 'strict string match',
};

/** Which columns a metric cannot do without. */
export function needsInWords({ needs }: Pick<Metric, 'needs'>): string {
  return needs.map((role) => ROLE_TITLES[role]).join(' and ');
}

/** Which settings change a metric's scores; an empty text when none does. */
export function optionsInWords({ options }: Pick<Metric, 'options'>): string {
  return options.flatMap((option) => OPTIONS[option] ?? []).join('; ');
}

/** What a metric's scores are, and which end is good. */
export function scaleInWords({ scale, better }: Pick<Metric, 'scale' | 'better'>): string {
  return `${SCALES[scale]}, ${ENDS[better]}`;
}

/** The metrics in whose entry all words of a query occur, in any letter case; all for none. */
export function searchMetrics<T extends Metric>(metrics: readonly T[], query: string): T[] {
  const words = query.toLowerCase().split(/\s+/);
  return metrics.filter((metric) => {
    const { id, title, short, definition, formula, source } = metric;
    const text = [id, title, short, definition, formula, source, needsInWords(metric)]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
