import type { MetricSummary } from '#core/summary/summarise.ts';
import { findMetric } from '#core/metrics/registry.ts';

/** A metric and its mean over all rows of each run, null where a run has none. */
export interface MeanLine {
  readonly columnId: string;
  readonly about: Pick<MetricSummary, 'metricId' | 'tool'>;
  readonly means: readonly (number | null)[];
}

/**
 * Lists what is known of runs before their rows are: the means under the metrics of the first run
 * that another one has too.
 * @param summaries the summaries kept with the runs, the baseline's first
 * @returns a line per metric; recorded ones, such as latency, only where a run has numbers
 */
export function meansOf(summaries: readonly (readonly MetricSummary[])[]): MeanLine[] {
  const [baseline = [], ...others] = summaries;
  return baseline.flatMap((about) => {
    const { columnId, metricId } = about;
    const found = others.map((summary) => summary.find((other) => other.columnId === columnId));
    if (found.every((other) => other === undefined)) return [];
    const means = [about, ...found].map((summary) => summary?.mean ?? null);
    if (findMetric(metricId)?.isRecorded && means.every((mean) => mean === null)) return [];
    return [{ columnId, about, means }];
  });
}
