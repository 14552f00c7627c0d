import { findMetric } from '#core/metrics/registry.ts';
import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import { meanOf } from '#core/summary/interval.ts';

/** What became of a paired row from the baseline to the candidate. */
export const CHANGES = ['same', 'improved', 'regressed', 'mixed', 'not scored'] as const;

/** One of {@link CHANGES}. */
export type Change = (typeof CHANGES)[number];

/** One metric of two runs, over the rows scored in both. */
export interface MetricComparison {
  readonly columnId: string;
  readonly metricId: string;
  readonly tool?: string;
  /** Rows that have a score on both sides. */
  readonly pairs: number;
  /** Means over these rows; null without any. */
  readonly baselineMean: number | null;
  readonly candidateMean: number | null;
  /** Candidate minus baseline. */
  readonly difference: number | null;
  readonly better: number;
  readonly worse: number;
  /** Means over all rows of each run, paired or not. */
  readonly baselineOverall: number | null;
  readonly candidateOverall: number | null;
}

/** Two runs, row by row. */
export interface Comparison {
  /** How rows were paired. */
  readonly pairedBy: 'id' | 'prompt and reference';
  /** Row numbers; the i-th rows of both lists are a pair. */
  readonly baselineRows: Uint32Array;
  readonly candidateRows: Uint32Array;
  readonly onlyBaseline: Uint32Array;
  readonly onlyCandidate: Uint32Array;
  /** Rows whose key occurs more than once in their run; they are paired by occurrence. */
  readonly duplicates: number;
  /** Index into CHANGES per pair. */
  readonly changes: Uint8Array;
  readonly metrics: readonly MetricComparison[];
  /** Metrics that only one of the runs has. */
  readonly onlyInBaseline: readonly string[];
  readonly onlyInCandidate: readonly string[];
}

/**
 * Pairs the rows of two runs and compares their scores.
 * @param baseline the run compared against
 * @param candidate the run compared
 * @returns the pairs, what is unpaired, and per metric both means and the difference
 */
export function compareRuns(baseline: ScoredColumns, candidate: ScoredColumns): Comparison {
  const pairedBy = hasIds(baseline) && hasIds(candidate) ? 'id' : 'prompt and reference';
  const keysOf = (run: ScoredColumns): Float64Array =>
    pairedBy === 'id' ? run.idKeys : run.contentKeys;
  const pairs = pairRows(keysOf(baseline), keysOf(candidate));
  const shared = baseline.scores.flatMap((a) => {
    const b = candidate.scores.find(({ id }) => id === a.id);
    return b ? [{ a, b }] : [];
  });
  return {
    pairedBy,
    ...pairs,
    changes: findChanges(shared, pairs.baselineRows, pairs.candidateRows),
    metrics: shared.map(({ a, b }) => compareScores(a, b, pairs.baselineRows, pairs.candidateRows)),
    onlyInBaseline: idsMissing(baseline, candidate),
    onlyInCandidate: idsMissing(candidate, baseline),
  };
}

/**
 * Tells whether every row of a run has an id. Two runs that both have are paired by it; otherwise
 * both need their content keys.
 * @param run a run's columns
 * @returns whether no row lacks an id; false without rows
 */
export function hasIds(run: ScoredColumns): boolean {
  return run.rowCount > 0 && run.idKeys.every((key) => !Number.isNaN(key));
}

function idsMissing(run: ScoredColumns, other: ScoredColumns): string[] {
  const ids = new Set(other.scores.map(({ id }) => id));
  return run.scores.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
}

type Pairs = Pick<
  Comparison,
  'baselineRows' | 'candidateRows' | 'onlyBaseline' | 'onlyCandidate' | 'duplicates'
>;

