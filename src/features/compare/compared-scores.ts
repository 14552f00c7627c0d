import { formatScore } from '#core/base/text/format-count.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { scoreAt } from '#core/score/columns/score-codes.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

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
    .map((metric) => ({ id: judgeColumn(metric).id, title: metric.title }));
}
