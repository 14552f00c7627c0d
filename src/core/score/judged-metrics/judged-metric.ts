import {
  shortName,
  type Metric,
  type MetricKind,
  type ScoreColumn,
} from '#core/score/metric/metric.ts';
import { allowedScores, type JudgeMetric } from '#core/score/metric/judge-metric.ts';

const PREFIX = 'judge:';

/** The score column of a judged metric; its metric id has everything about its scores. */
export function judgeColumn(metric: ScaledMetric): ScoreColumn {
  const name = nameOfJudged(metric);
  return { id: PREFIX + name, metricId: `${PREFIX}${scaleOf(metric)}:${name}` };
}

/** The name of a judged metric in files: with the model whose verdicts it has. */
export function nameOfJudged({ id, model }: Pick<JudgeMetric, 'id' | 'model'>): string {
  return model === undefined ? id : `${id}(${model})`;
}

type ScaledMetric = Pick<
  JudgeMetric,
  'id' | 'ratings' | 'samples' | 'combine' | 'better' | 'baseline' | 'model'
>;

function scaleOf({ ratings, samples, combine, better = 'higher', baseline }: ScaledMetric): string {
  if (baseline) return 'pairwise';
  const scores = allowedScores({ ratings });
  const [low = 0, high = 1] = [scores[0], scores.at(-1)];
  if (scores.length > 2 || low !== 0 || high !== 1) {
    return `number,${better},${String(low)}..${String(high)}`;
  }
  // the mean of several samples lies between 0 and 1
  const scale = samples > 1 && combine !== 'majority' ? 'share' : 'binary';
  return better === 'higher' ? scale : `${scale},${better}`;
}

/** Whether a judge answers pass or fail, as 1 and 0, so that reviews can serve as its labels. */
export function isPassOrFail({ ratings, better, baseline }: ScaledMetric): boolean {
  return !baseline && better !== 'none' && allowedScores({ ratings }).join() === '0,1';
}

/** Whether a model scores a column. */
export function isJudgeColumn(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return column.metricId.startsWith(PREFIX);
}

/** Whether a column compares two responses: 1 the candidate’s, 0 the baseline’s, 0.5 neither. */
export function isPairwise(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return column.metricId.startsWith(`${PREFIX}pairwise:`);
}

/** The name of a judged metric by its column’s id; any other id as it is. */
export function judgeName(columnId: string): string {
  return columnId.startsWith(PREFIX) ? columnId.slice(PREFIX.length) : columnId;
}

/** Writes a metric’s id as a title: `Goal success` for `goal_success`. */
export function titleOfId(id: string): string {
  const words = id.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ID =
  /^judge:(?:(binary|share|number|pairwise)(?:,(higher|lower|none))?(?:,([-+.e\d]+))?:)?([a-z][a-z0-9_]*)(?:\(([^]+)\))?$/;

const known = new Map<string, Metric>();

/** Describes a judged metric by its id, or its column’s; undefined for another kind. */
function describeJudged(id: string): Metric | undefined {
  const found = known.get(id);
  if (found) return found;
  const parts = ID.exec(id);
  const name = parts?.[4];
  if (name === undefined) return undefined;
  const [, scale = 'number', better = 'higher', range = '', , model] = parts ?? [];
  const between = range.indexOf('..', 1);
  if (range !== '' && (between < 0 || between + 2 === range.length)) return undefined;
  const [low, high] = [range.slice(0, between), range.slice(between + 2)];
  const isPair = scale === 'pairwise';
  const title = titleOfId(name) + (model === undefined ? '' : ` (${model})`);
  const metric: Metric = {
    id,
    title,
    short: shortName(title),
    definition: isPair ? 'A model compares it with a baseline.' : 'Scored by a model.',
    origin: 'playground',
    scale: (isPair ? 'share' : scale) as Metric['scale'],
    better: better as Metric['better'],
    ...(between < 0 ? {} : { range: { least: Number(low), most: Number(high) } }),
    needs: [],
    // a model scores the rows later: reading them gives no verdicts
    score: () => 'not_judged',
  };
  known.set(id, metric);
  return metric;
}

/** Metrics that a model scores. */
export const judgedKind: MetricKind = {
  find: describeJudged,
  setting: 'judges',
  columns: ({ judges = [] }) => judges.map(judgeColumn),
};
