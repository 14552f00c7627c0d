import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

/** The metrics by which a judge has compared the responses of a candidate with those of a baseline. */
export function judgedAgainst(
  { record: { id } }: OpenRun,
  { record }: OpenRun,
): readonly { readonly id: string; readonly title: string }[] {
  return (record.settings.judges ?? [])
    .filter(({ baseline }) => baseline?.kind === 'run' && baseline.id === id)
    .map((metric) => ({ id: judgeColumn(metric).id, title: metric.title }));
}
