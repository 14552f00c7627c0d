import { findMetric } from '#core/metrics/registry.ts';
import type { Interval } from '#core/statistics/interval.ts';

/** Whether a difference is for the better, for the worse, or neither. */
export type Judgement = 'better' | 'worse' | 'none';

/** The class that inks a judgement. */
export const INKS: Readonly<Record<Judgement, 'pass' | 'fail' | 'muted'>> = {
  better: 'pass',
  worse: 'fail',
  none: 'muted',
};

const MINUS = '−';

/** Writes a difference with its sign: +0.47, −0.21, 0.00; never a nonzero one as zero. */
export function formatDifference(difference: number, digits = 2): string {
  const size = Math.abs(difference);
  const rounded = size.toFixed(digits);
  if (size === 0) return rounded;
  const text = Number(rounded) === 0 ? size.toPrecision(1) : rounded;
  return `${difference < 0 ? MINUS : '+'}${text}`;
}

/** Judges B − A of a metric. */
export function judgeDifference(metricId: string, difference: number): Judgement {
  const better = findMetric(metricId)?.better ?? 'none';
  if (better === 'none' || difference === 0 || Number.isNaN(difference)) return 'none';
  return difference > 0 === (better === 'higher') ? 'better' : 'worse';
}

/** A difference of means with its word or glyph: "▲ +0.47", "faster −0.21", "fewer −0.10", "–". */
export function describeDifference(metricId: string, difference: number | null): string {
  if (difference === null) return '–';
  const metric = findMetric(metricId);
  const text = formatDifference(difference);
  if (difference === 0 || !metric) return text;
  switch (metric.better) {
    case 'none':
      return text;
    case 'higher':
      return `${difference > 0 ? '▲' : '▼'} ${text}`;
    case 'lower': {
      const [down, up] = metric.scale === 'seconds' ? ['faster', 'slower'] : ['fewer', 'more'];
      return `${difference < 0 ? down : up} ${text}`;
    }
  }
}

/** B − A of one row: a whole number where scores are 0 or 1, a dash without both scores. */
export function describeRowDifference(metricId: string, a: number, b: number): string {
  const difference = b - a;
  if (Number.isNaN(difference)) return '–';
  if (difference === 0) return '0';
  return formatDifference(difference, findMetric(metricId)?.scale === 'binary' ? 0 : 2);
}

/** A 95 % interval of a difference: "−0.02 to +0.31"; a dash without one. */
export function describeInterval(interval: Interval | null): string {
  if (!interval) return '–';
  return `${formatDifference(interval.low)} to ${formatDifference(interval.high)}`;
}

/** A p-value: "p = 0.016", "p < 0.0001". */
export function describeP(p: number): string {
  if (p < 0.0001) return 'p < 0.0001';
  return `p = ${p < 0.001 ? p.toFixed(4) : p.toFixed(p < 0.1 ? 3 : 2)}`;
}

/** What a reader must know of a metric's scale: "s, lower is better", "no verdict". */
export function describeScale(metricId: string): string {
  const metric = findMetric(metricId);
  if (metric?.better !== 'lower') return metric?.better === 'none' ? 'no verdict' : '';
  return metric.scale === 'seconds' ? 's, lower is better' : 'lower is better';
}
