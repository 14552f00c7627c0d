import { findMetric } from '#core/score/metrics/registry.ts';
import { BINS, binStart, filtersOfBin } from '#core/explain/summary/bins.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import type { BarFilters, ChartDefinition } from '#ui/charts/chart.ts';
import { barLook, countAxis, sharedOptions, tickLook, tooltipLook } from '#ui/charts/options.ts';
import { writeLeftOut, writeSeconds } from '#ui/charts/wording.ts';
import { countOf, formatCount } from '#ui/format-number.ts';
import type { Plugin } from 'chart.js';
import type { ChartTheme } from '#ui/charts/theme.ts';

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
    return [{ id: summary.columnId, label: 'Latency', summaries: [summary] }];
  },
  height: () => HEIGHT,
  describe(summaries) {
    const summary = findLatency(summaries);
    if (!summary) return 'No latency was recorded.';
    const { mean, median, p90, max, valid } = summary;
    const middle = `mean ${writeSeconds(mean)}, median ${writeSeconds(median)}`;
    const tail = `90 % within ${writeSeconds(p90)}, longest ${writeSeconds(max)}`;
    return `${countOf(valid, 'row')}: ${middle}, ${tail}${writeLeftOut(summary)}.`;
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
            callbacks: { label: ({ parsed }) => countOf(parsed.y ?? 0, 'row') },
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
      rows: bars.map(({ label, count }) => [label, formatCount(count)]),
      filters: bars.map(({ filters }) => filters),
    };
  },
};

function findLatency(summaries: readonly MetricSummary[]): MetricSummary | undefined {
  return summaries.find(
    ({ metricId, valid }) => valid > 0 && findMetric(metricId)?.scale === 'seconds',
  );
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

/** A value to mark on the x axis, and what is written beside the mark. */
interface Marker {
  readonly value: number;
  readonly text: string;
  readonly isDashed: boolean;
}

/** Height of one marker's text above the bars; each marker has a line of its own. */
const MARKER_HEIGHT = 18;

const GAP = 5;

/**
 * Draws values as upright lines through the bars, each with its text above them.
 * @param markers the values, in any order
 * @param scaleId the axis the values belong to
 * @param theme the theme in force
 * @returns an inline plugin; the chart leaves {@link MARKER_HEIGHT} per marker above its bars
 */
export function drawMarkers(
  markers: readonly Marker[],
  scaleId: string,
  theme: ChartTheme,
): Plugin<'bar'> {
  return {
    id: 'markers',
    afterDatasetsDraw({ ctx, chartArea, scales }) {
      const scale = scales[scaleId];
      if (!scale) return;
      // The leftmost text is the topmost, so that no line starts above it.
      const placed = markers
        .toSorted((a, b) => a.value - b.value)
        .map((marker, index) => ({
          ...marker,
          at: scale.getPixelForValue(marker.value),
          top: chartArea.top - MARKER_HEIGHT * (markers.length - index),
        }));
      ctx.save();
      ctx.lineWidth = 1.25;
      ctx.strokeStyle = theme.ink2;
      for (const { at, top, isDashed } of placed) {
        ctx.setLineDash(isDashed ? [3, 3] : []);
        ctx.beginPath();
        ctx.moveTo(at, top);
        ctx.lineTo(at, chartArea.bottom);
        ctx.stroke();
      }
      ctx.font = `${theme.textSize}px ${theme.sans}`;
      ctx.textBaseline = 'middle';
      ctx.fillStyle = theme.ink;
      ctx.strokeStyle = theme.surface;
      ctx.lineWidth = 4;
      ctx.setLineDash([]);
      for (const { at, top, text } of placed) {
        const isLeft = at + GAP + ctx.measureText(text).width > chartArea.right;
        ctx.textAlign = isLeft ? 'right' : 'left';
        const place = [text, at + (isLeft ? -GAP : GAP), top + MARKER_HEIGHT / 2] as const;
        // A margin in the colour of the surface keeps lines out of the text.
        ctx.strokeText(...place);
        ctx.fillText(...place);
      }
      ctx.restore();
    },
  };
}
