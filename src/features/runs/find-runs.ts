import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';
import type { Run } from './group-runs.ts';

/**
 * Finds runs by words, in any letter case.
 * @param query words, all of which a run's name, dataset, agent or rules have
 */
export function findRuns(runs: readonly Run[], query: string): readonly Run[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return runs;
  return runs.filter((run) => {
    const { name, datasetName, agent } = run;
    const parts = [name, datasetName, agent?.title, agent?.values.model, describeSettings(run)];
    const text = parts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
