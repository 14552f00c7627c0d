import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { Verdict } from './read-verdict.ts';

/** The combined verdict of several samples. */
export interface Combined {
  readonly score: number;
  /** The share of samples with the most frequent score, or with orders that agree; in [0,1]. */
  readonly agreement: number;
  /** The explanation of the sample with the nearest score. */
  readonly explanation: string;
}

/**
 * Combines the samples of a row by their mean, or by the most frequent score, the worst of several
 * (the lowest where neither end is good). Throws RangeError without samples.
 */
export function combineSamples(
  verdicts: readonly Verdict[],
  { combine: how = 'mean', better }: Pick<JudgeMetric, 'combine' | 'better'> = {},
): Combined {
  const scores = verdicts.map(({ score }) => score);
  const { most, count } = mostFrequent(scores, better === 'lower' ? Math.max : Math.min);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const score = how === 'mean' ? mean : most;
  return {
    score,
    agreement: count / scores.length,
    explanation: nearest(verdicts, score),
  };
}

/** The verdicts on two responses in both orders. */
export interface BothOrders {
  readonly baselineFirst: Verdict;
  readonly candidateFirst: Verdict;
}

/**
 * Combines the samples of a comparison: 1 where the candidate wins, 0 where the baseline does, 0.5
 * for a tie or where orders or samples disagree. Throws RangeError without samples.
 */
export function combineOrders(samples: readonly BothOrders[]): Combined {
  const choices = samples.map(({ baselineFirst, candidateFirst }): Verdict => {
    const [there, back] = [baselineFirst.score, 0 - candidateFirst.score];
    if (there === back) return { score: there, explanation: baselineFirst.explanation };
    return {
      score: Number.NaN,
      explanation: `With the baseline first: ${baselineFirst.explanation} With the candidate first: ${candidateFirst.explanation}`,
    };
  });
  const flips = choices.filter(({ score }) => Number.isNaN(score)).length;
  const settled = choices.map(({ score }) => (Number.isNaN(score) ? 0 : score));
  const { most } = mostFrequent(settled, () => 0);
  const explained = choices.map(({ explanation }, i) => ({ explanation, score: settled[i] ?? 0 }));
  return {
    score: (most + 1) / 2,
    agreement: (samples.length - flips) / samples.length,
    explanation: nearest(explained, most),
  };
}

/** The most frequent score; `pick` chooses among equally frequent ones. */
function mostFrequent(
  scores: readonly number[],
  pick: (...scores: number[]) => number,
): { readonly most: number; readonly count: number } {
  if (scores.length === 0) throw new RangeError('no verdicts to combine');
  const counts = new Map<number, number>();
  for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
  const count = Math.max(...counts.values());
  const tied = [...counts].flatMap(([score, times]) => (times === count ? [score] : []));
  return { most: tied.length === 1 ? (tied[0] as number) : pick(...tied), count };
}

function nearest(verdicts: readonly Verdict[], score: number): string {
  const distance = (verdict: Verdict): number => Math.abs(verdict.score - score);
  return verdicts.reduce((a, b) => (distance(b) < distance(a) ? b : a)).explanation;
}
