import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { BINS, binStart, filtersOfBin, type Histogram } from '#core/explain/summary/summarise.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { drawBars, type ChartBar } from '#ui/charts/draw-chart.ts';
import type { Figure, Ink } from '#ui/charts/figure.ts';
import { writeLeftOut } from '#ui/charts/wording.ts';
import { formatScore } from '#ui/format-number.ts';
import { nameOf, type ChartDefinition } from '../chart.ts';
import { scoreDistribution as texts } from '../texts.ts';

/** How many rows have which score. */
export const scoreDistribution: ChartDefinition = {
  id: 'score-distribution',
  figure({ chosen, source }) {
    if (!chosen || chosen.valid === 0 || !isUnitScale(findMetric(chosen.metricId)?.scale))
      return undefined;
    const metric = nameOf(chosen);
    return {
      title: texts.title,
      note: metric,
      caption: texts.caption(metric, findingOf(chosen), source),
      ...drawDistribution(chosen, {
        title: metric,
        head: texts.head,
        note: texts.note,
        write: formatScore,
        writeTick: String,
      }),
    };
  },
};

/** How values of a column are named in its distribution. */
interface Naming {
  readonly title: string;
  readonly head: readonly string[];
  /** Says how many rows are in a bar. */
  readonly note: (name: string, count: number) => string;
  /** Writes a value in the name of a bar. */
  readonly write: (value: number) => string;
  readonly writeTick: (value: number) => string;
}

/** Draws how many rows have which value of a column. */
export function drawDistribution(
  summary: MetricSummary,
  naming: Naming,
): Pick<Figure, 'draw' | 'numbers'> {
  const { title, head, writeTick } = naming;
  const bars = listBars(summary, naming);
  const { min, max } = summary.histogram;
  const x = {
    title,
    hasLabels: isBinary(summary),
    write: (place: number) => writeTick(min + place * (max - min)),
  };
  return {
    draw: (width) => drawBars({ bars, x, y: texts.rowsAxis }, width),
    numbers: {
      head,
      lines: bars
        .filter(({ value }) => value > 0)
        .map(({ name, value, filters }) => ({ cells: [name, value], filters })),
    },
  };
}

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

/** A bar, and the scores it stands for. */
interface ScoreBar extends ChartBar {
  readonly name: string;
}

function listBars(summary: MetricSummary, { note, write }: Naming): readonly ScoreBar[] {
  const { histogram, max } = summary;
  const last = histogram.bins.length - 1;
  const barOf = (bin: number, name: string, isFull: boolean): ScoreBar => {
    const value = histogram.bins[bin] ?? 0;
    return {
      name,
      label: texts.tick(name, value),
      value,
      fill: inkOf(summary, isFull),
      note: note(name, value),
      filters: filtersOfBin(summary, bin),
    };
  };
  if (isBinary(summary)) return [barOf(0, '0', false), barOf(last, '1', true)];
  return histogram.bins.slice(0, BINS).map((_, bin) =>
    // the last bin begins below 1 and may hold no full score
    barOf(bin, nameBin(histogram, bin, write), bin === last && max === 1),
  );
}

function nameBin(histogram: Histogram, bin: number, write: (value: number) => string): string {
  return texts.range(write(binStart(histogram, bin)), write(binStart(histogram, bin + 1)));
}

function inkOf({ metricId }: MetricSummary, isFull: boolean): Ink {
  if (findMetric(metricId)?.better !== 'higher') return 'bar';
  return isFull ? 'bar-pass' : 'bar-fail';
}
