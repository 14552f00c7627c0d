import { scoreReader, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { scoresCalls } from './main-metric.ts';
import type { PairedRows, SharedScores } from './pair-scores.ts';

/**
 * The changes of a paired row from baseline to candidate under the metric that decides, most
 * important first. `lost`: it passes in the baseline, and the candidate made no calls.
 */
export const CHANGES = ['lost', 'regressed', 'improved', 'same', 'not scored'] as const;

/** One of {@link CHANGES}. */
export type Change = (typeof CHANGES)[number];

/** The changes of all pairs of two runs. */
export interface Changes {
  readonly changes: Uint8Array;
  /** The number of pairs by change. */
  readonly changeCounts: Readonly<Record<Change, number>>;
  /** The pairs in the order of CHANGES, each group in the order of the baseline. */
  readonly byChange: Uint32Array;
}

/** The counts without pairs. */
export const NO_CHANGES: Changes['changeCounts'] = {
  lost: 0,
  regressed: 0,
  improved: 0,
  same: 0,
  'not scored': 0,
};

const [LOST, REGRESSED, IMPROVED, SAME, NOT_SCORED] = [0, 1, 2, 3, 4] as const;

/**
 * The change of each pair under the metric that decides: lost where it scores calls and the candidate
 * made none, left out where either run has no score. Without a metric all are left out.
 */
export function findChanges(
  deciding: SharedScores | undefined,
  { baselineRows, candidateRows }: PairedRows,
  { tools: { starts } }: ScoredColumns,
): Changes {
  const [scoreInA, scoreInB] = [scoreReader(deciding?.a), scoreReader(deciding?.b)];
  const metricId = deciding?.a.metricId ?? '';
  const sign = findMetric(metricId)?.better === 'lower' ? -1 : 1;
  const canLose = scoresCalls(metricId);
  const changes = new Uint8Array(baselineRows.length);
  for (let pair = 0; pair < changes.length; pair++) {
    const rowB = candidateRows[pair] as number;
    const x = scoreInA(baselineRows[pair] as number);
    const difference = (scoreInB(rowB) - x) * sign;
    const isLost = canLose && difference < 0 && x === 1 && starts[rowB] === starts[rowB + 1];
    changes[pair] = isLost ? LOST : changeBy(difference);
  }
  return groupByChange(changes);
}

function changeBy(difference: number): number {
  if (difference > 0) return IMPROVED;
  if (difference < 0) return REGRESSED;
  return difference === 0 ? SAME : NOT_SCORED;
}

/** Groups pairs by change, given as index into CHANGES. */
export function groupByChange(changes: Uint8Array): Changes {
  const counts = new Uint32Array(CHANGES.length);
  for (const change of changes) counts[change] = (counts[change] as number) + 1;
  const next = new Uint32Array(CHANGES.length);
  for (let change = 1; change < next.length; change++)
    next[change] = (next[change - 1] as number) + (counts[change - 1] as number);
  const byChange = new Uint32Array(changes.length);
  for (let pair = 0; pair < changes.length; pair++) {
    const change = changes[pair] as number;
    byChange[next[change] as number] = pair;
    next[change] = (next[change] as number) + 1;
  }
  const changeCounts = { ...NO_CHANGES };
  for (const [place, change] of CHANGES.entries()) changeCounts[change] = counts[place] as number;
  return { changes, changeCounts, byChange };
}
