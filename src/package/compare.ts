import type { Comparison } from '#core/compare/compare-runs.ts';
import { compareWithSource } from '#workers/compare-with-source.ts';
import type { ScoredRun } from './score.ts';

export type { Comparison } from '#core/compare/compare-runs.ts';

/**
 * Compares two runs row by row: paired differences with intervals and tests in every metric, and what
 * became of each row. Rows are paired by id where all have one, else by prompt and reference.
 * @param baseline the run that is compared with
 * @param candidate the other
 * @returns the comparison; without a row in common its metrics have no pairs
 * @example
 * const comparison = await compare(before, after);
 * comparison.metrics[0].difference; // 0.5
 */
export async function compare(baseline: ScoredRun, candidate: ScoredRun): Promise<Comparison> {
  const [comparison] = await compareWithSource(comparable(baseline), [comparable(candidate)]);
  if (!comparison) throw new RangeError('no comparison of one candidate');
  return comparison;
}

function comparable({ columns, dataset }: ScoredRun) {
  return { columns, rows: dataset.jsonl, table: undefined, roles: dataset.columns };
}
