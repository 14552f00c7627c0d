import { wilsonInterval } from '#core/base/statistics/interval.ts';
import { kappaOf, type Kappa } from '#core/base/statistics/kappa.ts';
import { rowPasses } from '#core/explain/summary/summarise.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { isAnnotationColumn } from '#core/score/rated-metrics/rating-metric.ts';
import { verdictOf, type Reviews } from '#core/score/review/review.ts';

/** The number of reviews from which agreement is shown. */
export const MIN_REVIEWS = 20;

/** How many of some rows a metric fails. */
export interface Flagged {
  readonly rows: number;
  readonly of: number;
}

/** An estimated share of all rows, in [0,1]. */
export interface EstimatedShare {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The agreement of a metric or judge with a person's verdicts, on rows with both. */
export interface VerdictAgreement {
  readonly column: Pick<ScoreValues, 'id' | 'metricId' | 'tool'>;
  readonly kappa: Kappa;
  /** Among rows that the person fails. */
  readonly truePositives: Flagged;
  /** Among rows that the person passes. */
  readonly falsePositives: Flagged;
  /** The share of scored rows that the metric fails, in [0,1]. */
  readonly failing: number;
  /**
   * The estimated share that the person would fail; undefined where only rows that the metric
   * fails, or only ones that it passes, were read.
   */
  readonly corrected: EstimatedShare | undefined;
}

/**
 * Compares every metric and judge that has a threshold with a person's verdicts; `unsure` is
 * ignored. Columns without common rows are left out.
 */
export function verdictAgreements(
  { scores, rowCount }: ScoredColumns,
  { marks }: Reviews,
  thresholds: Thresholds,
): readonly VerdictAgreement[] {
  const failed = new Map(
    marks.flatMap((review) => {
      const verdict = verdictOf(review);
      return verdict === 'unsure' ? [] : [[review.row, verdict === 'fail'] as const];
    }),
  );
  return scores.flatMap((column) => {
    const passes = isAnnotationColumn(column) ? undefined : rowPasses(column, thresholds);
    return (passes && agreementWith(column, rowCount, passes, failed)) ?? [];
  });
}

function agreementWith(
  column: ScoreValues,
  rowCount: number,
  passes: (row: number) => boolean | undefined,
  failed: ReadonlyMap<number, boolean>,
): VerdictAgreement | undefined {
  const count = (isFail: boolean, isFlagged: boolean): number =>
    [...failed].filter(([row, is]) => is === isFail && passes(row) === !isFlagged).length;
  const [hits, misses] = [count(true, true), count(true, false)];
  const [alarms, rest] = [count(false, true), count(false, false)];
  const kappa = kappaOf([
    [hits, misses],
    [alarms, rest],
  ]);
  if (!kappa) return undefined;
  let [scored, flagged] = [0, 0];
  for (let row = 0; row < rowCount; row++) {
    const isPassed = passes(row);
    scored += Number(isPassed !== undefined);
    flagged += Number(isPassed === false);
  }
  const failing = flagged / scored;
  return {
    column,
    kappa,
    truePositives: { rows: hits, of: hits + misses },
    falsePositives: { rows: alarms, of: alarms + rest },
    failing,
    corrected: correctedShare(failing, [hits, hits + alarms], [misses, misses + rest]),
  };
}

/**
 * Estimates the share of rows that a person would fail, weighting rows read by the metric's
 * verdict, because mostly failing rows are read. Begg and Greenes 1983; interval of a sum of shares
 * by Wilson: Newcombe 2001.
 */
function correctedShare(
  failing: number,
  ofFailing: readonly [failed: number, read: number],
  ofPassing: readonly [failed: number, read: number],
): EstimatedShare | undefined {
  const strata = [
    { weight: failing, part: ofFailing },
    { weight: 1 - failing, part: ofPassing },
  ].filter(({ weight }) => weight > 0);
  let [share, below, above] = [0, 0, 0];
  for (const { weight, part } of strata) {
    const interval = wilsonInterval(...part);
    if (!interval) return undefined;
    const found = part[0] / part[1];
    share += weight * found;
    below += (weight * (found - interval.low)) ** 2;
    above += (weight * (interval.high - found)) ** 2;
  }
  return { share, low: share - Math.sqrt(below), high: share + Math.sqrt(above) };
}
