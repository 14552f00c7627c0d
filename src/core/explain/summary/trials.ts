import { listAt } from '#core/base/lists/list-at.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import {
  distributionOf,
  meanOfDistribution,
  stdOfDistribution,
  type Distribution,
} from '#core/base/statistics/distribution.ts';
import { meanInterval, type Interval } from '#core/base/statistics/interval.ts';
import { UNIT } from '#core/score/metric/metric.ts';
import { countPasses, thresholdOf } from './statistics.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';

/** The chances of passing a task in k trials, in [0,1]; means over tasks. */
interface TrialChances {
  readonly k: number;
  /** The chance that at least one of k trials passes; null without a task with k trials. */
  readonly passAtK: number | null;
  /** The chance that all k trials pass. */
  readonly passHatK: number | null;
  /** The number of tasks with at least k scored trials; others do not count. */
  readonly tasks: number;
}

/** A metric over the trials of tasks; its own chances are those of the chosen k. */
export interface TrialStatistics extends TrialChances {
  readonly columnId: string;
  readonly metricId: string;
  readonly tool?: string;
  /** The same for every k from 1 to the most trials of a task, at most {@link K_LIMIT}. */
  readonly byK: readonly TrialChances[];
  /**
   * The standard deviation (n − 1) of a task’s scores, averaged over tasks with two or more; null
   * without any.
   */
  readonly spread: number | null;
  /** The number of tasks whose trials differ in their score. */
  readonly unsteady: number;
}

/** One task over its trials, by one metric; null where nothing was scored. */
interface TaskStatistics {
  /** Its first row, from 0. */
  readonly row: number;
  readonly trials: number;
  /** The number of trials with a score; others are left out of the statistics. */
  readonly scored: number;
  readonly passes: number;
  readonly mean: number | null;
  /** Sample standard deviation (n − 1); null for fewer than two scores. */
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** The tasks of a run, by one metric. */
export interface TaskList {
  readonly columnId: string;
  /** Tasks with several trials, the least consistent first; at most {@link TASKS_LISTED}. */
  readonly tasks: readonly TaskStatistics[];
  readonly taskCount: number;
}

/** The trials of a run; rows with the same id are trials of one task. */
export interface Trials {
  readonly k: number;
  readonly taskCount: number;
  readonly most: number;
  /** Metrics with a verdict and a scored row. */
  readonly metrics: readonly TrialStatistics[];
  /**
   * By the requested metric, else by the one with the most unsteady tasks; undefined without
   * metrics.
   */
  readonly byTask: TaskList | undefined;
}

/** The largest number of tasks listed. */
export const TASKS_LISTED = 100;

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

/**
 * Describes repeated trials; undefined when no id repeats. Rows without an id are skipped;
 * `tasksBy` is the score column of the task list.
 */
export function describeTrials(
  columns: ScoredColumns,
  rows: Uint32Array,
  k: number,
  thresholds: Thresholds,
  tasksBy?: string,
): Trials | undefined {
  const { tasks, most } = tasksOf(columns, rows);
  if (most < 2) return undefined;
  const drawn = Math.min(k, most);
  const trialsOf = (scores: ScoreValues): ScoredTask[] => {
    const threshold = thresholdOf(scores.metricId, thresholds);
    if (threshold === undefined) return [];
    return tasks.map((trials) => scoreTask(scores, trials, threshold));
  };
  const metrics = columns.scores.flatMap((scores) => {
    const scored = trialsOf(scores);
    const isScored = scored.some(({ distribution }) => distribution.size > 0);
    return isScored ? [describeMetric(scores, scored, drawn, most)] : [];
  });
  const leastSteady = Math.max(...metrics.map(({ unsteady }) => unsteady));
  const listed =
    metrics.find(({ columnId }) => columnId === tasksBy) ??
    metrics.find(({ unsteady }) => unsteady === leastSteady);
  const scores = columns.scores.find(({ id }) => id === listed?.columnId);
  const byTask = scores && listTasks(scores.id, trialsOf(scores));
  return { k: drawn, taskCount: tasks.length, most, metrics, byTask };
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

/** The chance that all of k trials pass, averaged over tasks. */
export interface Consistency {
  readonly k: number;
  readonly passHatK: number;
  /** Over tasks; null for fewer than two. */
  readonly interval: Interval | null;
  readonly tasks: number;
}

/** pass^k for every k from 1 to the most trials of a task, at most {@link K_LIMIT}. */
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
  return Float64Array.from(
    tasks.filter(({ distribution }) => distribution.size >= k),
    ({ distribution, passes }) => passHatK(distribution.size, passes, k),
  );
}

const K_LIMIT = 10;

/** A task’s trials by one metric. */
export interface ScoredTask {
  readonly row: number;
  readonly trials: number;
  readonly distribution: Distribution;
  readonly std: number | null;
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
    row: rows[0] as number,
    trials: rows.length,
    distribution,
    std: stdOfDistribution(distribution),
    passes: countPasses(distribution, metricId, threshold),
  };
}

function describeMetric(
  { id, metricId, tool }: ScoreValues,
  tasks: readonly ScoredTask[],
  k: number,
  most: number,
): TrialStatistics {
  let deviations = 0;
  let repeated = 0;
  let unsteady = 0;
  for (const { distribution, std } of tasks) {
    if (std === null) continue;
    deviations += std;
    repeated++;
    if (distribution.values.length > 1) unsteady++;
  }
  return {
    columnId: id,
    metricId,
    ...(tool === undefined ? {} : { tool }),
    ...chancesOf(tasks, k),
    byK: Array.from({ length: Math.min(most, K_LIMIT) }, (_, at) => chancesOf(tasks, at + 1)),
    spread: repeated === 0 ? null : deviations / repeated,
    unsteady,
  };
}

function chancesOf(tasks: readonly ScoredTask[], k: number): TrialChances {
  let count = 0;
  let once = 0;
  let always = 0;
  for (const { distribution, passes } of tasks) {
    const { size } = distribution;
    if (size < k) continue;
    count++;
    once += passAtK(size, passes, k);
    always += passHatK(size, passes, k);
  }
  const mean = (sum: number): number | null => (count === 0 ? null : sum / count);
  return { k, passAtK: mean(once), passHatK: mean(always), tasks: count };
}

/** Tasks of equal spread keep the order of the data. */
function listTasks(columnId: string, all: readonly ScoredTask[]): TaskList {
  const repeated = all.filter(({ trials }) => trials > 1);
  const tasks = repeated
    .sort((a, b) => (b.std ?? -1) - (a.std ?? -1) || a.row - b.row)
    .slice(0, TASKS_LISTED)
    .map(({ row, trials, distribution, std, passes }) => ({
      row,
      trials,
      scored: distribution.size,
      passes,
      std,
      mean: meanOfDistribution(distribution),
      min: distribution.values[0] ?? null,
      max: distribution.values.at(-1) ?? null,
    }));
  return { columnId, tasks, taskCount: repeated.length };
}
