import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import { distributionOf, stdOfDistribution } from '#core/statistics/distribution.ts';
import { isPass, thresholdOf, type Thresholds } from './statistics.ts';

/** How a metric does when a task may be tried k times. Shares in [0,1], means over tasks. */
export interface TrialStatistics {
  readonly columnId: string;
  readonly metricId: string;
  readonly tool?: string;
  /** The chance that at least one of k trials passes; null without a task of k trials. */
  readonly passAtK: number | null;
  /** The chance that all of k trials pass. */
  readonly passHatK: number | null;
  /** Tasks with at least k scored trials; the others do not count. */
  readonly tasks: number;
  /** Sample standard deviation of a task’s scores, its mean over tasks with two or more; null without one. */
  readonly spread: number | null;
  /** Tasks whose trials do not all have the same score. */
  readonly unsteady: number;
}

/** The trials of a run: rows with the same id are trials of one task. */
export interface Trials {
  readonly k: number;
  /** Distinct ids. */
  readonly taskCount: number;
  /** The most trials of a task. */
  readonly most: number;
  readonly metrics: readonly TrialStatistics[];
}

/**
 * The unbiased chance that at least one of k trials passes: 1 − C(n−c,k) ÷ C(n,k).
 * @param trials how many trials there are, n
 * @param passes how many of them passed, c
 * @param k how many are drawn, from 1 to n
 * @returns the chance, in [0,1]
 * @see Chen et al. 2021, Evaluating large language models trained on code
 */
export function passAtK(trials: number, passes: number, k: number): number {
  return 1 - drawOnly(trials, trials - passes, k);
}

/**
 * The unbiased chance that all of k trials pass: C(c,k) ÷ C(n,k).
 * @param trials how many trials there are, n
 * @param passes how many of them passed, c
 * @param k how many are drawn, from 1 to n
 * @returns the chance, in [0,1]
 * @see Yao et al. 2024, τ-bench
 */
export function passHatK(trials: number, passes: number, k: number): number {
  return drawOnly(trials, passes, k);
}

/** The chance that k draws without replacement are all of one kind: C(kind,k) ÷ C(all,k). */
function drawOnly(all: number, kind: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(0, kind - drawn) / (all - drawn);
  return chance;
}

/**
 * Looks at repeated trials.
 * @param columns the scored rows
 * @param rows the numbers of the rows to look at; those without an id are passed over
 * @param k how many trials are drawn
 * @param thresholds from which score on a row passes
 * @returns the trials; undefined when no id occurs twice
 */
export function describeTrials(
  columns: ScoredColumns,
  rows: Uint32Array,
  k: number,
  thresholds: Thresholds,
): Trials | undefined {
  const tasks = new Map<number, number[]>();
  for (const row of rows) {
    const id = columns.idKeys[row] as number;
    if (Number.isNaN(id)) continue;
    const trials = tasks.get(id);
    if (trials) trials.push(row);
    else tasks.set(id, [row]);
  }
  let most = 0;
  for (const trials of tasks.values()) most = Math.max(most, trials.length);
  if (most < 2) return undefined;
  const drawn = Math.min(k, most);
  const metrics = columns.scores.flatMap((scores) => {
    const threshold = thresholdOf(scores.metricId, thresholds);
    return threshold === undefined ? [] : [describeTask(scores, tasks, drawn, threshold)];
  });
  return { k: drawn, taskCount: tasks.size, most, metrics };
}

function describeTask(
  { id, metricId, tool, values }: ScoreValues,
  tasks: ReadonlyMap<number, readonly number[]>,
  k: number,
  threshold: number,
): TrialStatistics {
  let count = 0;
  let once = 0;
  let always = 0;
  let deviations = 0;
  let repeated = 0;
  let unsteady = 0;
  for (const rows of tasks.values()) {
    const scored = rows.map((row) => values[row] as number).filter((value) => !Number.isNaN(value));
    if (scored.length > 1) {
      const distribution = distributionOf(Float64Array.from(scored));
      deviations += stdOfDistribution(distribution) ?? 0;
      repeated++;
      if (distribution.values.length > 1) unsteady++;
    }
    if (scored.length < k) continue;
    const passes = scored.filter((value) => isPass(metricId, value, threshold)).length;
    count++;
    once += passAtK(scored.length, passes, k);
    always += passHatK(scored.length, passes, k);
  }
  return {
    columnId: id,
    metricId,
    ...(tool === undefined ? {} : { tool }),
    passAtK: count === 0 ? null : once / count,
    passHatK: count === 0 ? null : always / count,
    tasks: count,
    spread: repeated === 0 ? null : deviations / repeated,
    unsteady,
  };
}
