import { findMetric } from '#core/score/metrics/registry.ts';
import type { Filter } from '#core/explain/view/filter.ts';

/** A histogram: `bins[i]` rows are in the i-th equal part of [min, max]. */
export interface Histogram {
  readonly min: number;
  readonly max: number;
  readonly bins: readonly number[];
}

/** Bins of every histogram; one more than the steps, so that 1 has its own bin. */
export const BINS = 24;

type Axis = Pick<Histogram, 'min' | 'max'>;

/** The start of a bin; {@link BINS} gives the end of the last. */
export function binStart(axis: Axis, bin: number): number {
  return axis.min + ((axis.max - axis.min) * bin) / BINS;
}

/** The bin of a score, 0 to {@link BINS} − 1, consistent with {@link binStart}. */
export function binOf(axis: Axis, value: number): number {
  const { min, max } = axis;
  let bin = Math.floor(((value - min) / (max - min)) * BINS);
  bin = Math.max(0, Math.min(BINS - 1, bin));
  while (bin > 0 && value < binStart(axis, bin)) bin--;
  while (bin < BINS - 1 && value >= binStart(axis, bin + 1)) bin++;
  return bin;
}

/** Converts a bar to conditions that keep exactly its rows. */
export function filtersOfBin(
  column: {
    readonly columnId: string;
    readonly metricId: string;
    readonly histogram: Histogram;
  },
  bin: number,
): readonly Filter[] {
  const { columnId, metricId, histogram } = column;
  const isLast = bin === BINS - 1;
  if (findMetric(metricId)?.scale === 'binary' && (bin === 0 || isLast)) {
    const score = isLast ? 1 : 0;
    return [{ kind: 'score', columnId, min: score, max: score }];
  }
  const kind = 'score-relation';
  const filters: Filter[] = [];
  const from = binStart(histogram, bin);
  if (bin > 0 || isLast) filters.push({ kind, columnId, relation: '>=', value: from });
  const to = binStart(histogram, bin + 1);
  if (!isLast) filters.push({ kind, columnId, relation: '<', value: to });
  return filters;
}
