import { isUnitScale } from '#core/score/metric/metric.ts';
import { inSentence } from '#core/base/text/sentence.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import { roundAxis, unitAxis, type Axis } from '#ui/charts/axis.ts';
import { nameColumn } from '#ui/charts/wording.ts';

/** Names a score column within a sentence and at an axis; a time with its unit. */
export function nameOf(column: MetricSummary): string {
  const full = nameColumn(column);
  const name = titleOf(column).isCode ? full : inSentence(full);
  return findMetric(column.metricId)?.scale === 'seconds' ? `${name} (s)` : name;
}

/** An axis for the means of a score column. */
export function meanAxis(
  title: string,
  metricId: string,
  points: readonly {
    readonly y: number;
    readonly interval?: { readonly high: number } | null | undefined;
  }[],
): Axis {
  if (isUnitScale(findMetric(metricId)?.scale)) return unitAxis(title);
  const most = Math.max(...points.map(({ y, interval }) => interval?.high ?? y));
  const least = Math.min(0, ...points.map(({ y }) => y));
  return roundAxis(title, least, most, 4);
}
