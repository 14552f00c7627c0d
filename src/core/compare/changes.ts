import { findMetric } from '#core/score/metrics/registry.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { WITHOUT_CALLS } from './without-calls.ts';
import { hasVerdict } from './main-metric.ts';

/**
 * What became of a paired row from the baseline to the candidate; what to look at first is first.
 * A row is lost that passes in the baseline and for which the candidate made no calls.
 */
export const CHANGES = ['lost', 'regressed', 'mixed', 'improved', 'same', 'not scored'] as const;

/** One of {@link CHANGES}. */
export type Change = (typeof CHANGES)[number];

/** What has become of the pairs of two runs. */
export interface Changes {
  /** Index into CHANGES per pair. */
  readonly changes: Uint8Array;
  /** How many pairs there are of each. */
  readonly changeCounts: Readonly<Record<Change, number>>;
  /** The pairs, one change after the other as in CHANGES, each in the order of the baseline. */
  readonly byChange: Uint32Array;
}

/** The counts of a comparison without a pair. */
export const NO_CHANGES: Changes['changeCounts'] = {
  ...{ lost: 0, regressed: 0, mixed: 0, improved: 0, same: 0, 'not scored': 0 },
};

/** The scores of two runs in one metric. */
export interface SharedScores {
  readonly a: ScoreValues;
  readonly b: ScoreValues;
}

/**
 * Finds what has become of each pair. A row has changed when a metric with a verdict has; time
 * taken is no verdict on a row.
 * @param shared the scores as they count in pairs
 * @param rowsA the baseline's row of each pair
 * @param rowsB the candidate's row of each pair
 * @param withoutCalls which run of each pair made no calls although the other passes
 */
export function findChanges(
  shared: readonly SharedScores[],
  rowsA: Uint32Array,
  rowsB: Uint32Array,
  withoutCalls: Uint8Array,
): Changes {
  const judged = shared.flatMap(({ a, b }) => {
    if (!hasVerdict(a.metricId)) return [];
    const sign = findMetric(a.metricId)?.better === 'lower' ? -1 : 1;
    return [{ a: a.values, b: b.values, sign }];
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
    const isLost = withoutCalls[pair] === WITHOUT_CALLS.candidate;
    changes[pair] = CHANGES.indexOf(isLost ? 'lost' : changeOf(scored, better, worse));
  }
  return groupByChange(changes);
}

/**
 * Groups pairs with the same change.
 * @param changes index into CHANGES per pair
 */
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

function changeOf(scored: number, better: number, worse: number): Change {
  if (scored + better + worse === 0) return 'not scored';
  if (better > 0 && worse > 0) return 'mixed';
  if (better > 0) return 'improved';
  return worse > 0 ? 'regressed' : 'same';
}
