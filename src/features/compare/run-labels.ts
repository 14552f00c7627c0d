import { describeSettings } from '#core/score/metric/settings.ts';
import { describeMoment, describeMomentFully } from '#features/runs/describe-moment.ts';
import type { Run } from '#features/runs/group-runs.ts';
import { runLabels as texts } from './texts.ts';

/**
 * Describes runs in a list to choose from: name, moment and rows; those of one name by what
 * differs among them too: how they were scored, which agent made their rows, the second.
 * @param runs all that can be chosen
 * @param nameOf the name to show, shortened perhaps
 * @returns a label for each, in the same order
 */
export function labelRuns(
  runs: readonly Run[],
  nameOf: (run: Run) => string,
  nowMs: number,
): string[] {
  const byName = new Map<string, Run[]>();
  for (const run of runs) byName.set(run.name, [...(byName.get(run.name) ?? []), run]);
  const momentOf = (run: Run): string => describeMoment(run.createdAtMs, nowMs);
  return runs.map((run) => {
    const others = (byName.get(run.name) ?? []).filter((other) => other !== run);
    const differs = (read: (run: Run) => string): boolean =>
      others.some((other) => read(other) !== read(run));
    const isSameMoment = others.some((other) => momentOf(other) === momentOf(run));
    return [
      nameOf(run),
      ...[describeSettings, agentOf].filter(differs).map((read) => read(run)),
      isSameMoment ? describeMomentFully(run.createdAtMs) : momentOf(run),
      texts.rows(run.rowCount),
    ].join(' · ');
  });
}

function agentOf({ agent }: Run): string {
  return agent?.title ?? texts.noAgent;
}