function pairRows(baselineKeys: Float64Array, candidateKeys: Float64Array): Pairs {
  const waiting = new Map<number, number[]>();
  let duplicates = 0;
  // from the end, so that the first of equal keys is the last of its list and quick to take
  for (let row = baselineKeys.length - 1; row >= 0; row--) {
    const key = baselineKeys[row] as number;
    const rows = waiting.get(key);
    if (rows) {
      rows.push(row);
      duplicates++;
    } else waiting.set(key, [row]);
  }
  const seen = new Set<number>();
  const taken = new Uint8Array(baselineKeys.length);
  const partner = new Int32Array(candidateKeys.length).fill(-1);
  for (const [row, key] of candidateKeys.entries()) {
    if (seen.has(key)) duplicates++;
    seen.add(key);
    const match = waiting.get(key)?.pop();
    if (match === undefined) continue;
    partner[row] = match;
    taken[match] = 1;
  }
  const candidateRows = [...partner.keys()].filter((row) => (partner[row] as number) >= 0);
  candidateRows.sort((x, y) => (partner[x] as number) - (partner[y] as number));
  return {
    baselineRows: Uint32Array.from(candidateRows, (row) => partner[row] as number),
    candidateRows: Uint32Array.from(candidateRows),
    onlyBaseline: Uint32Array.from([...taken.keys()].filter((row) => taken[row] === 0)),
    onlyCandidate: Uint32Array.from(
      [...partner.keys()].filter((row) => (partner[row] as number) < 0),
    ),
    duplicates,
  };
}

interface SharedScores {
  readonly a: ScoreValues;
  readonly b: ScoreValues;
}

/** A row has changed when a metric with a verdict has; time taken is no verdict on a row. */
function findChanges(
  shared: readonly SharedScores[],
  rowsA: Uint32Array,
  rowsB: Uint32Array,
): Uint8Array {
  const judged = shared.flatMap(({ a, b }) => {
    const metric = findMetric(a.metricId);
    if (!metric || metric.better === 'none' || metric.scale === 'seconds') return [];
    return [{ a: a.values, b: b.values, sign: metric.better === 'lower' ? -1 : 1 }];
  });
  return rowsA.reduce((changes, rowA, pair) => {
    const rowB = rowsB[pair] as number;
    let better = 0;
    let worse = 0;
    let scored = 0;
    for (const { a, b, sign } of judged) {
      const difference = ((b[rowB] as number) - (a[rowA] as number)) * sign;
      if (Number.isNaN(difference)) continue;
      // failing or not is recorded, not scored
      if (sign > 0) scored++;
      if (difference > 0) better++;
      else if (difference < 0) worse++;
    }
    changes[pair] = CHANGES.indexOf(changeOf(scored, better, worse));
    return changes;
  }, new Uint8Array(rowsA.length));
}

function changeOf(scored: number, better: number, worse: number): Change {
  if (scored + better + worse === 0) return 'not scored';
  if (better > 0 && worse > 0) return 'mixed';
  if (better > 0) return 'improved';
  return worse > 0 ? 'regressed' : 'same';
}

function compareScores(
  a: ScoreValues,
  b: ScoreValues,
  rowsA: Uint32Array,
  rowsB: Uint32Array,
): MetricComparison {
  const sign = findMetric(a.metricId)?.better === 'lower' ? -1 : 1;
  let pairs = 0;
  let totalA = 0;
  let totalB = 0;
  let better = 0;
  let worse = 0;
  for (const [pair, rowA] of rowsA.entries()) {
    const x = a.values[rowA] as number;
    const y = b.values[rowsB[pair] as number] as number;
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    pairs++;
    totalA += x;
    totalB += y;
    if ((y - x) * sign > 0) better++;
    else if (y !== x) worse++;
  }
  const about = a.tool === undefined ? {} : { tool: a.tool };
  return {
    columnId: a.id,
    metricId: a.metricId,
    ...about,
    pairs,
    baselineMean: pairs === 0 ? null : totalA / pairs,
    candidateMean: pairs === 0 ? null : totalB / pairs,
    difference: pairs === 0 ? null : (totalB - totalA) / pairs,
    better,
    worse,
    baselineOverall: overallMean(a),
    candidateOverall: overallMean(b),
  };
}

function overallMean({ values }: ScoreValues): number | null {
  const mean = meanOf(values.filter((value) => !Number.isNaN(value)));
  return Number.isNaN(mean) ? null : mean;
}
