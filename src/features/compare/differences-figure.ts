import type { Comparison, MetricComparison } from '#core/compare/compare-runs.ts';
import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { roundAxis } from '#ui/charts/axis.ts';
import { drawRows } from '#ui/charts/draw-rows.ts';
import type { Figure } from '#ui/charts/figure.ts';
import { formatCount } from '#ui/format-number.ts';
import {
  describeInterval,
  formatDifference,
  isSettled,
} from '#core/compare/comparison-sentences.ts';
import { differencesFigure as texts } from './texts.ts';

type Paired = MetricComparison & { readonly difference: number };

/**
 * A forest plot: the paired difference of each score from 0 to 1 on its interval.
 * @param source the end of the caption: which runs, and how they were scored
 * @returns the figure; undefined where no row is scored in both runs
 */
export function differencesFigure(
  { metrics }: Comparison,
  letter: string,
  source: string,
): Figure | undefined {
  const paired = metrics.filter(
    (metric): metric is Paired =>
      metric.difference !== null && isUnitScale(findMetric(metric.metricId)?.scale),
  );
  if (paired.length === 0) return undefined;
  const ends = paired.flatMap(({ difference, interval }) => [
    difference,
    ...(interval ? [interval.low, interval.high] : []),
  ]);
  const reach = Math.max(0.05, ...ends.map(Math.abs));
  const title = texts.axis(letter);
  return {
    id: 'differences',
    title: texts.title,
    note: texts.note(letter),
    caption: texts.caption(source),
    draw: (width) =>
      drawRows(
        {
          rows: paired.map((metric) => ({
            name: titleOf(metric).title,
            isCode: titleOf(metric).isCode,
            value: metric.difference,
            interval: metric.interval,
            isOpen: !isSettled(metric),
            cells: [
              formatDifference(metric.difference),
              describeInterval(metric.metricId, metric.interval),
              formatCount(metric.pairs),
            ],
          })),
          axis: roundAxis(title, -reach, reach, 4, (at) => formatDifference(at)),
          heads: [
            { text: texts.difference },
            { text: texts.interval, isWide: true },
            { text: 'n' },
          ],
          line: { at: 0, text: '' },
        },
        width,
      ),
    numbers: {
      head: texts.head,
      lines: paired.map((metric) => ({
        cells: [
          titleOf(metric).title,
          metric.difference,
          metric.interval?.low ?? null,
          metric.interval?.high ?? null,
          metric.chance?.adjustedP ?? null,
          metric.pairs,
        ],
      })),
    },
  };
}
