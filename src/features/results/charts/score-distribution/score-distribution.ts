import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { BINS, binStart, filtersOfBin, type Histogram } from '#core/explain/summary/bins.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import type { BarFilters, ChartDefinition } from '#ui/charts/chart.ts';
import {
  barLook,
  countAxis,
  numberAxis,
  scoreAxis,
  sharedOptions,
  tickLook,
  tooltipLook,
} from '#ui/charts/options.ts';
import type { ChartTheme } from '#ui/charts/theme.ts';
import { nameColumn, writeLeftOut } from '#ui/charts/wording.ts';
import { countOf, formatCount, formatScore } from '#ui/format-number.ts';

const HEIGHT = 200;

/** A bar: the scores it stands for, how many rows have them, whether they are the full score. */
interface Bar {
  readonly label: string;
  readonly count: number;
  readonly isFull: boolean;
  readonly filters: BarFilters;
}

/** How many rows have which score, one metric at a time. */
export const scoreDistribution: ChartDefinition = {
  id: 'score-distribution',
  title: 'Scores',
  description: 'rows by score',
  isShown: (summaries) => listScored(summaries).length > 0,
  variants: (summaries) =>
    listScored(summaries).map((summary) => ({
      id: summary.columnId,
      label: nameColumn(summary),
      summaries: [summary],
    })),
  height: () => HEIGHT,
  describe(summaries) {
    const [summary] = listScored(summaries);
    if (!summary) return 'No row has a score.';
    const scored = countOf(summary.valid, 'row');
    const leftOut = writeLeftOut(summary);
    if (isBinary(summary)) {
      const ones = summary.histogram.bins.at(-1) ?? 0;
      return `${formatCount(ones)} of ${scored} ${ones === 1 ? 'has' : 'have'} score 1${leftOut}.`;
    }
    const { mean, median } = summary;
    return `${scored}: mean ${formatScore(mean)}, median ${formatScore(median)}${leftOut}.`;
  },
  configure(summaries, theme) {
    const [summary] = listScored(summaries);
    const bars = summary ? listBars(summary) : [];
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
              title: ([item]) => (item ? `Score ${item.label}` : ''),
              label: ({ parsed }) => countOf(parsed.y ?? 0, 'row'),
            },
          },
        },
        scales: {
          x: {
            display: summary !== undefined && isBinary(summary),
            border: { color: theme.lineStrong },
            grid: { display: false },
            ticks: {
              ...tickLook(theme),
              color: theme.ink2,
              callback: (index) => {
                const bar = bars[Number(index)];
                return bar ? `${bar.label} · ${countOf(bar.count, 'row')}` : '';
              },
            },
          },
          score: {
            ...(summary && !isUnitScale(findMetric(summary.metricId)?.scale)
              ? { ...numberAxis(theme), min: summary.histogram.min, max: summary.histogram.max }
              : scoreAxis(theme)),
            type: 'linear',
            axis: 'x',
            position: 'bottom',
            display: summary !== undefined && !isBinary(summary),
            border: { color: theme.lineStrong },
            grid: { display: false },
          },
          y: countAxis(theme),
        },
      },
    };
  },
  filters(summaries) {
    const [summary] = listScored(summaries);
    return summary ? listBars(summary).map(({ filters }) => filters) : [];
  },
  table(summaries) {
    const [summary] = listScored(summaries);
    const bars = (summary ? listBars(summary) : []).filter(({ count }) => count > 0);
    return {
      caption: summary ? `Rows by score: ${nameColumn(summary)}` : 'Rows by score',
      head: ['Score', 'Rows'],
      rows: bars.map(({ label, count }) => [label, formatCount(count)]),
      filters: bars.map(({ filters }) => filters),
    };
  },
};

function listScored(summaries: readonly MetricSummary[]): readonly MetricSummary[] {
  return summaries.filter(
    ({ metricId, valid }) => valid > 0 && isUnitScale(findMetric(metricId)?.scale),
  );
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
  return `${formatScore(binStart(histogram, bin))} to ${formatScore(binStart(histogram, bin + 1))}`;
}

function colourOf(summary: MetricSummary | undefined, isFull: boolean, theme: ChartTheme): string {
  const metric = findMetric(summary?.metricId ?? '');
  if (metric?.better !== 'higher' || !isUnitScale(metric.scale)) return theme.bar;
  return isFull ? theme.barPass : theme.barFail;
}
