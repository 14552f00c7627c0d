import { PAIRS_DRAWN_SINGLY } from '#core/base/statistics/paired.ts';
import {
  countCodedPairs,
  countPairs,
  type ValueCounts,
} from '#core/base/statistics/value-counts.ts';
import type { Pairs } from '#core/base/lists/pair-rows.ts';
import { codesOf, scoreReader, type ScoreValues } from '#core/score/columns/scored-columns.ts';

/** The scores of two runs in one metric. */
export interface SharedScores {
  readonly a: ScoreValues;
  readonly b: ScoreValues;
}

/** Pairs of rows, in the order of the baseline. */
export type PairedRows = Pick<Pairs, 'baselineRows' | 'candidateRows'>;

/** How many pairs pass, i.e. have score 1, on which side. */
export interface PassTable {
  readonly both: number;
  readonly onlyBaseline: number;
  readonly onlyCandidate: number;
  readonly neither: number;
}

/** Sums over the scores of all pairs. */
export interface PairScores {
  readonly pairs: number;
  readonly totalA: number;
  readonly totalB: number;
  /** Pairs whose scores are not the same. */
  readonly differing: number;
  /** Of these, pairs with the better score in the candidate. */
  readonly better: number;
  readonly passes: PassTable;
  /** Candidate minus baseline: one for each pair, or distinct ones with counts. */
  readonly differences: Float64Array | ValueCounts;
}

/** With more distinct pairs of scores, these are not counted first. */
const FEW_SCORE_PAIRS = 1024;

/**
 * Sums one metric over the pairs of two runs. Few distinct pairs of scores are counted first, so
 * that the rest takes hundreds of steps instead of a million. `sign` is −1 where lower is better.
 */
export function addUpScores(shared: SharedScores, paired: PairedRows, sign: 1 | -1): PairScores {
  return (
    (paired.baselineRows.length > PAIRS_DRAWN_SINGLY && addCounted(shared, paired, sign)) ||
    addSingly(shared, paired, sign)
  );
}

function addCounted(
  { a, b }: SharedScores,
  paired: PairedRows,
  sign: 1 | -1,
): PairScores | undefined {
  const { baselineRows, candidateRows } = paired;
  const rows = { rowsA: baselineRows, rowsB: candidateRows };
  const [codesA, codesB] = [codesOf(a), codesOf(b)];
  const counted =
    codesA && codesB
      ? countCodedPairs(codesA, codesB, rows, FEW_SCORE_PAIRS)
      : countPairs({ a: a.values, b: b.values, ...rows }, FEW_SCORE_PAIRS);
  if (!counted) return undefined;
  const sums = new Sums(sign);
  const byDifference = new Map<number, number>();
  const add = (x: number, y: number, count: number): void => {
    sums.add(x, y, count);
    byDifference.set(y - x, (byDifference.get(y - x) ?? 0) + count);
  };
  for (const [at, count] of counted.counts.entries())
    add(counted.a[at] as number, counted.b[at] as number, count);
  const differences = {
    values: Float64Array.from(byDifference.keys()),
    counts: Float64Array.from(byDifference.values()),
  };
  return { ...sums.take(), differences };
}

function addSingly(shared: SharedScores, paired: PairedRows, sign: 1 | -1): PairScores {
  const { baselineRows, candidateRows } = paired;
  const [scoreInA, scoreInB] = [scoreReader(shared.a), scoreReader(shared.b)];
  const sums = new Sums(sign);
  const differences = new Float64Array(baselineRows.length);
  for (let pair = 0; pair < differences.length; pair++) {
    const x = scoreInA(baselineRows[pair] as number);
    const y = scoreInB(candidateRows[pair] as number);
    if (x !== x || y !== y) continue;
    differences[sums.pairs] = y - x;
    sums.add(x, y, 1);
  }
  return { ...sums.take(), differences: differences.subarray(0, sums.pairs) };
}

class Sums {
  pairs = 0;
  #totalA = 0;
  #totalB = 0;
  #differing = 0;
  #better = 0;
  #both = 0;
  #onlyBaseline = 0;
  #onlyCandidate = 0;
  readonly #sign: number;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add(a: number, b: number, count: number): void {
    this.pairs += count;
    this.#totalA += a * count;
    this.#totalB += b * count;
    if (b !== a) this.#differing += count;
    if ((b - a) * this.#sign > 0) this.#better += count;
    if (a === 1 && b === 1) this.#both += count;
    else if (b === 1) this.#onlyCandidate += count;
    else if (a === 1) this.#onlyBaseline += count;
  }

  take(): Omit<PairScores, 'differences'> {
    const both = this.#both;
    const onlyBaseline = this.#onlyBaseline;
    const onlyCandidate = this.#onlyCandidate;
    const neither = this.pairs - both - onlyBaseline - onlyCandidate;
    return {
      pairs: this.pairs,
      totalA: this.#totalA,
      totalB: this.#totalB,
      differing: this.#differing,
      better: this.#better,
      passes: { both, onlyBaseline, onlyCandidate, neither },
    };
  }
}
