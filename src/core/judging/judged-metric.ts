import type { Metric, ScoreColumn } from '#core/metrics/metric.ts';
import { allowedScores, type JudgeMetric } from './judge-metric.ts';

const PREFIX = 'judge:';

/**
 * The score column of a judged metric. Its metric id says all there is to know of its scores, so
 * that results can be shown without the metric's wording.
 * @param metric the metric
 * @returns the column; unlike any column of a computed metric
 */
export function judgeColumn(metric: Pick<JudgeMetric, 'id' | 'ratings' | 'samples'>): ScoreColumn {
  const scores = allowedScores(metric);
  const isBinary = scores.length === 2 && scores[0] === 0 && scores[1] === 1;
  // the mean of several samples lies between 0 and 1
  const scale = !isBinary ? 'number' : metric.samples > 1 ? 'share' : 'binary';
  return { id: PREFIX + metric.id, metricId: `${PREFIX}${scale}:${metric.id}` };
}

/**
 * Tells score columns of judged metrics apart.
 * @param column a score column
 * @returns whether a model gives its scores
 */
export function isJudgeColumn(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return column.metricId.startsWith(PREFIX);
}

/**
 * The name of a judged metric's column in results.
 * @param columnId a column id
 * @returns the metric's own id; any other id as it is
 */
export function judgeName(columnId: string): string {
  return columnId.startsWith(PREFIX) ? columnId.slice(PREFIX.length) : columnId;
}

/**
 * Writes a metric's id as a title.
 * @param id e.g. `goal_success`
 * @returns e.g. `Goal success`
 */
export function titleOfId(id: string): string {
  const words = id.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const SHORT = 9;
const known = new Map<string, Metric>();

/**
 * Describes a judged metric by its id alone.
 * @param id a metric id, or the id of its column, which says nothing of the scale
 * @returns the metric; undefined for an id of another kind
 */
export function describeJudged(id: string): Metric | undefined {
  const found = known.get(id);
  if (found) return found;
  const parts = /^judge:(?:(binary|share|number):)?([a-z][a-z0-9_]*)$/.exec(id);
  const name = parts?.[2];
  if (name === undefined) return undefined;
  const title = titleOfId(name);
  const metric: Metric = {
    id,
    title,
    short: title.length > SHORT ? `${title.slice(0, SHORT - 1)}…` : title,
    letter: '',
    definition: 'Scored by a model.',
    formula: 'The score chosen from the rubric; of several samples the mean.',
    source: 'your judge',
    origin: 'playground',
    scale: (parts?.[1] ?? 'number') as Metric['scale'],
    better: 'higher',
    needs: [],
    options: [],
    isRecorded: false,
    columns: () => [],
  };
  known.set(id, metric);
  return metric;
}
