import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import {
  codesOf,
  outcomeReader,
  hasIds,
  rowsByName,
  scoresOf,
  type ScoreValues,
  type ScoredColumns,
} from '#core/score/columns/scored-columns.ts';
import {
  adjustHolm,
  mcnemarTest,
  pairedInterval,
  signFlipTest,
} from '#core/base/statistics/paired.ts';
import type { Interval } from '#core/base/statistics/interval.ts';
import { distributionOfCodes, meanOfDistribution } from '#core/base/statistics/distribution.ts';
import { isPairwise } from '#core/score/judged-metrics/judged-metric.ts';
import { pairRows, type Pairs } from '#core/base/lists/pair-rows.ts';
import { withoutChoice, type ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { withoutScores } from './judged-alike.ts';
import { findChanges, type Changes } from './changes.ts';
import { hasGoodEnd, mainMetric, scoresCalls } from './main-metric.ts';
import {
  addUpScores,
  type PairedRows,
  type PairScores,
  type PassTable,
  type SharedScores,
} from './pair-scores.ts';

/** With fewer pairs, the rows themselves are more informative than an interval. */
export const FEWEST_PAIRS = 6;

/** The seed of all resampling, so that results are reproducible. */
export const SEED = 1;

/** How likely such a difference is by chance. */
export interface Chance {
  /** McNemar's exact test of passes, or the sign-flip test of differences. */
  readonly test: 'McNemar' | 'sign flips';
  readonly p: number;
  /** McNemar's mid-p; null for the other test. */
  readonly midP: number | null;
  /** Adjusted by Holm for all tests of the comparison. */
  readonly adjustedP: number;
}

/** One metric of two runs, over rows scored in both. */
export interface MetricComparison {
  readonly columnId: string;
  readonly metricId: string;
  readonly tool?: string | undefined;
  readonly pairs: number;
  /** Means over these rows; null without any. */
  readonly baselineMean: number | null;
  readonly candidateMean: number | null;
  /** Candidate minus baseline. */
  readonly difference: number | null;
  /** For the mean difference; null below {@link FEWEST_PAIRS} pairs. */
  readonly interval: Interval | null;
  /** Null below {@link FEWEST_PAIRS} pairs. */
  readonly chance: Chance | null;
  /** Pairs whose scores differ. */
  readonly differing: number;
  /** Pairs with the better score in the candidate, and in the baseline; null without a good end. */
  readonly better: number | null;
  readonly worse: number | null;
  /** Null for a metric of time. */
  readonly passes: PassTable | null;
  /** Means over all rows of each run. */
  readonly baselineOverall: number | null;
  readonly candidateOverall: number | null;
}

/** Compares one score column of two runs, p not adjusted. */
function compareScores(shared: SharedScores, paired: PairedRows): MetricComparison {
  const { id: columnId, metricId, tool } = shared.a;
  const metric = findMetric(metricId);
  const sign = metric?.better === 'lower' ? -1 : 1;
  const sums = addUpScores(shared, paired, sign);
  const { pairs, totalA, totalB, differing, better, passes, differences } = sums;
  const isTooFew = pairs < FEWEST_PAIRS;
  return {
    columnId,
    metricId,
    ...(tool === undefined ? {} : { tool }),
    pairs,
    baselineMean: pairs === 0 ? null : totalA / pairs,
    candidateMean: pairs === 0 ? null : totalB / pairs,
    difference: pairs === 0 ? null : (totalB - totalA) / pairs,
    interval: isTooFew ? null : (pairedInterval(differences, SEED) ?? null),
    chance: isTooFew ? null : chanceOf(metric?.scale === 'binary', passes, differences),
    differing,
    better: hasGoodEnd(metricId) ? better : null,
    worse: hasGoodEnd(metricId) ? differing - better : null,
    passes: isUnitScale(metric?.scale) ? passes : null,
    baselineOverall: overallMean(shared.a),
    candidateOverall: overallMean(shared.b),
  };
}

/** Tests paired scores, unadjusted: McNemar’s test for scores of 0 and 1, else sign flips. */
export function chanceOf(
  isBinary: boolean,
  passes: PassTable,
  differences: PairScores['differences'],
): Chance {
  if (isBinary) {
    const { p, midP } = mcnemarTest(passes.onlyBaseline, passes.onlyCandidate);
    return { test: 'McNemar', p, midP, adjustedP: p };
  }
  const p = signFlipTest(differences, SEED);
  return { test: 'sign flips', p, midP: null, adjustedP: p };
}

function adjustTogether(comparisons: readonly Comparison[]): Comparison[] {
  const raw = comparisons.flatMap(({ metrics }) =>
    metrics.flatMap(({ chance }) => (chance ? [chance.p] : [])),
  );
  const adjusted = adjustHolm(raw).values();
  return comparisons.map((one) => ({
    ...one,
    tests: raw.length,
    metrics: one.metrics.map((metric) => {
      if (!metric.chance) return metric;
      const { value: adjustedP = metric.chance.p } = adjusted.next();
      return { ...metric, chance: { ...metric.chance, adjustedP } };
    }),
  }));
}

function overallMean(scores: ScoreValues): number | null {
  const coded = codesOf(scores);
  if (coded) return meanOfDistribution(distributionOfCodes(coded));
  const { values } = scores;
  let total = 0;
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (Number.isNaN(value)) continue;
    total += value;
    count++;
  }
  return count === 0 ? null : total / count;
}

