import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { BINS, binStart, filtersOfBin, type Histogram } from '#core/explain/summary/bins.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { roundAxis, unitAxis, type Axis } from '#ui/charts/axis.ts';
import { drawPoints } from '#ui/charts/draw-points.ts';
import type { Ink, MarkFilters } from '#ui/charts/figure.ts';
import { writeLeftOut } from '#ui/charts/wording.ts';
import { formatCount, formatScore } from '#ui/format-number.ts';
import { nameOf, type ChartDefinition } from '../chart.ts';
import { scoreDistribution as texts } from '../texts.ts';

/** How many rows have which score. */
export const scoreDistribution: ChartDefinition = {
  id: 'score-distribution',
  figure({ chosen, source }) {
    if (!chosen || chosen.valid === 0 || !isUnitScale(findMetric(chosen.metricId)?.scale))
      return undefined;
    const bars = listBars(chosen);
    const metric = nameOf(chosen);
    return {
      title: texts.title,
      note: metric,
      caption: texts.caption(metric, findingOf(chosen), source),
      draw: (width) =>
        drawPoints(
          {
            form: 'bars',
            points: bars,
            x: isBinary(chosen) ? axisOf(metric, bars) : unitAxis(metric),
            y: countAxis(Math.max(...bars.map(({ y }) => y))),
          },
          width,
        ),
      numbers: {
        head: texts.head,
        lines: bars
          .filter(({ y }) => y > 0)
          .map(({ name, y, filters }) => ({ cells: [name, y], filters })),
      },
    };
  },
};

function findingOf(summary: MetricSummary): string {
  const { valid, mean, median } = summary;
  const leftOut = writeLeftOut(summary);
  return isBinary(summary)
    ? texts.binary(summary.histogram.bins.at(-1) ?? 0, valid, leftOut)
    : texts.middle(valid, formatScore(mean), formatScore(median), leftOut);
}

function isBinary({ metricId }: MetricSummary): boolean {
  return findMetric(metricId)?.scale === 'binary';
}

/** An axis on which each bar has its name and its count. */
function axisOf(title: string, bars: readonly ScoreBar[]): Axis {
  const ticks = bars.map(({ x, y, name }) => ({ at: x, text: texts.tick(name, y) }));
  return { min: -0.5, max: bars.length - 0.5, title, ticks };
}

/** An axis of rows, of which there are no halves. */
function countAxis(most: number): Axis {
  const axis = roundAxis(texts.rowsAxis, 0, most, Math.min(4, most), formatCount);
  return { ...axis, ticks: axis.ticks.filter(({ at }) => Number.isInteger(at)) };
}

/** A bar, and the scores it stands for. */
interface ScoreBar {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly fill: Ink;
  readonly note: string;
  readonly filters: MarkFilters;
}

function listBars(summary: MetricSummary): readonly ScoreBar[] {
  const { histogram, max } = summary;
  const last = histogram.bins.length - 1;
  const barOf = (x: number, bin: number, name: string, isFull: boolean): ScoreBar => {
    const y = histogram.bins[bin] ?? 0;
    const fill = inkOf(summary, isFull);
    return { name, x, y, fill, note: texts.note(name, y), filters: filtersOfBin(summary, bin) };
  };
  if (isBinary(summary)) return [barOf(0, 0, '0', false), barOf(1, last, '1', true)];
  return histogram.bins.slice(0, BINS).map((_, bin) =>
    // the last bin begins below 1 and may hold no full score
    barOf((bin + 0.5) / BINS, bin, nameBin(histogram, bin), bin === last && max === 1),
  );
}

function nameBin(histogram: Histogram, bin: number): string {
  return texts.range(
    formatScore(binStart(histogram, bin)),
    formatScore(binStart(histogram, bin + 1)),
  );
}

function inkOf({ metricId }: MetricSummary, isFull: boolean): Ink {
  if (findMetric(metricId)?.better !== 'higher') return 'bar';
  return isFull ? 'bar-pass' : 'bar-fail';
}
