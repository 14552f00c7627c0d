import type { OpenRun } from '#kernel/run/open-run.ts';
import { type ScoreValues, scoreAt } from '#core/score/columns/scored-columns.ts';
import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { formatScore } from '#core/base/text/sentence.ts';
import type { Comparison, MetricComparison } from '#core/compare/compare-runs.ts';
import { standingOf, type Judgement } from '#core/compare/comparison-sentences.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';

/** A candidate's numbers under a metric. */
type MetricCell = MetricComparison & {
  /** What is settled of the difference. */
  readonly judgement: Judgement;
};

/** One metric over all runs compared. */
export interface MetricLine {
  readonly columnId: string;
  readonly about: Pick<ScoreColumn, 'metricId' | 'tool'>;
  /** The mean of A; over all its rows where candidates share different ones with it. */
  readonly baselineMean: number | null;
  readonly isOverAll: boolean;
  /** By candidate; undefined where it lacks the metric. */
  readonly cells: readonly (MetricCell | undefined)[];
}

type Found = readonly (MetricComparison | undefined)[];

/**
 * Lists the metrics that the baseline shares with a candidate; what no run records is no line.
 * @param results one comparison per candidate
 */
export function metricLines(results: readonly Pick<Comparison, 'metrics'>[]): MetricLine[] {
  const ids = new Set(results.flatMap(({ metrics }) => metrics.map(({ columnId }) => columnId)));
  return [...ids].flatMap((columnId) => {
    const found = results.map(({ metrics }) => metrics.find((one) => one.columnId === columnId));
    const first = found.find((one) => one !== undefined);
    if (!first || !isWorthALine(first.metricId, found)) return [];
    const cells = found.map((one) => one && { ...one, judgement: judgementOf(one) });
    const means = new Set(found.flatMap((one) => (one ? [one.baselineMean] : [])));
    const isOverAll = means.size > 1;
    const baselineMean = isOverAll ? first.baselineOverall : first.baselineMean;
    return [{ columnId, about: first, baselineMean, isOverAll, cells }];
  });
}

function judgementOf(metric: MetricComparison): Judgement {
  const standing = standingOf(metric);
  return standing === 'better' || standing === 'worse' ? standing : 'none';
}

function isWorthALine(metricId: string, found: Found): boolean {
  if (findMetric(metricId)?.isRecorded !== true) return true;
  return found.some(
    (one) => one && (one.baselineOverall !== null || one.candidateOverall !== null),
  );
}

/** A row's score in two decimals, or whole where it is 0 or 1; a dash without one. */
export function formatRowScore(scores: ScoreValues | undefined, row: number): string {
  const value = scoreAt(scores, row);
  if (!scores || Number.isNaN(value)) return '–';
  return findMetric(scores.metricId)?.scale === 'binary' ? String(value) : formatScore(value);
}

/** The metrics by which a judge has compared the responses of a candidate with those of a baseline. */
export function judgedAgainst(
  { record: { id } }: OpenRun,
  { record }: OpenRun,
): readonly { readonly id: string; readonly title: string }[] {
  return (record.settings.judges ?? [])
    .filter(({ baseline }) => baseline?.kind === 'run' && baseline.id === id)
    .map(judgeColumn)
    .map((column) => ({ id: column.id, title: titleOf(column).title }));
}
