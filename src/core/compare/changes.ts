/**
 * What became of a paired row from the baseline to the candidate; what to look at first is first.
 * A row is lost that passes in the baseline and for which the candidate made no calls.
 */
export const CHANGES = ['lost', 'regressed', 'mixed', 'improved', 'same', 'not scored'] as const;

/** One of {@link CHANGES}. */
export type Change = (typeof CHANGES)[number];

/** What has become of the pairs of two runs. */
export interface Changes {
  readonly changes: Uint8Array;
  /** How many pairs there are of each. */
  readonly changeCounts: Readonly<Record<Change, number>>;
  /** The pairs, one change after the other as in CHANGES, each in the order of the baseline. */
  readonly byChange: Uint32Array;
}

/** The counts of a comparison without a pair. */
export const NO_CHANGES: Changes['changeCounts'] = {
  lost: 0,
  regressed: 0,
  mixed: 0,
  improved: 0,
  same: 0,
  'not scored': 0,
};

/** What metrics find of a pair, as bits: that one is better, worse, or has two scores. */
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

/**
 * What two scores of a pair say of its change, as bits for {@link findChanges} to be joined with
 * those of other metrics; `sign` is −1 where a lower score is better.
 */
export function signsOf(baseline: number, candidate: number, sign: 1 | -1): number {
  // where lower is better, failing or not is recorded, not scored
  const both = sign === 1 ? SCORED : 0;
  if (baseline === candidate) return both;
  return both | ((candidate - baseline) * sign > 0 ? BETTER : WORSE);
}

/**
 * Finds what has become of each pair: it has changed when a metric with a verdict has, and time is
 * none. By pair: `signs` is what these metrics say, see {@link signsOf}, `isLost` 1 where the row
 * is lost.
 */
export function findChanges(signs: Uint8Array, isLost: Uint8Array): Changes {
  const changes = new Uint8Array(signs.length);
  for (let pair = 0; pair < signs.length; pair++)
    changes[pair] = isLost[pair] === 1 ? LOST : (CHANGE_BY_SIGNS[signs[pair] as number] as number);
  return groupByChange(changes);
}

/** Groups pairs with the same change, given as index into CHANGES. */
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