/** Pairs of different tasks, by one id or one prompt, among the pairs that were read. */
export interface OtherTasks {
  readonly read: number;
  /** Pairs whose prompt or reference differs. */
  readonly differing: number;
  /** Pairs whose expected calls, or expected answer, differ. */
  readonly otherCalls: number;
  /** Pairs in which everything recorded of the task differs. */
  readonly others: number;
}

/** Two runs whose rows all have ids, few of them in both: they pair by prompt and reference. */
export interface OtherIds {
  /** Rows of the candidate whose id is in both. */
  readonly shared: number;
  /** Rows of both that share prompt and expected calls with one of their run, and are not paired. */
  readonly repeated: number;
}

/** A comparison of two runs, row by row. */
export interface Comparison extends Pairs, Changes {
  /** Absent where ids pair most rows, or not every row has one. */
  readonly otherIds?: OtherIds | undefined;
  /** Absent where all pairs ask the same. */
  readonly otherTasks?: OtherTasks;
  readonly pairedBy: 'id' | 'prompt and reference';
  /** Pairs with calls that are not recorded in the baseline or the candidate. */
  readonly notRecorded: { readonly baseline: number; readonly candidate: number };
  /** Rows with calls compared by name only. */
  readonly byName: { readonly baseline: number; readonly candidate: number };
  /** Rows of the candidate whose arguments are judged in one run alone: they have no score in both. */
  readonly unlike: Uint32Array;
  /** The column by which rows have changed; undefined where no metric has a good end. */
  readonly decides: string | undefined;
  readonly metrics: readonly MetricComparison[];
  /** How many tests, of all runs compared, p-values are adjusted for. */
  readonly tests: number;
  readonly onlyInBaseline: readonly string[];
  readonly onlyInCandidate: readonly string[];
}

/** What is known of a candidate’s rows beside their scores. */
export interface CandidatePairs {
  readonly paired: PairedRuns;
  /** Its rows that are not judged as their partners are. */
  readonly unlike: Uint32Array;
}

/**
 * Compares candidates with a baseline; p-values are adjusted for all of them.
 * @param known by candidate; absent: rows are paired by the keys at hand
 */
export function compareRuns(
  baseline: ScoredColumns,
  candidates: readonly ScoredColumns[],
  known: readonly CandidatePairs[] = [],
): Comparison[] {
  return adjustTogether(
    candidates.map((candidate, at) => compareTwo(baseline, candidate, known[at])),
  );
}

/** A comparison whose rows have changed by another metric than the main one, chosen by its column. */
export function decideBy(
  comparison: Comparison,
  columnId: string,
  baseline: ScoredColumns,
  candidate: ScoredColumns,
): Comparison {
  const compared = withoutScores(candidate, comparison.unlike);
  const [a, b] = [baseline, compared].map((run) => scoresOf(run, columnId));
  if (columnId === comparison.decides || !a || !b || !hasGoodEnd(a.metricId)) return comparison;
  return { ...comparison, ...findChanges({ a, b }, comparison, candidate), decides: columnId };
}

/** A metric with a good end. */
export interface DecidingMetric extends MetricComparison {
  readonly better: number;
  readonly worse: number;
}

/** The metric by which the rows of a comparison have changed. */
export function decidingOf({ metrics, decides }: Comparison): DecidingMetric | undefined {
  return metrics.find(
    (metric): metric is DecidingMetric => metric.columnId === decides && metric.better !== null,
  );
}

/** The paired rows of two runs. */
export interface PairedRuns extends Pick<Comparison, 'pairedBy' | 'otherIds'> {
  readonly pairs: Pairs;
}

/** Whether the ids of a run, of half of its rows or more, are those of the other run. */
function areShared(pairs: Pairs, a: ScoredColumns, b: ScoredColumns): boolean {
  const { baselineRows, onlyBaseline, onlyCandidate, duplicates } = pairs;
  const { length } = baselineRows;
  if (length >= Math.min(onlyBaseline.length, onlyCandidate.length)) return length > 0;
  // more trials of a task than the other run has are left alone
  return duplicates > 0 && (areKnown(a.idKeys, b.idKeys) || areKnown(b.idKeys, a.idKeys));
}

function areKnown(keys: Float64Array, others: Float64Array): boolean {
  const known = new Set(others);
  return 2 * keys.filter((key) => known.has(key)).length >= keys.length;
}

/**
 * Pairs the rows of two runs by id.
 * @returns the pairs, and whether they will do: most rows are in both; undefined where not all rows
 * have an id
 */
