import { OUTCOMES } from '#core/calls/outcome.ts';
import { summariseScores, type MetricSummary } from '#core/explain/summary/summarise.ts';

/**
 * Summarises made-up scores, for tests.
 * @param metricId the metric they are scores of
 * @param values one value per row, null where a row has no score
 * @param tool the tool a column looks for
 * @returns the summary a run would have
 */
export function fakeSummary(
  metricId: string,
  values: readonly (number | null)[],
  tool?: string,
): MetricSummary {
  const notScored = OUTCOMES.indexOf('prediction_missing');
  return summariseScores({
    id: tool === undefined ? metricId : `${metricId}(${tool})`,
    metricId,
    ...(tool === undefined ? {} : { tool }),
    values: Float64Array.from(values, (value) => value ?? Number.NaN),
    outcomes: Uint8Array.from(values, (value) => (value === null ? notScored : 0)),
  });
}
