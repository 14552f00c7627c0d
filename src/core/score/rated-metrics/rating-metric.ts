import type { Metric, MetricKind, ScoreColumn } from '#core/score/metric/metric.ts';

/** The score column of a person's ratings; its texts are their notes. */
export const RATING_COLUMN: ScoreColumn = { id: 'rating', metricId: 'rating' };

/** How results describe a person's ratings. */
const ratingMetric: Metric = {
  id: RATING_COLUMN.metricId,
  title: 'Rating',
  short: 'rating',
  definition: 'Your rating of the row, from 1 (bad) to 5 (good).',
  formula: 'as given by a person',
  source: 'your ratings',
  origin: 'playground',
  scale: 'number',
  better: 'higher',
  needs: [],
  isRecorded: true,
};

/** Whether a column holds ratings. */
export function isRatingColumn(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return column.metricId === RATING_COLUMN.metricId;
}

/** Ratings are given, never computed: no setting asks for them. */
export const ratedKind: MetricKind = {
  find: (id) => (id === ratingMetric.id ? ratingMetric : undefined),
  columns: () => [],
};
