/** A range of scores, both ends included. */
export interface ScoreRange {
  readonly min: number;
  readonly max: number;
}

/** Pairs of rows with similar scores in both runs. */
export interface PairBin {
  /** The scores in the bin; no pair of another bin is within both ranges. */
  readonly baseline: ScoreRange;
  readonly candidate: ScoreRange;
  readonly count: number;
}

/** The scores of two runs in one metric, and the pairs of rows. */
export interface PairedScores {
  /** By row; NaN without one. */
  readonly baseline: Float64Array;
  readonly candidate: Float64Array;
  readonly baselineRows: Uint32Array;
  readonly candidateRows: Uint32Array;
}

/** The pairs of two runs, binned by their scores in one metric. */
export interface BinnedPairs {
  /** Bins that are not empty, the fullest first. */
  readonly bins: readonly PairBin[];
  readonly range: ScoreRange;
}

/** Bins along an axis; more than 400 marks could not be distinguished. */
const BINS = 20;

/**
 * Sorts pairs of rows into at most 400 bins of both scores, so that any number can be drawn. Axes
 * are from 0 to 1 for shares, else the range of the scores.
 */
export function binPairs(scores: PairedScores, isShare: boolean): BinnedPairs {
  const range = isShare ? { min: 0, max: 1 } : rangeOf(scores);
  const { baseline, candidate, baselineRows, candidateRows } = scores;
  const width = range.max - range.min || 1;
  const binOf = (score: number): number =>
    Math.max(0, Math.min(BINS - 1, Math.floor(((score - range.min) / width) * BINS)));
  const counts = new Uint32Array(BINS * BINS);
  // objects for a million pairs would take a second
  const ofBins = (start: number): Float64Array => new Float64Array(BINS * BINS).fill(start);
  const [minA, minB] = [ofBins(Infinity), ofBins(Infinity)];
  const [maxA, maxB] = [ofBins(-Infinity), ofBins(-Infinity)];
  for (let pair = 0; pair < baselineRows.length; pair++) {
    const a = baseline[baselineRows[pair] as number] as number;
    const b = candidate[candidateRows[pair] as number] as number;
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    const bin = binOf(a) * BINS + binOf(b);
    counts[bin] = (counts[bin] as number) + 1;
    if (a < (minA[bin] as number)) minA[bin] = a;
    if (a > (maxA[bin] as number)) maxA[bin] = a;
    if (b < (minB[bin] as number)) minB[bin] = b;
    if (b > (maxB[bin] as number)) maxB[bin] = b;
  }
  const bins = Array.from(counts, (count, bin) => ({
    baseline: { min: minA[bin] as number, max: maxA[bin] as number },
    candidate: { min: minB[bin] as number, max: maxB[bin] as number },
    count,
  }));
  return { bins: bins.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count), range };
}

/** Whether both scores are in a bin; false for NaN. */
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

function rangeOf({ baseline, candidate, baselineRows, candidateRows }: PairedScores): ScoreRange {
  let min = Infinity;
  let max = -Infinity;
  for (let pair = 0; pair < baselineRows.length; pair++) {
    const a = baseline[baselineRows[pair] as number] as number;
    const b = candidate[candidateRows[pair] as number] as number;
    if (a < min) min = a;
    if (a > max) max = a;
    if (b < min) min = b;
    if (b > max) max = b;
  }
  return min > max ? { min: 0, max: 1 } : { min, max };
}