export function pairByIds(
  a: ScoredColumns,
  b: ScoredColumns,
): (PairedRuns & { readonly willDo: boolean }) | undefined {
  if (!hasIds(a) || !hasIds(b)) return undefined;
  const pairs = pairRows(a.idKeys, b.idKeys);
  return { pairedBy: 'id', pairs, willDo: areShared(pairs, a, b) };
}

/**
 * Pairs the rows of two runs by prompt and reference; of rows with ids, as of sessions, those that
 * each run has once, and only where ids pair fewer.
 * @param byIds what {@link pairByIds} gives, which will not do
 */
export function pairByContent(
  baseline: ScoredColumns,
  candidate: ScoredColumns,
  byIds: PairedRuns | undefined,
): PairedRuns {
  const pairedBy = 'prompt and reference';
  const [a, b] = [baseline.contentKeys, candidate.contentKeys];
  if (!byIds) return { pairedBy, pairs: pairRows(a, b) };
  const shared = byIds.pairs.baselineRows.length;
  const [once, other] = [withoutRepeats(a), withoutRepeats(b)];
  const pairs = pairRows(once, other);
  if (shared > 0 && pairs.baselineRows.length <= shared)
    return { pairedBy: 'id', pairs: byIds.pairs };
  const repeated = countKeys(a) + countKeys(b) - countKeys(once) - countKeys(other);
  return { pairedBy, pairs, otherIds: { shared, repeated } };
}

/** Pairs the rows of two runs whose content keys are complete. */
export function pairRuns(a: ScoredColumns, b: ScoredColumns): PairedRuns {
  const byIds = pairByIds(a, b);
  return byIds?.willDo === true ? byIds : pairByContent(a, b, byIds);
}

function withoutRepeats(keys: Float64Array): Float64Array {
  const sorted = keys.toSorted();
  const repeated = new Set(sorted.filter((key, at) => key === sorted[at + 1]));
  return keys.map((key) => (repeated.has(key) ? Number.NaN : key));
}

function countKeys(keys: Float64Array): number {
  return keys.reduce((count, key) => count + Number(!Number.isNaN(key)), 0);
}

function compareTwo(
  baseline: ScoredColumns,
  run: ScoredColumns,
  { paired: { pairs, pairedBy, otherIds }, unlike }: CandidatePairs = {
    paired: pairRuns(baseline, run),
    unlike: new Uint32Array(),
  },
): Comparison {
  const candidate = withoutScores(run, unlike);
  const { baselineRows, candidateRows } = pairs;
  // scores that already compare rows do not belong to one run
  const own = baseline.scores.filter((column) => !isPairwise(column));
  const shared = own.flatMap((a) => {
    const b = candidate.scores.find(({ id }) => id === a.id);
    return b ? [{ a, b }] : [];
  });
  const metrics = shared.map((scores) => compareScores(scores, pairs));
  const main = mainMetric(shared.map(({ a, b }) => ({ metricId: a.metricId, a, b })));
  const calls = main && scoresCalls(main.metricId) ? main : undefined;
  const decides = mainMetric(metrics)?.columnId;
  return {
    pairedBy,
    ...(otherIds && { otherIds }),
    ...pairs,
    notRecorded: {
      baseline: countNotRecorded(calls?.a, baselineRows),
      candidate: countNotRecorded(calls?.b, candidateRows),
    },
    byName: { baseline: rowsByName(baseline), candidate: rowsByName(candidate) },
    unlike,
    ...findChanges(
      shared.find(({ a }) => a.id === decides),
      pairs,
      candidate,
    ),
    decides,
    metrics,
    tests: 0,
    onlyInBaseline: idsMissing(baseline, candidate),
    onlyInCandidate: idsMissing(candidate, baseline),
  };
}

const PREDICTION_MISSING = OUTCOMES.indexOf('prediction_missing');

function countNotRecorded(scores: ScoreValues | undefined, rows: Uint32Array): number {
  const outcomeOf = outcomeReader(scores);
  let count = 0;
  for (const row of rows) if (outcomeOf(row) === PREDICTION_MISSING) count++;
  return count;
}

function idsMissing(run: ScoredColumns, other: ScoredColumns): string[] {
  const ids = new Set(other.scores.map(({ id }) => id));
  return run.scores
    .filter((column) => !ids.has(column.id) && !isPairwise(column))
    .map(({ id }) => id);
}

/** The facts by which runs over the same calls are recognised. */
export interface ScoredData {
  /** Hash and size of the data; empty where unknown. */
  readonly fingerprint: string;
  readonly roles: ColumnRoles;
  readonly reading?: ReadingChoices | undefined;
}

/** Whether two runs differ only in how the same data is scored. */
export function isRescored(a: ScoredData, b: ScoredData): boolean {
  // the question for expected calls does not change how data is read
  const readingOf = ({ roles, reading = {} }: ScoredData): string =>
    JSON.stringify([roles, withoutChoice(reading, 'isObserved')]);
  return a.fingerprint !== '' && a.fingerprint === b.fingerprint && readingOf(a) === readingOf(b);
}
