import { findMetric, fullMarks, titleOf } from '#core/score/metrics/registry.ts';
import { isUnitScale } from '#core/score/metric/metric.ts';
import { BINS } from '#core/explain/summary/bins.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import type { BarFilters, ChartDefinition } from '#ui/charts/chart.ts';
import { scoreAxis, sharedOptions, tickLook, tooltipLook } from '#ui/charts/options.ts';
import type { ChartTheme } from '#ui/charts/theme.ts';
import { nameColumn, NO_NUMBER } from '#ui/charts/wording.ts';
import { countOf, formatCount, formatScore } from '#ui/format-number.ts';
import type { Plugin } from 'chart.js';

const ROW_HEIGHT = 26;
const FRAME_HEIGHT = 40;
const FIGURES_WIDTH = 40;
/** Longer names lose their middle on the axis; the table has them in full. */
const NAME_LENGTH = 19;

/** Means of all scores that lie in [0,1], each as a dot on its 95 % interval. */
export const metricMeans: ChartDefinition = {
  id: 'metric-means',
  title: 'Means',
  description: 'with 95 % interval',
  isShown: (summaries) => listUnit(summaries).some(({ valid }) => valid > 0),
  variants: (summaries) => [{ id: 'all', label: 'All metrics', summaries: listUnit(summaries) }],
  height: (summaries) => FRAME_HEIGHT + ROW_HEIGHT * listDrawn(summaries).length,
  describe(summaries) {
    const scored = listUnit(summaries).filter(isScored);
    const judged = scored.filter(({ metricId }) => findMetric(metricId)?.better === 'higher');
    const ranked = judged.toSorted((a, b) => b.mean - a.mean);
    const [highest] = ranked;
    const lowest = ranked.at(-1);
    const cut = listUnit(summaries).length - listDrawn(summaries).length;
    const rest = cut > 0 ? ` The table has ${cut} more.` : '';
    if (!highest || !lowest) return `${scored.length} means.${rest}`;
    const top = `${nameColumn(highest)} ${formatScore(highest.mean)}`;
    if (highest.mean === lowest.mean) return `${top}.${rest}`;
    return `Highest: ${top}. Lowest: ${nameColumn(lowest)} ${formatScore(lowest.mean)}.${rest}`;
  },
  configure(summaries, theme) {
    const drawn = listDrawn(summaries);
    const means = drawn.map(({ mean, interval }, row) => ({
      row,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      text: formatScore(mean),
    }));
    return {
      type: 'scatter',
      data: {
        datasets: [
          {
            data: drawn.flatMap(({ mean }, row) => (mean === null ? [] : [{ x: mean, y: row }])),
            pointRadius: 4,
            pointHoverRadius: 4,
            pointBackgroundColor: theme.ink,
            pointBorderColor: theme.surface,
            pointHoverBackgroundColor: theme.ink,
            pointHoverBorderColor: theme.surface,
            clip: false,
          },
        ],
      },
      options: {
        ...sharedOptions(theme),
        layout: { padding: { right: FIGURES_WIDTH } },
        interaction: { mode: 'nearest', axis: 'y', intersect: false },
        plugins: {
          tooltip: {
            ...tooltipLook(theme),
            callbacks: {
              title: ([item]) => nameAt(drawn, item?.parsed.y),
              label: ({ parsed }) => noteAt(drawn, parsed.y),
            },
          },
        },
        scales: {
          x: {
            ...scoreAxis(theme),
            border: { display: false },
            grid: { color: theme.line, drawTicks: false },
          },
          y: nameAxis(drawn, theme),
        },
      },
      plugins: [whiskers(means, theme)],
    };
  },
  filters: (summaries) => listDrawn(summaries).filter(isScored).map(filtersOf),
  table: (summaries) => ({
    caption: 'Mean of each metric with its 95 % interval',
    head: ['Metric', 'Mean', '95 % interval', 'Rows scored', 'Left out'],
    rows: listUnit(summaries).map((summary) => [
      nameColumn(summary),
      formatScore(summary.mean),
      writeInterval(summary),
      formatCount(summary.valid),
      formatCount(summary.notEvaluated + summary.errors),
    ]),
    filters: listUnit(summaries).map(filtersOf),
  }),
};

