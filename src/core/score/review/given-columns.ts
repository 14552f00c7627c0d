import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import {
  isGivenColumn,
  RATING_COLUMN,
  ERROR_CODE_COLUMN,
  WRONG_STEP_COLUMN,
} from '#core/score/rated-metrics/rating-metric.ts';
import { isNothingWrong, rootOf, type Reviews, type RowRating } from '#core/score/review/review.ts';
import type { GivenByPerson } from './given.ts';

const NOT_RATED = OUTCOMES.indexOf('value_missing');

/** Converts ratings to a score column; those off the scale or of no row count for nothing. */
function ratingColumn(ratings: readonly RowRating[], rowCount: number): ScoreValues {
  const values = new Float64Array(rowCount).fill(Number.NaN);
  const outcomes = new Uint8Array(rowCount).fill(NOT_RATED);
  const texts = new Array<string>(rowCount).fill('');
  for (const { row, rating, note } of ratings) {
    if (!Number.isInteger(row) || row < 0 || row >= rowCount) continue;
    texts[row] = note;
    if (rating === null || ![1, 2, 3, 4, 5].includes(rating)) continue;
    values[row] = rating;
    outcomes[row] = 0;
  }
  return { ...RATING_COLUMN, values, outcomes, texts };
}

/** Adds what a person says of rows as the last score columns. */
export function withGiven(
  columns: ScoredColumns,
  { ratings, errorAnalysis }: GivenByPerson,
): ScoredColumns {
  const { rowCount } = columns;
  const added = [
    ...(ratings ? [ratingColumn(ratings, rowCount)] : []),
    ...(errorAnalysis ? codeColumns(errorAnalysis, rowCount) : []),
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

/** Lists the columns of ratings and error codes, which settings do not mention. */
export function givenScores(columns: ScoredColumns): readonly ScoreValues[] {
  return columns.scores.filter(isGivenColumn);
}

const NOT_READ = OUTCOMES.indexOf('value_missing');

/**
 * Converts what a person found by reading rows to score columns: 1 for nothing wrong and 0 for an
 * error, with codes as texts; then the number of the first wrong step, from 1, with notes as texts.
 * Marks of rows that are not there count for nothing.
 */
export function codeColumns(analysis: Reviews, rowCount: number): readonly ScoreValues[] {
  const verdicts = emptyColumn(rowCount);
  const steps = emptyColumn(rowCount);
  for (const mark of analysis.marks) {
    const { row, step, code, note } = mark;
    if (row < 0 || row >= rowCount) continue;
    verdicts.values[row] = Number(isNothingWrong(mark));
    verdicts.outcomes[row] = 0;
    verdicts.texts[row] = code === '' ? '' : rootOf(analysis.codes, code);
    steps.texts[row] = note;
    if (step === null) continue;
    steps.values[row] = step + 1;
    steps.outcomes[row] = 0;
  }
  return [
    { ...ERROR_CODE_COLUMN, ...verdicts },
    { ...WRONG_STEP_COLUMN, ...steps },
  ];
}

function emptyColumn(rowCount: number) {
  return {
    values: new Float64Array(rowCount).fill(Number.NaN),
    outcomes: new Uint8Array(rowCount).fill(NOT_READ),
    texts: new Array<string>(rowCount).fill(''),
  };
}
