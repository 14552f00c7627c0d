import type { Interval } from '#core/base/statistics/interval.ts';
import { summariseScores } from '#core/explain/summary/summarise.ts';
import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import {
  type ScoredColumns,
  type ScoreValues,
  scoreReader,
} from '#core/score/columns/scored-columns.ts';
import { isPairwise } from '#core/score/judged-metrics/judged-metric.ts';
import type { PairedRows } from './pair-scores.ts';

/** The mean of a run with its 95 % interval; null where too little is scored. */
export interface MeanInPairs {
  readonly mean: number | null;
  readonly interval: Interval | null;
}

/** The means of two runs in one metric, over rows scored in both. */
export interface MeansInPairs {
  readonly columnId: string;
  readonly metricId: string;
  readonly tool?: string;
  readonly pairs: number;
  readonly baseline: MeanInPairs;
  readonly candidate: MeanInPairs;
}

/** Computes the mean of each run, with its interval, in every common metric from 0 to 1. */
export function meansInPairs(
  baseline: ScoredColumns,
  candidate: ScoredColumns,
  pairs: PairedRows,
): MeansInPairs[] {
  return baseline.scores.flatMap((a) => {
    const b = candidate.scores.find(({ id }) => id === a.id);
    if (!b || isPairwise(a) || !isUnitScale(findMetric(a.metricId)?.scale)) return [];
    const { id: columnId, metricId, tool } = a;
    const [inA, inB] = scoredInBoth(a, b, pairs);
    return [
      {
        columnId,
        metricId,
        pairs: inA.length,
        ...(tool === undefined ? {} : { tool }),
        baseline: meanOf(a, inA),
        candidate: meanOf(b, inB),
      },
    ];
  });
}

function scoredInBoth(
  a: ScoreValues,
  b: ScoreValues,
  { baselineRows, candidateRows }: PairedRows,
): readonly [Float64Array, Float64Array] {
  const inA = new Float64Array(baselineRows.length);
  const inB = new Float64Array(baselineRows.length);
  const [scoreInA, scoreInB] = [scoreReader(a), scoreReader(b)];
  let count = 0;
  for (let pair = 0; pair < baselineRows.length; pair++) {
    const x = scoreInA(baselineRows[pair] as number);
    const y = scoreInB(candidateRows[pair] as number);
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    inA[count] = x;
    inB[count++] = y;
  }
  return [inA.subarray(0, count), inB.subarray(0, count)];
}

function meanOf({ id, metricId }: ScoreValues, values: Float64Array): MeanInPairs {
  const outcomes = new Uint8Array(values.length);
  const { mean, interval } = summariseScores({ id, metricId, values, outcomes });
  return { mean, interval };
}