function listUnit(summaries: readonly MetricSummary[]): readonly MetricSummary[] {
  return summaries.filter(({ metricId }) => isUnitScale(findMetric(metricId)?.scale));
}

function listDrawn(summaries: readonly MetricSummary[]): readonly MetricSummary[] {
  return listUnit(summaries).slice(0, BINS);
}

/** A mean stands for the rows that keep it from being as good as can be. */
function filtersOf({ columnId, metricId }: MetricSummary): BarFilters {
  return fullMarks(metricId) === undefined ? [] : [{ kind: 'failing', columnId }];
}

function isScored(summary: MetricSummary): summary is MetricSummary & { readonly mean: number } {
  return summary.mean !== null;
}

/** Row numbers as an axis: names of metrics in the text font, names of tools in the code font. */
function nameAxis(drawn: readonly MetricSummary[], theme: ChartTheme) {
  const titles = drawn.map(titleOf);
  return {
    min: -0.5,
    max: Math.max(1, drawn.length) - 0.5,
    reverse: true,
    border: { display: false },
    grid: { display: false },
    afterBuildTicks(axis: { ticks: { value: number }[] }) {
      axis.ticks = drawn.map((_, value) => ({ value }));
    },
    ticks: {
      ...tickLook(theme),
      autoSkip: false,
      color: theme.ink2,
      callback: (row: number | string) => cut(titles[Number(row)]?.title ?? ''),
      font: ({ index }: { index: number }) => ({
        family: titles[index]?.isCode ? theme.mono : theme.sans,
        size: theme.textSize,
      }),
    },
  };
}

function cut(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= NAME_LENGTH) return name;
  const half = (NAME_LENGTH - 1) / 2;
  return `${letters.slice(0, half).join('')}…${letters.slice(-half).join('')}`;
}

function nameAt(drawn: readonly MetricSummary[], row: number | null | undefined): string {
  const summary = drawn[row ?? -1];
  return summary ? nameColumn(summary) : '';
}

function noteAt(drawn: readonly MetricSummary[], row: number | null): string[] {
  const summary = drawn[row ?? -1];
  if (!summary) return [];
  const mean = `${formatScore(summary.mean)} over ${countOf(summary.valid, 'row')}`;
  return summary.interval ? [mean, `95 % interval ${writeInterval(summary)}`] : [mean];
}

function writeInterval({ interval }: MetricSummary): string {
  if (!interval) return NO_NUMBER;
  return `${formatScore(interval.low)} to ${formatScore(interval.high)}`;
}

/** A mean to draw: where it stands, its interval, and what is written beside it. */
interface Mean {
  readonly row: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly text: string;
}

const CAP = 3;

/**
 * Draws the interval of each mean as a line with end caps under its dot, and the mean in figures
 * at the right edge. The library has no error bars of its own.
 * @param means one entry per row of the chart; without an interval only the text is drawn
 * @param theme the theme in force
 * @returns an inline plugin for a chart whose x axis holds scores and whose y axis holds rows
 */
export function whiskers(means: readonly Mean[], theme: ChartTheme): Plugin<'scatter'> {
  return {
    id: 'whiskers',
    beforeDatasetsDraw({ ctx, scales: { x, y } }) {
      if (!x || !y) return;
      ctx.save();
      ctx.strokeStyle = theme.ink2;
      ctx.lineWidth = 1.25;
      ctx.beginPath();
      for (const { row, low, high } of means) {
        if (low === null || high === null) continue;
        const at = y.getPixelForValue(row);
        const from = x.getPixelForValue(Math.max(x.min, low));
        const to = x.getPixelForValue(Math.min(x.max, high));
        ctx.moveTo(from, at);
        ctx.lineTo(to, at);
        for (const end of [from, to]) {
          ctx.moveTo(end, at - CAP);
          ctx.lineTo(end, at + CAP);
        }
      }
      ctx.stroke();
      ctx.restore();
    },
    afterDatasetsDraw({ ctx, width, scales: { y } }) {
      if (!y) return;
      ctx.save();
      ctx.font = `${theme.textSize}px ${theme.sans}`;
      ctx.fillStyle = theme.ink;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      for (const { row, text } of means) ctx.fillText(text, width, y.getPixelForValue(row));
      ctx.restore();
    },
  };
}
