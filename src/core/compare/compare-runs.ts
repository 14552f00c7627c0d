import { isPairwise } from '#core/judging/judged-metric.ts';
import { findMetric } from '#core/metrics/registry.ts';
import { hasIds, type ScoredColumns, type ScoreValues } from '#core/scoring/scored-columns.ts';
import { adjustTogether, compareScores, type MetricComparison } from './compare-scores.ts';
import { pairRows, type Pairs } from './pair-rows.ts';

/** What became of a paired row from the baseline to the candidate. */
export const CHANGES = ['same', 'improved', 'regressed', 'mixed', 'not scored'] as const;

/** One of {@link CHANGES}. */
export type Change = (typeof CHANGES)[number];

/** Two runs, row by row. */
export interface Comparison extends Pairs {
  /** How rows were paired. */
  readonly pairedBy: 'id' | 'prompt and reference';
  /** Index into CHANGES per pair. */
  readonly changes: Uint8Array;
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
    changes: findChanges(shared, pairs.baselineRows, pairs.candidateRows),
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

interface SharedScores {
  readonly a: ScoreValues;
  readonly b: ScoreValues;
}

/** A row has changed when a metric with a verdict has; time taken is no verdict on a row. */
function findChanges(
  shared: readonly SharedScores[],
  rowsA: Uint32Array,
  rowsB: Uint32Array,
): Uint8Array {
  const judged = shared.flatMap(({ a, b }) => {
    const metric = findMetric(a.metricId);
    if (!metric || metric.better === 'none' || metric.scale === 'seconds') return [];
    return [{ a: a.values, b: b.values, sign: metric.better === 'lower' ? -1 : 1 }];
  });
  const changes = new Uint8Array(rowsA.length);
  for (let pair = 0; pair < rowsA.length; pair++) {
    const rowA = rowsA[pair] as number;
    const rowB = rowsB[pair] as number;
    let better = 0;
    let worse = 0;
    let scored = 0;
    for (const { a, b, sign } of judged) {
      const difference = ((b[rowB] as number) - (a[rowA] as number)) * sign;
      if (Number.isNaN(difference)) continue;
      // failing or not is recorded, not scored
      if (sign > 0) scored++;
      if (difference > 0) better++;
      else if (difference < 0) worse++;
    }
    changes[pair] = CHANGES.indexOf(changeOf(scored, better, worse));
  }
  return changes;
}

function changeOf(scored: number, better: number, worse: number): Change {
  if (scored + better + worse === 0) return 'not scored';
  if (better > 0 && worse > 0) return 'mixed';
  if (better > 0) return 'improved';
  return worse > 0 ? 'regressed' : 'same';
}
