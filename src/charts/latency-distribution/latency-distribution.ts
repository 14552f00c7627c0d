import { latencyInSeconds } from '#core/metrics/latency-in-seconds/latency-in-seconds.ts';
import { BINS, binStart, filtersOfBin } from '#core/summary/bins.ts';
import type { MetricSummary } from '#core/summary/summarise.ts';
import type { BarFilters, ChartDefinition } from '../chart.ts';
import { barLook, countAxis, sharedOptions, tickLook, tooltipLook } from '../options.ts';
import { writeCount, writeLeftOut, writeRows, writeSeconds } from '../wording.ts';
import { drawMarkers, MARKER_HEIGHT, type Marker } from './markers.ts';

const HEIGHT = 200;

/** How many rows took how many seconds, with mean and median marked. */
export const latencyDistribution: ChartDefinition = {
  id: 'latency-distribution',
  title: 'Latency',
  description: 'rows by seconds',
  isShown: (summaries) => findLatency(summaries) !== undefined,
  variants(summaries) {
    const summary = findLatency(summaries);
    if (!summary) return [];
    return [{ id: summary.columnId, label: latencyInSeconds.title, summaries: [summary] }];
  },
  height: () => HEIGHT,
  describe(summaries) {
    const summary = findLatency(summaries);
    if (!summary) return 'No latency was recorded.';
    const { mean, median, p90, max, valid } = summary;
    const middle = `mean ${writeSeconds(mean)}, median ${writeSeconds(median)}`;
    const tail = `90 % within ${writeSeconds(p90)}, longest ${writeSeconds(max)}`;
    return `${writeRows(valid)}: ${middle}, ${tail}${writeLeftOut(summary)}.`;
  },
  configure(summaries, theme) {
    const summary = findLatency(summaries);
    const bars = listBars(summary);
    const markers = listMarkers(summary);
    return {
      type: 'bar',
      data: {
        labels: bars.map(({ label }) => label),
        datasets: [
          {
            data: bars.map(({ count }) => (count === 0 ? null : count)),
            ...barLook(
              bars.map(() => theme.bar),
              theme,
            ),
          },
        ],
      },
      options: {
        ...sharedOptions(theme),
        layout: { padding: { top: MARKER_HEIGHT * markers.length } },
        interaction: { mode: 'index', intersect: false },
        plugins: {
          tooltip: {
            ...tooltipLook(theme),
            callbacks: { label: ({ parsed }) => writeRows(parsed.y ?? 0) },
          },
        },
        scales: {
          x: { display: false },
          seconds: {
            type: 'linear',
            axis: 'x',
            position: 'bottom',
            offset: false,
            min: summary?.histogram.min ?? 0,
            max: summary?.histogram.max ?? 1,
            border: { color: theme.lineStrong },
            grid: { display: false },
            ticks: {
              ...tickLook(theme),
              includeBounds: false,
              maxTicksLimit: 9,
              callback: (value) => writeSeconds(Number(value)),
            },
          },
          y: countAxis(theme),
        },
      },
      plugins: [drawMarkers(markers, 'seconds', theme)],
    };
  },
  filters: (summaries) => listBars(findLatency(summaries)).map(({ filters }) => filters),
  table(summaries) {
    const summary = findLatency(summaries);
    const bars = listBars(summary).filter(({ count }) => count > 0);
    const marks = listMarkers(summary).map(({ text }) => text);
    return {
      caption: ['Rows by seconds', ...marks].join(', '),
      head: ['Seconds', 'Rows'],
      rows: bars.map(({ label, count }) => [label, writeCount(count)]),
      filters: bars.map(({ filters }) => filters),
    };
  },
};

function findLatency(summaries: readonly MetricSummary[]): MetricSummary | undefined {
  return summaries.find(({ metricId, valid }) => metricId === latencyInSeconds.id && valid > 0);
}

/** A bar: the seconds it stands for and how many rows took them. */
interface Bar {
  readonly label: string;
  readonly count: number;
  readonly filters: BarFilters;
}

function listBars(summary: MetricSummary | undefined): Bar[] {
  if (!summary) return [];
  const { histogram } = summary;
  const start = (bin: number): string => writeSeconds(binStart(histogram, bin));
  return histogram.bins.slice(0, BINS).map((count, bin) => ({
    label: `${start(bin)} to ${start(bin + 1)}`,
    count,
    filters: filtersOfBin(summary, bin),
  }));
}

function listMarkers(summary: MetricSummary | undefined): Marker[] {
  if (!summary) return [];
  const { mean, median } = summary;
  const marks = [
    { name: 'mean', value: mean, isDashed: false },
    { name: 'median', value: median, isDashed: true },
  ];
  return marks.flatMap(({ name, value, isDashed }) =>
    value === null ? [] : [{ value, isDashed, text: `${name} ${writeSeconds(value)}` }],
  );
}
