import { isPairwise } from '#core/judging/judged-metric.ts';
import { hasIds, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import { findChanges, type Changes } from './changes.ts';
import { adjustTogether, compareScores, type MetricComparison } from './compare-scores.ts';
import { pairRows, type Pairs } from './pair-rows.ts';

/** Two runs, row by row. */
export interface Comparison extends Pairs, Changes {
  /** How rows were paired. */
  readonly pairedBy: 'id' | 'prompt and reference';
  readonly metrics: readonly MetricComparison[];
  /** Metrics that only one of the runs has. */
  readonly onlyInBaseline: readonly string[];
  readonly onlyInCandidate: readonly string[];
}

/**
 * Compares runs with a baseline, one by one. All p-values are adjusted together for being several.
 * @param baseline the run compared against
 * @param candidates the runs compared
 * @returns one comparison per candidate, in their order
 */
export function compareRuns(
  baseline: ScoredColumns,
  candidates: readonly ScoredColumns[],
): Comparison[] {
  const comparisons = candidates.map((candidate) => compareTwo(baseline, candidate));
  const adjusted = adjustTogether(comparisons.map(({ metrics }) => metrics));
  return comparisons.map((one, index) => ({ ...one, metrics: adjusted[index] ?? [] }));
}

function compareTwo(baseline: ScoredColumns, candidate: ScoredColumns): Comparison {
  const pairedBy = hasIds(baseline) && hasIds(candidate) ? 'id' : 'prompt and reference';
  const keysOf = (run: ScoredColumns): Float64Array =>
    pairedBy === 'id' ? run.idKeys : run.contentKeys;
  const pairs = pairRows(keysOf(baseline), keysOf(candidate));
  // what already compares a row with another is no score of a run
  const own = baseline.scores.filter((column) => !isPairwise(column));
  const shared = own.flatMap((a) => {
    const b = candidate.scores.find(({ id }) => id === a.id);
    return b ? [{ a, b }] : [];
  });
  return {
    pairedBy,
    ...pairs,
    ...findChanges(shared, pairs.baselineRows, pairs.candidateRows),
    metrics: shared.map(({ a, b }) => compareScores(a, b, pairs.baselineRows, pairs.candidateRows)),
    onlyInBaseline: idsMissing(baseline, candidate),
    onlyInCandidate: idsMissing(candidate, baseline),
  };
}

function idsMissing(run: ScoredColumns, other: ScoredColumns): string[] {
  const ids = new Set(other.scores.map(({ id }) => id));
  return run.scores
    .filter((column) => !ids.has(column.id) && !isPairwise(column))
    .map(({ id }) => id);
}
