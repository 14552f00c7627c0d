import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { GateConfig } from '#core/gate/gate-config.ts';
import { judgeMeasured, measureGate, type Verdict } from '#core/gate/judge-gate.ts';
import { NO_ROWS, noLabels, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { seededRandom } from '#core/base/statistics/interval.ts';

type Random = () => number;

/** A run that pairs are drawn from: by metric the scores of each task’s trials. */
interface RecordedRun {
  readonly metrics: readonly string[];
  /** By task, trial and metric. */
  readonly tasks: readonly (readonly (readonly number[])[])[];
  /** Rows of a drawn run that have the same id. */
  readonly trials: number;
}

const TASKS = 400;
const TRIALS = 8;

/** Shapes of data that gates are tried with. */
export const SHAPES = {
  /** Three metrics of 0 and 1, each met only where the one before it is: most tasks are easy or hard. */
  'pass or fail': (random: Random): RecordedRun =>
    record(
      ['trajectory_any_order_match', 'trajectory_in_order_match', 'trajectory_exact_match'],
      1,
      random,
      (ease) => {
        const any = random() < 0.1 + 0.9 * ease;
        const order = any && random() < 0.93;
        const exact = order && random() < 0.85;
        return [Number(any), Number(order), Number(exact)];
      },
    ),
  /** Precision and recall over five calls, mostly 1. */
  shares: (random: Random): RecordedRun =>
    record(['trajectory_precision', 'trajectory_recall'], 1, random, (ease) => {
      const right = Array.from({ length: 5 }, () => random() < 0.4 + 0.6 * ease);
      const hits = right.filter(Boolean).length;
      const extra = Math.floor(random() * random() * 4);
      return [hits / (hits + extra || 1), hits / 5];
    }),
  /** Four trials of each task. */
  trials: (random: Random): RecordedRun =>
    record(['trajectory_in_order_match'], 4, random, (ease) => [Number(random() < ease)]),
} as const;

/** The name of a shape. */
export type Shape = keyof typeof SHAPES;

function record(
  metrics: readonly string[],
  trials: number,
  random: Random,
  score: (ease: number) => readonly number[],
): RecordedRun {
  const tasks = Array.from({ length: TASKS }, () => {
    // from 0 to 1, more often near 1 than near 0
    const ease = Math.sqrt(random());
    return Array.from({ length: TRIALS }, () => score(ease));
  });
  return { metrics, tasks, trials };
}

/** Two runs of the same tasks, each row drawn from the trials that were recorded of its task. */
function drawPair(
  { metrics, tasks, trials }: RecordedRun,
  rowCount: number,
  drop: number,
  random: Random,
): readonly [ScoredColumns, ScoredColumns] {
  const drawn = Array.from(
    { length: Math.ceil(rowCount / trials) },
    () => tasks[Math.floor(random() * tasks.length)]!,
  );
  const means = metrics.map((_, metric) => meanOf(tasks, metric));
  const one = (lost: number): ScoredColumns => {
    const scores = metrics.map(() => new Float64Array(rowCount));
    for (let row = 0; row < rowCount; row++) {
      const recorded = drawn[Math.floor(row / trials)]!;
      const values = recorded[Math.floor(random() * recorded.length)]!;
      for (const [metric, value] of values.entries()) {
        const isLost = lost > 0 && random() < lost / means[metric]!;
        scores[metric]![row] = isLost ? 0 : value;
      }
    }
    return {
      ...NO_ROWS,
      rowCount,
      idKeys: Float64Array.from({ length: rowCount }, (_, row) => Math.floor(row / trials)),
      tools: noLabels(rowCount),
      signatures: noLabels(rowCount),
      scores: metrics.map((id, metric) => ({
        ...{ id, metricId: id, values: scores[metric]! },
        outcomes: new Uint8Array(rowCount),
      })),
    };
  };
  return [one(0), one(drop)];
}

function meanOf(tasks: RecordedRun['tasks'], metric: number): number {
  const values = tasks.flatMap((trials) => trials.map((scores) => scores[metric]!));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What a gate asks of each metric, and how surely. */
export interface Rule {
  /** How much worse than the baseline a candidate may be. */
  readonly margin: number;
  readonly confidence: number;
}

/** What is tried. */
export interface Trial {
  readonly shape: Shape;
  readonly rowCount: number;
  /** How much worse the candidate is in truth, in the mean of every metric. */
  readonly drop: number;
  readonly pairs: number;
}

/**
 * Judges pairs of runs by gates of which each metric may be no worse than the baseline by a margin.
 * @param rules one gate each, for the same pairs
 * @returns for each rule how many of the pairs got which verdict
 */
export function simulateGates(trial: Trial, rules: readonly Rule[]): Record<Verdict, number>[] {
  const { shape, rowCount, drop, pairs } = trial;
  const random = seededRandom(rowCount * 7919 + Math.round(drop * 1000));
  const run = SHAPES[shape](seededRandom(3));
  const configs = rules.map(({ margin, confidence }): GateConfig => ({
    ...{ version: 1, rules: 'standard', confidence, adjust: 'holm', fewestRows: 6 },
    conditions: run.metrics.map((metric) => ({ metric, noWorseBy: margin })),
  }));
  const counts = rules.map(() => ({ PASS: 0, FAIL: 0, INCONCLUSIVE: 0 }));
  for (let pair = 0; pair < pairs; pair++) {
    const [baseline, candidate] = drawPair(run, rowCount, drop, random);
    const runs = [candidate, baseline].map((columns) => ({
      columns,
      settings: DEFAULT_SETTINGS,
    }));
    const { measured, problems } = measureGate(configs[0]!, runs[0]!, runs[1]);
    if (problems[0]) throw new Error(problems[0].reason);
    for (const [at, config] of configs.entries()) {
      // the rows say the same whatever the margin
      const asked = measured.map((one) => ({ ...one, condition: config.conditions[one.place]! }));
      counts[at]![judgeMeasured(asked, config).verdict]++;
    }
  }
  return counts;
}

/** Scores of a metric that is a share, with the chance of each: what they are, and what they average to. */
export const SHARES = {
  '0.95 (9 of 10 are 1, others 0.5)': [
    [1, 0.9],
    [0.5, 0.1],
  ],
  '0.85 (skewed: 1, ⅔, ⅓, 0)': [
    [1, 0.7],
    [2 / 3, 0.2],
    [1 / 3, 0.05],
    [0, 0.05],
  ],
  '0.97 (all or nothing, seldom nothing)': [
    [1, 0.97],
    [0, 0.03],
  ],
  '0.05 (9 of 10 are 0, others 0.5)': [
    [0, 0.9],
    [0.5, 0.1],
  ],
  '0.7 (all are)': [[0.7, 1]],
} as const;

/** The name of a share. */
export type Share = keyof typeof SHARES;

/** What became of runs whose mean is at the threshold of a gate in truth, as shares of them. */
export interface AtThreshold {
  /** The interval holds the true mean. */
  readonly covers: number;
  /** “At least the true mean” passes; not a false one by itself, but no gate may do it often. */
  readonly passes: number;
  readonly fails: number;
  /** How wide the interval is on average. */
  readonly width: number;
}

/** Judges runs of which the mean is in truth what a gate asks for at least. */
export function simulateMinimum(share: Share, rowCount: number, runs: number): AtThreshold {
  const parts: readonly (readonly [number, number])[] = SHARES[share];
  const min = parts.reduce((sum, [value, chance]) => sum + value * chance, 0);
  const random = seededRandom(rowCount * 7919);
  const draw = (): number => {
    let left = random();
    return (parts.find(([, chance]) => (left -= chance) < 0) ?? parts.at(-1)!)[0];
  };
  const metric = 'trajectory_recall';
  const config: GateConfig = {
    ...{ version: 1, rules: 'standard', confidence: 0.95, adjust: 'holm', fewestRows: 2 },
    conditions: [{ metric, min }],
  };
  const counts = { covers: 0, passes: 0, fails: 0, width: 0 };
  for (let run = 0; run < runs; run++) {
    const scores = [
      {
        ...{ id: metric, metricId: metric, outcomes: new Uint8Array(rowCount) },
        values: Float64Array.from({ length: rowCount }, draw),
      },
    ];
    const columns = { ...NO_ROWS, rowCount, scores };
    const { measured } = measureGate(config, { columns, settings: DEFAULT_SETTINGS }, undefined);
    const { low, high } = measured[0]!.measurement.estimate!.interval(0.95);
    if (low <= min && min <= high) counts.covers++;
    counts.width += high - low;
    const { verdict } = judgeMeasured(measured, config);
    if (verdict === 'PASS') counts.passes++;
    if (verdict === 'FAIL') counts.fails++;
  }
  return {
    covers: counts.covers / runs,
    passes: counts.passes / runs,
    fails: counts.fails / runs,
    width: counts.width / runs,
  };
}
