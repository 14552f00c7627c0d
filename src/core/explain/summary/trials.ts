import { listAt } from '#core/base/lists/lists.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import {
  distributionOf,
  meanOfDistribution,
  type Distribution,
} from '#core/base/statistics/distribution.ts';
import { meanInterval, type Interval } from '#core/base/statistics/interval.ts';
import { UNIT } from '#core/score/metric/metric.ts';
import { countPasses, thresholdOf } from './summarise.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';

/**
 * The unbiased chance, in [0,1], that at least one of k trials passes when c of n did: 1 − C(n−c,k)
 * ÷ C(n,k). Chen et al. 2021, Evaluating large language models trained on code.
 */
export function passAtK(trials: number, passes: number, k: number): number {
  return 1 - drawOnly(trials, trials - passes, k);
}

/**
 * The unbiased chance, in [0,1], that all of k trials pass when c of n did: C(c,k) ÷ C(n,k). Yao et
 * al. 2024, τ-bench.
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

/** The rows of every task, and the most trials of one; rows without an id are skipped. */
function tasksOf(
  columns: ScoredColumns,
  rows: Uint32Array,
): { readonly tasks: readonly (readonly number[])[]; readonly most: number } {
  const tasks = new Map<number, number[]>();
  for (const row of rows) {
    const id = columns.idKeys[row] as number;
    if (Number.isNaN(id)) continue;
    listAt(tasks, id).push(row);
  }
  let most = 0;
  for (const trials of tasks.values()) most = Math.max(most, trials.length);
  return { tasks: [...tasks.values()], most };
}

/** The chances that one, and that all, of k trials pass, averaged over tasks. */
export interface Consistency {
  readonly k: number;
  readonly passAtK: number;
  readonly passHatK: number;
  /** Of {@link passHatK}, over tasks; null for fewer than two. */
  readonly interval: Interval | null;
  readonly tasks: number;
}

/** pass@k and pass^k for every k from 1 to the most trials of a task, at most {@link K_LIMIT}. */
export function consistencyOf(
  columns: ScoredColumns,
  rows: Uint32Array,
  scores: ScoreValues,
  thresholds: Thresholds,
): Consistency[] {
  const repeated = scoreTasks(columns, rows, scores, thresholds);
  if (!repeated || repeated.most < 2) return [];
  return Array.from({ length: Math.min(repeated.most, K_LIMIT) }, (_, at) => {
    const k = at + 1;
    const chances = passHatChances(repeated.tasks, k);
    const distribution = distributionOf(chances);
    return {
      k,
      passAtK:
        meanOfDistribution(distributionOf(chancesOf(passAtK, repeated.tasks, k))) ?? Number.NaN,
      passHatK: meanOfDistribution(distribution) ?? Number.NaN,
      interval: meanInterval(chances, distribution, UNIT) ?? null,
      tasks: chances.length,
    };
  }).filter(({ tasks: count }) => count > 0);
}

/** Scores tasks over their trials; undefined for a metric without a verdict. */
export function scoreTasks(
  columns: ScoredColumns,
  rows: Uint32Array,
  scores: ScoreValues,
  thresholds: Thresholds,
): { readonly tasks: readonly ScoredTask[]; readonly most: number } | undefined {
  const threshold = thresholdOf(scores.metricId, thresholds);
  if (threshold === undefined) return undefined;
  const { tasks, most } = tasksOf(columns, rows);
  return { tasks: tasks.map((trials) => scoreTask(scores, trials, threshold)), most };
}

/** The chance, in [0,1], that k trials all pass, for each task with at least k scored ones. */
export function passHatChances(tasks: readonly ScoredTask[], k: number): Float64Array {
  return chancesOf(passHatK, tasks, k);
}

function chancesOf(chance: typeof passHatK, tasks: readonly ScoredTask[], k: number): Float64Array {
  return Float64Array.from(
    tasks.filter(({ distribution }) => distribution.size >= k),
    ({ distribution, passes }) => chance(distribution.size, passes, k),
  );
}

const K_LIMIT = 10;

/** A task’s trials by one metric. */
interface ScoredTask {
  readonly distribution: Distribution;
  readonly passes: number;
}

function scoreTask(
  { metricId, values }: ScoreValues,
  rows: readonly number[],
  threshold: number,
): ScoredTask {
  const scores = new Float64Array(rows.length);
  for (const [trial, row] of rows.entries()) scores[trial] = values[row] as number;
  const distribution = distributionOf(scores);
  return {
    distribution,
    passes: countPasses(distribution, metricId, threshold),
  };
}
