import { csvRecord } from '#core/share/results/result-table.ts';
import type { ColumnStatistics } from '#core/explain/summary/summarise.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { versusRates } from '#core/explain/summary/metric-summary.ts';
import { formatAmount, formatCount, formatScore } from '#ui/format-number.ts';
import { scoreFigure, type DataColumn, type FigureLine } from '#ui/figures.ts';
import { summaryLines as texts } from '#features/results/texts.ts';

/** A table of numbers, to copy. */
export interface SummaryLines {
  readonly head: readonly string[];
  /** A name, then numbers; null for a missing one. */
  readonly lines: readonly (readonly [name: string, ...cells: (number | string | null)[]])[];
}

/** Puts descriptions of score columns into a table, one line each. */
export function summaryLines(
  what: string,
  described: readonly (readonly [name: string, statistics: ColumnStatistics])[],
): SummaryLines {
  return {
    head: [what, ...texts.file],
    lines: described.map(([name, s]) => [
      name,
      s.valid,
      s.notEvaluated,
      s.errors,
      s.mean,
      s.std,
      s.median,
      s.p90,
      s.p95,
      s.p99,
      s.min,
      s.max,
      s.interval?.low ?? null,
      s.interval?.high ?? null,
      s.interval?.method ?? null,
      s.threshold,
      s.passRate,
    ]),
  };
}

/** Writes a table as CSV, numbers in full. */
export function asCsv({ head, lines }: SummaryLines): string {
  return [head, ...lines].map((record) => `${csvRecord(record)}\r\n`).join('');
}

const NUMBERS = ['mean', 'std', 'median', 'p90', 'p95', 'p99', 'min', 'max'] as const;
/** Of scores that are 0 or 1 they are 0 or 1 and say nothing. */
const QUANTILES: readonly string[] = ['median', 'p90', 'p95', 'p99'];

/** The heads of numbers that describe scores. */
const NUMBER_HEADS: Readonly<Record<(typeof NUMBERS)[number], DataColumn>> = {
  mean: { text: texts.mean },
  std: { text: texts.deviation, title: texts.deviationTitle },
  median: { text: texts.median },
  p90: { text: 'p90' },
  p95: { text: 'p95' },
  p99: { text: 'p99' },
  min: { text: texts.min },
  max: { text: texts.max },
};

/** The columns of a summary. */
export const SUMMARY_HEADS: readonly DataColumn[] = [
  { text: texts.scored, width: 56 },
  { text: texts.notScored, width: 76 },
  { text: texts.errors, width: 56 },
  ...NUMBERS.map((name) => ({ ...NUMBER_HEADS[name], width: 54 })),
  { text: texts.interval, width: 112, title: texts.intervalTitle },
  { text: texts.passes, width: 88 },
  { text: texts.passRate, width: 86 },
];

/** The cells of a summary; that of the threshold is empty: it can be set. */
export function summaryFigures(statistics: ColumnStatistics): FigureLine['figures'] {
  const { valid, notEvaluated, errors, interval, passInterval, passRate } = statistics;
  const scale = findMetric(statistics.metricId)?.scale;
  const isBinary = scale === 'binary';
  const isAmount = scale === 'amount';
  return [
    ...[valid, notEvaluated, errors].map(formatCount),
    ...NUMBERS.map((name) =>
      isAmount
        ? { text: formatAmount(statistics[name]) }
        : scoreFigure(isBinary && QUANTILES.includes(name) ? null : statistics[name]),
    ),
    interval
      ? {
          text: isAmount ? amountRange(interval) : rangeOf(interval),
          title: texts.methods[interval.method],
        }
      : { text: '–', isNone: true },
    undefined,
    scoreFigure(passRate, passInterval ? texts.passInterval(rangeOf(passInterval)) : undefined),
  ];
}

function rangeOf({ low, high }: { readonly low: number; readonly high: number }): string {
  return texts.range(formatScore(low), formatScore(high));
}

function amountRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return texts.range(formatAmount(low), formatAmount(high));
}

/** The columns of judged metrics. */
export const JUDGED_HEADS: readonly DataColumn[] = [
  { text: texts.samplesAgree, title: texts.samplesAgreeTitle },
  { text: texts.candidateWins },
  { text: texts.ties },
  { text: texts.baselineWins },
  { text: texts.ordersDisagree, title: texts.ordersDisagreeTitle },
];

/** How far judges agree on a column: samples of one score, or the two orders of a pair. */
export function judgedFigures(column: ColumnStatistics): FigureLine['figures'] {
  const rates = versusRates(column);
  const agreement = rates ? null : (column.agreement ?? null);
  const shares = [rates?.wins, rates?.ties, rates?.losses, rates?.flips];
  return [agreement, ...shares].map((share) => formatScore(share));
}
