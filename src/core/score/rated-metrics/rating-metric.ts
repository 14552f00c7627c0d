import type { Metric, MetricKind, ScoreColumn } from '#core/score/metric/metric.ts';

/** Whether a person found an error in the row; its texts are codes. */
export const ERROR_CODE_COLUMN: ScoreColumn = { id: 'error_code', metricId: 'error_code' };

/** The step that went wrong first, counted from 1; its texts are notes. */
export const WRONG_STEP_COLUMN: ScoreColumn = {
  id: 'first_wrong_step',
  metricId: 'first_wrong_step',
};

const BY_A_PERSON = {
  formula: 'as given by a person',
  source: 'your reading of rows',
  origin: 'playground',
  needs: [],
  isRecorded: true,
} as const;

/** How results describe what a person found by reading rows. */
const errorCodeMetrics: readonly Metric[] = [
  {
    ...BY_A_PERSON,
    id: ERROR_CODE_COLUMN.metricId,
    title: 'Read by hand',
    short: 'code',
    definition: '1 where you read the row and found nothing wrong, 0 where you marked an error.',
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

/** Whether a column holds what a person found by reading rows. */
export function isErrorCodeColumn({ metricId }: Pick<ScoreColumn, 'metricId'>): boolean {
  return metricId === ERROR_CODE_COLUMN.metricId || metricId === WRONG_STEP_COLUMN.metricId;
}

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
  range: { least: 1, most: 5 },
  better: 'higher',
  needs: [],
  isRecorded: true,
};

const GIVEN: ReadonlyMap<string, Metric> = new Map(
  [ratingMetric, ...errorCodeMetrics].map((metric) => [metric.id, metric]),
);

/** Whether a column holds what a person says of rows: ratings or error codes. */
export function isGivenColumn(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return GIVEN.has(column.metricId);
}

/** Ratings and error codes are given, never computed: no setting asks for them. */
export const ratedKind: MetricKind = {
  find: (id) => GIVEN.get(id),
  columns: () => [],
};
