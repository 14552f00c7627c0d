import { findMetric, fullMarks, titleOf } from '#core/score/metrics/registry.ts';
import { isUnitScale } from '#core/score/metric/metric.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { unitAxis } from '#ui/charts/axis.ts';
import { drawRows } from '#ui/charts/draw-rows.ts';
import type { MarkFilters } from '#ui/charts/figure.ts';
import { nameColumn, NO_NUMBER } from '#ui/charts/wording.ts';
import { formatCount, formatScore } from '#ui/format-number.ts';
import type { ChartDefinition } from '../chart.ts';
import { metricMeans as texts } from '../texts.ts';

/** More rows than this are read in the table. */
const DRAWN = 24;

/** Means of all scores that lie in [0,1], each as a dot on its 95 % interval. */
export const metricMeans: ChartDefinition = {
  id: 'metric-means',
  figure({ summary, source }) {
    const columns = summary.columns.filter(
      ({ metricId, valid }) => valid > 0 && isUnitScale(findMetric(metricId)?.scale),
    );
    if (columns.length === 0) return undefined;
    const rows = columns.slice(0, DRAWN).map((column) => ({
      name: titleOf(column).title,
      isCode: titleOf(column).isCode,
      value: column.mean,
      interval: column.interval,
      cells: [formatScore(column.mean), rangeOf(column), formatCount(column.valid)],
      filters: filtersOf(column),
    }));
    return {
      title: texts.title,
      caption: texts.caption(source),
      draw: (width) =>
        drawRows(
          {
            rows,
            axis: unitAxis(texts.axis),
            heads: [
              { text: texts.mean },
              { text: texts.interval, isWide: true },
              { text: texts.n },
            ],
          },
          width,
        ),
      numbers: {
        head: texts.head,
        lines: columns.map((column) => ({
          cells: [
            nameColumn(column),
            column.mean,
            column.interval?.low ?? null,
            column.interval?.high ?? null,
            column.valid,
            column.notEvaluated + column.errors,
          ],
          filters: filtersOf(column),
        })),
      },
    };
  },
};

/** A mean stands for the rows that keep it from being as good as can be. */
function filtersOf({ columnId, metricId }: MetricSummary): MarkFilters {
  return fullMarks(metricId) === undefined ? [] : [{ kind: 'failing', columnId }];
}

function rangeOf({ interval }: MetricSummary): string {
  if (!interval) return NO_NUMBER;
  return texts.range(formatScore(interval.low), formatScore(interval.high));
}
