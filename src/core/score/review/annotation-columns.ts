import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import {
  isAnnotationColumn,
  RATING_COLUMN,
  REVIEW_COLUMN,
  WRONG_STEP_COLUMN,
} from '#core/score/rated-metrics/rating-metric.ts';
import { rootsOf, verdictOf, type Reviews, type RowRating, type Verdict } from './review.ts';

/** Ratings and reviews by the user; kept when rows are scored again. */
export interface Annotations {
  /** Ratings from 1 to 5, from before there were reviews. */
  readonly ratings?: readonly RowRating[] | undefined;
  /** The reviews; absent without any. */
  readonly errorAnalysis?: Reviews | undefined;
}

/**
 * Converts ratings to a score column, ignoring those off the scale and of rows that do not exist.
 */
function ratingColumn(ratings: readonly RowRating[], rowCount: number): ScoreValues {
  const rated = emptyColumn(rowCount);
  for (const { row, rating, note } of ratings) {
    if (!Number.isInteger(row) || row < 0 || row >= rowCount) continue;
    rated.texts[row] = note;
    if (rating === null || ![1, 2, 3, 4, 5].includes(rating)) continue;
    rated.values[row] = rating;
    rated.outcomes[row] = 0;
  }
  return { ...RATING_COLUMN, ...rated };
}

/** Adds ratings and reviews as the last score columns. */
export function withAnnotations(
  columns: ScoredColumns,
  { ratings, errorAnalysis }: Annotations,
): ScoredColumns {
  const { rowCount } = columns;
  const added = [
    ...(ratings ? [ratingColumn(ratings, rowCount)] : []),
    ...(errorAnalysis ? reviewColumns(errorAnalysis, rowCount) : []),
  ];
  return added.reduce(withScores, columns);
}

function withScores(columns: ScoredColumns, added: ScoreValues): ScoredColumns {
  const isKnown = columns.scores.some(({ id }) => id === added.id);
  const scores = isKnown
    ? columns.scores.map((scores) => (scores.id === added.id ? added : scores))
    : [...columns.scores, added];
  return { ...columns, scores };
}

/** Lists the columns of ratings and reviews, which no setting mentions. */
export function annotationScores(columns: ScoredColumns): readonly ScoreValues[] {
  return columns.scores.filter(isAnnotationColumn);
}

const NOT_READ = OUTCOMES.indexOf('value_missing');
const UNSURE = OUTCOMES.indexOf('unsure');

/**
 * Converts reviews to score columns: 1 for a pass and 0 for a fail, with codes as texts, one a
 * line; then the number of the first wrong step, from 1, with notes as texts. Reviews of rows that
 * do not exist are ignored.
 */
export function reviewColumns(reviews: Reviews, rowCount: number): readonly ScoreValues[] {
  const verdicts = emptyColumn(rowCount);
  const steps = emptyColumn(rowCount);
  for (const review of reviews.marks) {
    const { row, step, note } = review;
    if (row < 0 || row >= rowCount) continue;
    const verdict = verdictOf(review);
    verdicts.outcomes[row] = verdict === 'unsure' ? UNSURE : 0;
    if (verdict !== 'unsure') verdicts.values[row] = Number(verdict === 'pass');
    verdicts.texts[row] = rootsOf(reviews.codes, review).join('\n');
    steps.texts[row] = note;
    if (step === null) continue;
    steps.values[row] = step + 1;
    steps.outcomes[row] = 0;
  }
  return [
    { ...REVIEW_COLUMN, ...verdicts },
    { ...WRONG_STEP_COLUMN, ...steps },
  ];
}

/** The verdict of a review column on a row; null where it was not reviewed. */
export function verdictAt({ values, outcomes }: ScoreValues, row: number): Verdict | null {
  if (outcomes[row] === UNSURE) return 'unsure';
  if (outcomes[row] !== 0) return null;
  return values[row] === 1 ? 'pass' : 'fail';
}

function emptyColumn(rowCount: number) {
  return {
    values: new Float64Array(rowCount).fill(Number.NaN),
    outcomes: new Uint8Array(rowCount).fill(NOT_READ),
    texts: new Array<string>(rowCount).fill(''),
  };
}
