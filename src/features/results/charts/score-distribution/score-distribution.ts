import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { BINS, binStart, filtersOfBin, type Histogram } from '#core/explain/summary/bins.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import type { ChartConfiguration, MarkFilters } from '#ui/charts/figure.ts';
import {
  barLook,
  countAxis,
  scoreAxis,
  sharedOptions,
  tickLook,
  tooltipLook,
} from '#ui/charts/options.ts';
import type { ChartTheme } from '#ui/charts/theme.ts';
import { writeLeftOut } from '#ui/charts/wording.ts';
import { nameOf } from '../chosen.ts';
import { formatScore } from '#ui/format-number.ts';
import type { ChartDefinition } from '../chart.ts';
import { scoreDistribution as texts } from '../texts.ts';

const HEIGHT = 240;

/** A bar: the scores it stands for, how many rows have them, whether they are the full score. */
interface Bar {
  readonly label: string;
  readonly count: number;
  readonly isFull: boolean;
  readonly filters: MarkFilters;
}

/** How many rows have which score. */
export const scoreDistribution: ChartDefinition = {
  id: 'score-distribution',
  figure({ figures: { chosen }, source }) {
    if (!chosen || chosen.valid === 0 || !isUnitScale(findMetric(chosen.metricId)?.scale))
      return undefined;
    const bars = listBars(chosen);
    const metric = nameOf(chosen);
    return {
      title: texts.title,
      note: metric,
      caption: texts.caption(metric, findingOf(chosen), source),
      draw: {
        height: HEIGHT,
        configure: (theme) => configure(chosen, metric, bars, theme),
        filters: bars.map(({ filters }) => filters),
      },
      numbers: {
        head: texts.head,
        lines: bars
          .filter(({ count }) => count > 0)
          .map(({ label, count, filters }) => ({ cells: [label, count], filters })),
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

function configure(
  summary: MetricSummary,
  metric: string,
  bars: readonly Bar[],
  theme: ChartTheme,
): ChartConfiguration {
  const title = (text: string) => ({ display: true, text, color: theme.ink2 });
  return {
    type: 'bar',
    data: {
      labels: bars.map(({ label }) => label),
      datasets: [
        {
          data: bars.map(({ count }) => (count === 0 ? null : count)),
          ...barLook(
            bars.map(({ isFull }) => colourOf(summary, isFull, theme)),
            theme,
          ),
          maxBarThickness: 40,
        },
      ],
    },
    options: {
      ...sharedOptions(theme),
      interaction: { mode: 'index', intersect: false },
      plugins: {
        tooltip: {
          ...tooltipLook(theme),
          callbacks: {
            title: ([item]) => (item ? texts.score(item.label) : ''),
            label: ({ parsed }) => texts.rows(parsed.y ?? 0),
          },
        },
      },
      scales: {
        x: {
          display: isBinary(summary),
          title: title(metric),
          border: { color: theme.lineStrong },
          grid: { display: false },
          ticks: {
            ...tickLook(theme),
            color: theme.ink2,
            callback: (index) => {
              const bar = bars[Number(index)];
              return bar ? texts.tick(bar.label, bar.count) : '';
            },
          },
        },
        score: {
          ...scoreAxis(theme),
          type: 'linear',
          axis: 'x',
          position: 'bottom',
          title: title(metric),
          display: !isBinary(summary),
          border: { color: theme.lineStrong },
          grid: { display: false },
        },
        y: { ...countAxis(theme), title: title(texts.rowsAxis) },
      },
    },
  };
}

function isBinary({ metricId }: MetricSummary): boolean {
  return findMetric(metricId)?.scale === 'binary';
}

function listBars(summary: MetricSummary): readonly Bar[] {
  const { histogram, max } = summary;
  const last = histogram.bins.length - 1;
  if (isBinary(summary)) {
    return [
      {
        label: '0',
        count: histogram.bins[0] ?? 0,
        isFull: false,
        filters: filtersOfBin(summary, 0),
      },
      {
        label: '1',
        count: histogram.bins[last] ?? 0,
        isFull: true,
        filters: filtersOfBin(summary, last),
      },
    ];
  }
  return histogram.bins.slice(0, BINS).map((count, bin) => ({
    label: labelBin(histogram, bin),
    count,
    // The last bin begins below 1 and may hold no full score.
    isFull: bin === last && max === 1 && isUnitScale(findMetric(summary.metricId)?.scale),
    filters: filtersOfBin(summary, bin),
  }));
}

function labelBin(histogram: Histogram, bin: number): string {
  return texts.range(
    formatScore(binStart(histogram, bin)),
    formatScore(binStart(histogram, bin + 1)),
  );
}

function colourOf(summary: MetricSummary | undefined, isFull: boolean, theme: ChartTheme): string {
  const metric = findMetric(summary?.metricId ?? '');
  if (metric?.better !== 'higher' || !isUnitScale(metric.scale)) return theme.bar;
  return isFull ? theme.barPass : theme.barFail;
}
