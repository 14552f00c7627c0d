import { isUnitScale } from '#core/metrics/metric.ts';
import type { Comparison } from '#core/compare/compare-runs.ts';
import type { MetricComparison } from '#core/compare/compare-scores.ts';
import type { ScoreColumn } from '#core/metrics/metric.ts';
import { findMetric } from '#core/metrics/registry.ts';
import { formatScore } from '../ui/format-number.ts';
import { judgeDifference, type Judgement } from './describe-difference.ts';

/** A candidate's numbers under a metric. */
export type MatrixCell = MetricComparison & { readonly judgement: Judgement };

/** One metric over all runs compared. */
export interface MatrixLine {
  readonly columnId: string;
  readonly about: Pick<ScoreColumn, 'metricId' | 'tool'>;
  readonly baseline: { readonly mean: number | null; readonly note: string };
  /** By candidate; undefined where it lacks the metric. */
  readonly cells: readonly (MatrixCell | undefined)[];
  /** The cell of the candidate looked at. */
  readonly focused: MatrixCell | undefined;
  readonly isVerdict: boolean;
  /** Whether differences lie in [−1, 1]. */
  readonly isOnAxis: boolean;
}

/**
 * Lists the metrics that the baseline shares with a candidate; what no run records is no line.
 * @param results one comparison per candidate
 * @param focus the candidate looked at, from 0
 */
export function linesOf(results: readonly Comparison[], focus: number): MatrixLine[] {
  const ids = new Set(results.flatMap(({ metrics }) => metrics.map(({ columnId }) => columnId)));
  return [...ids].flatMap((columnId) => {
    const found = results.map(({ metrics }) => metrics.find((one) => one.columnId === columnId));
    const [first] = found.filter((one) => one !== undefined);
    if (!first || !isWorthALine(first.metricId, found)) return [];
    const metric = findMetric(first.metricId);
    const cells = found.map(
      (one) => one && { ...one, judgement: judgeDifference(one.metricId, one.difference ?? 0) },
    );
    return [
      {
        columnId,
        about: first,
        baseline: baselineOf(found),
        cells,
        focused: cells[focus],
        isVerdict: metric?.better !== 'none',
        isOnAxis: isUnitScale(metric?.scale),
      },
    ];
  });
}

type Found = readonly (MetricComparison | undefined)[];

function isWorthALine(metricId: string, found: Found): boolean {
  if (findMetric(metricId)?.isRecorded !== true) return true;
  return found.some(
    (one) => one && (one.baselineOverall !== null || one.candidateOverall !== null),
  );
}

/** The mean that differences start from, where it is the same for every candidate. */
function baselineOf(found: Found): MatrixLine['baseline'] {
  const means = new Set(found.flatMap((one) => (one ? [one.baselineMean] : [])));
  const overall = found.find((one) => one)?.baselineOverall ?? null;
  const [mean = null] = means;
  return means.size === 1
    ? { mean, note: `${formatScore(overall)} over all its rows` }
    : { mean: overall, note: 'Over all its rows; differences are over the rows scored in both' };
}
