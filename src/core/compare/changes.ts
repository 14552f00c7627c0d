import { findMetric } from '#core/score/metrics/registry.ts';
import {
  baselineScore,
  candidateScore,
  WITHOUT_CALLS,
  type PairedRows,
  type SharedScores,
} from './without-calls.ts';
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

/**
 * Finds what has become of each pair. A row has changed when a metric with a verdict has; time
 * taken is no verdict on a row.
 * @param shared the scores of both runs
 * @param paired the pairs
 */
export function findChanges(shared: readonly SharedScores[], paired: PairedRows): Changes {
  const { withoutCalls } = paired;
  const judged = shared.filter(({ a }) => hasVerdict(a.metricId));
  const signs = new Uint8Array(withoutCalls.length);
  for (const scores of judged) addSigns(scores, paired, signs);
  const changes = signs.map((found, pair) =>
    withoutCalls[pair] === WITHOUT_CALLS.candidate ? LOST : (CHANGE_BY_SIGNS[found] as number),
  );
  return groupByChange(changes);
}

/** What the metrics find of a pair, as bits: that one is better, worse, or has two scores. */
const BETTER = 1;
const WORSE = 2;
const SCORED = 4;
const LOST = CHANGES.indexOf('lost');

/** Index into CHANGES by these bits. */
const CHANGE_BY_SIGNS = Uint8Array.from({ length: 8 }, (_, found) => {
  if (found === 0) return CHANGES.indexOf('not scored');
  if ((found & BETTER) !== 0) return CHANGES.indexOf((found & WORSE) !== 0 ? 'mixed' : 'improved');
  return CHANGES.indexOf((found & WORSE) !== 0 ? 'regressed' : 'same');
});

function addSigns(shared: SharedScores, paired: PairedRows, signs: Uint8Array): void {
  const { baselineRows, candidateRows, withoutCalls } = paired;
  const isLower = findMetric(shared.a.metricId)?.better === 'lower';
  const [above, below] = isLower ? [WORSE, BETTER] : [BETTER, WORSE];
  // failing or not is recorded, not scored
  const both = isLower ? 0 : SCORED;
  const [a, b] = [shared.a.values, shared.b.values];
  for (let pair = 0; pair < signs.length; pair++) {
    let x = a[baselineRows[pair] as number] as number;
    let y = b[candidateRows[pair] as number] as number;
    if (x !== x || y !== y) {
      if (withoutCalls[pair] === 0) continue;
      // one without a score may count as 0
      x = baselineScore(shared, paired, pair);
      y = candidateScore(shared, paired, pair);
      if (x !== x || y !== y) continue;
    }
    signs[pair] = (signs[pair] as number) | both | (y > x ? above : 0) | (y < x ? below : 0);
  }
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
