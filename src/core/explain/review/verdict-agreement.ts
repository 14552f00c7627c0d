import { wilsonInterval } from '#core/base/statistics/interval.ts';
import { kappaOf, type Kappa } from '#core/base/statistics/kappa.ts';
import { rowPasses } from '#core/explain/summary/statistics.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import { isGivenColumn } from '#core/score/rated-metrics/rating-metric.ts';
import { verdictOf, type Reviews } from '#core/score/review/review.ts';

/** From how many reviews on an agreement says something. */
export const MIN_REVIEWS = 20;

/** Rows of which a metric fails some. */
export interface Flagged {
  readonly rows: number;
  readonly of: number;
}

/** A share of all rows, in [0,1]. */
export interface EstimatedShare {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** How far a metric or a judge agrees with a person's verdicts, on rows that both have judged. */
export interface VerdictAgreement {
  readonly column: Pick<ScoreValues, 'id' | 'metricId' | 'tool'>;
  readonly kappa: Kappa;
  /** Of the rows that the person fails. */
  readonly truePositives: Flagged;
  /** Of the rows that the person passes. */
  readonly falsePositives: Flagged;
  /** The share of scored rows that the metric fails, in [0,1]. */
  readonly failing: number;
  /** The share that the person would fail; undefined where only rows that it fails, or passes, were read. */
  readonly corrected: EstimatedShare | undefined;
}

/**
 * Compares what every metric and judge with a threshold says of rows with a person's verdicts;
 * `unsure` counts for nothing. Columns without a row that both have judged are left out.
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
    const passes = isGivenColumn(column) ? undefined : rowPasses(column, thresholds);
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
 * Weighs what a person fails among rows that a metric fails, and among those that it passes, as
 * they are in all rows: rows read are mostly those that it fails. Begg and Greenes 1983; the
 * interval is that of a sum of shares with Wilson's intervals: Newcombe 2001.
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
