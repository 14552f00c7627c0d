/**
 * The changes of a paired row from baseline to candidate, most important first. `lost`: it passes
 * in the baseline, and the candidate made no calls.
 */
export const CHANGES = ['lost', 'regressed', 'mixed', 'improved', 'same', 'not scored'] as const;

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
  mixed: 0,
  improved: 0,
  same: 0,
  'not scored': 0,
};

/** Bits of what metrics find of a pair: better, worse, scored in both runs. */
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
 * The bits of two scores of a pair for {@link findChanges}, to be combined over metrics; `sign` is
 * −1 where lower is better.
 */
export function signsOf(baseline: number, candidate: number, sign: 1 | -1): number {
  // where lower is better, the value is recorded, not scored
  const both = sign === 1 ? SCORED : 0;
  if (baseline === candidate) return both;
  return both | ((candidate - baseline) * sign > 0 ? BETTER : WORSE);
}

/**
 * The change of each pair, by metrics with a verdict, not counting time. By pair: `signs` are their
 * combined bits, see {@link signsOf}, `isLost` is 1 for a lost row.
 */
export function findChanges(signs: Uint8Array, isLost: Uint8Array): Changes {
  const changes = new Uint8Array(signs.length);
  for (let pair = 0; pair < signs.length; pair++)
    changes[pair] = isLost[pair] === 1 ? LOST : (CHANGE_BY_SIGNS[signs[pair] as number] as number);
  return groupByChange(changes);
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
