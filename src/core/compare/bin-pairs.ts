/** Scores from one to another, both included. */
export interface ScoreRange {
  readonly min: number;
  readonly max: number;
}

/** Pairs of rows whose two scores lie close together. */
export interface PairBin {
  /** The scores that occur in it; no pair of another bin lies within both ranges. */
  readonly baseline: ScoreRange;
  readonly candidate: ScoreRange;
  readonly count: number;
}

/** The pairs of two runs by their scores in one metric. */
export interface BinnedPairs {
  /** Those that hold a pair, the most filled first. */
  readonly bins: readonly PairBin[];
  /** Ends of both axes. */
  readonly range: ScoreRange;
}

/** Bins along an axis: more than 400 marks could not be told apart. */
const BINS = 20;

/**
 * Sorts pairs of rows into bins of two scores, so that any number of them can be drawn.
 * @param baseline a score per pair; NaN where there is none
 * @param candidate the same of the other run
 * @param isShare whether scores lie in [0,1]; else the axes end where the scores do
 * @returns the bins, at most 400; none without a pair that has both scores
 */
export function binPairs(
  baseline: Float64Array,
  candidate: Float64Array,
  isShare: boolean,
): BinnedPairs {
  const range = isShare ? { min: 0, max: 1 } : rangeOf(baseline, candidate);
  const width = range.max - range.min || 1;
  const binOf = (score: number): number =>
    Math.max(0, Math.min(BINS - 1, Math.floor(((score - range.min) / width) * BINS)));
  const bins = new Map<number, PairBin>();
  for (let pair = 0; pair < baseline.length; pair++) {
    const [x, y] = [baseline[pair] as number, candidate[pair] as number];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    const key = binOf(x) * BINS + binOf(y);
    const known = bins.get(key);
    bins.set(key, {
      baseline: widen(known?.baseline, x),
      candidate: widen(known?.candidate, y),
      count: (known?.count ?? 0) + 1,
    });
  }
  return { bins: [...bins.values()].sort((a, b) => b.count - a.count), range };
}

/**
 * Tells whether two scores lie in a bin.
 * @param bin the bin
 * @param baseline a score of the baseline
 * @param candidate one of the candidate
 * @returns whether both lie within its ranges; false for NaN
 */
export function isInBin(
  bin: Pick<PairBin, 'baseline' | 'candidate'>,
  baseline: number,
  candidate: number,
): boolean {
  return isWithin(bin.baseline, baseline) && isWithin(bin.candidate, candidate);
}

function isWithin({ min, max }: ScoreRange, score: number): boolean {
  return score >= min && score <= max;
}

function widen(range: ScoreRange | undefined, score: number): ScoreRange {
  if (!range) return { min: score, max: score };
  return { min: Math.min(range.min, score), max: Math.max(range.max, score) };
}

function rangeOf(...lists: readonly Float64Array[]): ScoreRange {
  let min = Infinity;
  let max = -Infinity;
  for (const list of lists) {
    for (const score of list) {
      if (score < min) min = score;
      if (score > max) max = score;
    }
  }
  return min <= max ? { min, max } : { min: 0, max: 1 };
}
