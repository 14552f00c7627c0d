import type { Metric, ScoreColumn } from '#core/metrics/metric.ts';

/** The score column of a person's ratings; its texts are their notes. */
export const RATING_COLUMN: ScoreColumn = { id: 'rating', metricId: 'rating' };

/** How results describe a person's ratings. */
export const ratingMetric: Metric = {
  id: RATING_COLUMN.metricId,
  title: 'Rating',
  short: 'rating',
  letter: '',
  definition: 'What a person thinks of the row, from 1 (bad) to 5 (good).',
  formula: 'as given by a person',
  source: 'your ratings',
  origin: 'playground',
  scale: 'number',
  better: 'higher',
  needs: [],
  options: [],
  isRecorded: true,
  columns: () => [],
};

/**
 * Tells the column of ratings apart.
 * @param column a score column
 * @returns whether a person gave its scores
 */
export function isRatingColumn(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return column.metricId === RATING_COLUMN.metricId;
}
