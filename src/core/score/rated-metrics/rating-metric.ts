import type { Metric, MetricKind, ScoreColumn } from '#core/score/metric/metric.ts';
import { errorCodeMetrics } from './error-code-metric.ts';

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
