import { kappaOf, type Kappa } from '#core/base/statistics/kappa.ts';

/** A row that a person and a judge have both scored. */
export interface LabelledRow {
  readonly human: number;
  readonly judge: number;
}

/** How far a judge agrees with people. Shares lie in [0,1]. */
export interface Agreement extends Kappa {
  /** The scores of the rubric, lowest first: the lines and columns of the matrix. */
  readonly scores: readonly number[];
  /** Rows by the person's score, then by the judge's. */
  readonly matrix: readonly (readonly number[])[];
  /** The share that a judge would reach that always gives the people's most frequent score. */
  readonly baseRate: number;
  /** Mean recall of the scores that people gave. */
  readonly balancedAccuracy: number;
  /** Mean F1 of the scores that people gave. */
  readonly f1: number;
}

/**
 * Compares a judge's scores with people's, on rows that both have scored; undefined without rows.
 * `scores`: those of the rubric, lowest first. Cohen 1960.
 */
export function agreementOf(
  rows: readonly LabelledRow[],
  scores: readonly number[],
): Agreement | undefined {
  const matrix = scores.map((human) =>
    scores.map((judge) => rows.filter((row) => row.human === human && row.judge === judge).length),
  );
  const found = kappaOf(matrix);
  if (!found) return undefined;
  const given = matrix.map((line) => sum(line));
  const judged = scores.map((_, column) => sum(matrix.map((line) => line[column] ?? 0)));
  const same = matrix.map((line, index) => line[index] ?? 0);
  const count = rows.length;
  const occurring = [...scores.keys()].filter((index) => (given[index] ?? 0) > 0);
  const hits = (index: number): number => same[index] ?? 0;
  return {
    ...found,
    scores,
    matrix,
    baseRate: Math.max(...given) / count,
    balancedAccuracy: mean(occurring.map((index) => hits(index) / (given[index] ?? 1))),
    f1: mean(
      occurring.map((index) => (2 * hits(index)) / ((given[index] ?? 0) + (judged[index] ?? 0))),
    ),
  };
}

/** The rating of a rubric that a mean of samples is nearest to, the lower of two. */
export function nearestScore(score: number, scores: readonly number[]): number {
  return scores.reduce((a, b) => (Math.abs(b - score) < Math.abs(a - score) ? b : a));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}
