import type { Metric, MetricKind, ScoreColumn } from '#core/score/metric/metric.ts';

/** The column of a user's verdicts; its texts are codes, one a line. */
export const REVIEW_COLUMN: ScoreColumn = { id: 'error_code', metricId: 'error_code' };

/** The number of the first wrong step, from 1; its texts are notes. */
export const WRONG_STEP_COLUMN: ScoreColumn = {
  id: 'first_wrong_step',
  metricId: 'first_wrong_step',
};

const BY_A_PERSON = {
  origin: 'playground',
  needs: [],
  isRecorded: true,
} as const;

/** The metrics of reviews. */
const reviewMetrics: readonly Metric[] = [
  {
    ...BY_A_PERSON,
    id: REVIEW_COLUMN.metricId,
    title: 'Review',
    short: 'review',
    definition: '1 where you read the row and it passes, 0 where it fails.',
    scale: 'binary',
    better: 'none',
  },
  {
    ...BY_A_PERSON,
    id: WRONG_STEP_COLUMN.metricId,
    title: 'First wrong step',
    short: 'wrong at',
    definition: 'The step that you marked as the first that went wrong, counted from 1.',
    scale: 'number',
    better: 'none',
  },
];

/** Whether a column is from reviews. */
export function isReviewColumn({ metricId }: Pick<ScoreColumn, 'metricId'>): boolean {
  return metricId === REVIEW_COLUMN.metricId || metricId === WRONG_STEP_COLUMN.metricId;
}

/** The column of a user's ratings; its texts are notes. */
export const RATING_COLUMN: ScoreColumn = { id: 'rating', metricId: 'rating' };

/** The metric of ratings. */
const ratingMetric: Metric = {
  ...BY_A_PERSON,
  id: RATING_COLUMN.metricId,
  title: 'Rating',
  short: 'rating',
  definition: 'Your rating of the row, from 1 (bad) to 5 (good).',
  scale: 'number',
  range: { least: 1, most: 5 },
  better: 'higher',
};

const GIVEN: ReadonlyMap<string, Metric> = new Map(
  [ratingMetric, ...reviewMetrics].map((metric) => [metric.id, metric]),
);

/** Whether a column is from ratings or reviews. */
export function isAnnotationColumn(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return GIVEN.has(column.metricId);
}

/** Ratings and reviews: not chosen by settings, never computed. */
export const ratedKind: MetricKind = {
  find: (id) => GIVEN.get(id),
};
