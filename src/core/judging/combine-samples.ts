import type { Verdict } from './read-verdict.ts';

/** What several verdicts on one row come to. */
export interface Combined {
  /** Mean of the scores. */
  readonly score: number;
  /** Share of the samples with the most frequent score, in [0,1]. */
  readonly agreement: number;
  /** The explanation of the sample whose score is nearest to the mean. */
  readonly explanation: string;
}

/**
 * Combines the samples of a row.
 * @param verdicts at least one
 * @returns mean, agreement, and a representative explanation
 * @throws RangeError without verdicts: a row without any has no score
 */
export function combineSamples(verdicts: readonly Verdict[]): Combined {
  const [first] = verdicts;
  if (!first) throw new RangeError('no verdicts to combine');
  const counts = new Map<number, number>();
  let sum = 0;
  for (const { score } of verdicts) {
    sum += score;
    counts.set(score, (counts.get(score) ?? 0) + 1);
  }
  const mean = sum / verdicts.length;
  const distance = ({ score }: Verdict): number => Math.abs(score - mean);
  const nearest = verdicts.reduce((a, b) => (distance(b) < distance(a) ? b : a), first);
  return {
    score: mean,
    agreement: Math.max(...counts.values()) / verdicts.length,
    explanation: nearest.explanation,
  };
}
