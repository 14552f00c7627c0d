import type { Metric, ScoreColumn } from '#core/score/metric/metric.ts';

/** Whether a person found an error in the row; its texts are codes. */
export const ERROR_CODE_COLUMN: ScoreColumn = { id: 'error_code', metricId: 'error_code' };

/** The step that went wrong first, counted from 1; its texts are notes. */
export const WRONG_STEP_COLUMN: ScoreColumn = {
  id: 'first_wrong_step',
  metricId: 'first_wrong_step',
};

const GIVEN = {
  formula: 'as given by a person',
  source: 'your reading of rows',
  origin: 'playground',
  needs: [],
  isRecorded: true,
} as const;

/** How results describe what a person found by reading rows. */
export const errorCodeMetrics: readonly Metric[] = [
  {
    ...GIVEN,
    id: ERROR_CODE_COLUMN.metricId,
    title: 'Read by hand',
    short: 'code',
    definition: '1 where you read the row and found nothing wrong, 0 where you marked an error.',
    scale: 'binary',
    better: 'none',
  },
  {
    ...GIVEN,
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
