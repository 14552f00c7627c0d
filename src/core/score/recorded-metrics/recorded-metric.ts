import * as v from 'valibot';
import {
  isBlank,
  isFigure,
  isJsonObject,
  ownValue,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import type { Score } from '#core/calls/outcome.ts';
import { toNumber } from '#core/read/dataset/row-cells.ts';
import { plain } from '#core/base/text/sentence.ts';
import {
  shortName,
  type Metric,
  type MetricKind,
  type ScoreColumn,
} from '#core/score/metric/metric.ts';
import { CUSTOM_SCALES, RecordedScore } from '#core/score/metric/settings.ts';

const PREFIX = 'recorded:';
/** Longer names are no names of scores. */
const NAME_LIMIT = 200;

/** Names a recorded score by its column and, behind dots, the keys that lead to it. */
export function recordedName({
  column,
  path = [],
}: Pick<RecordedScore, 'column' | 'path'>): string {
  return [column, ...path].join('.');
}

/** The score column of a recorded score; its metric id has its scale. */
export function recordedColumn(score: RecordedScore): ScoreColumn {
  const name = recordedName(score);
  return { id: PREFIX + name, metricId: `${PREFIX}${score.scale}:${name}` };
}

/** Whether a column holds a recorded score. */
export function isRecordedColumn({ metricId }: Pick<ScoreColumn, 'metricId'>): boolean {
  return metricId.startsWith(PREFIX);
}

/** The title of a recorded score's column in result files; any other id as it is. */
export function recordedTitle(columnId: string): string {
  return columnId.startsWith(PREFIX) ? `recorded ${columnId.slice(PREFIX.length)}` : columnId;
}

const known = new Map<string, Metric>();

/** Describes a recorded score by its id, or its column’s; undefined for another kind. */
function describeRecorded(id: string): Metric | undefined {
  const found = known.get(id);
  if (found || !id.startsWith(PREFIX)) return found;
  const rest = id.slice(PREFIX.length);
  const named = CUSTOM_SCALES.find((scale) => rest.startsWith(`${scale}:`));
  const name = named === undefined ? rest : rest.slice(named.length + 1);
  const scale = named ?? 'number';
  const metric: Metric = {
    id,
    title: `Recorded: ${name}`,
    short: shortName(name),
    definition: `The score that the data records as “${name}”.`,
    origin: 'own',
    scale,
    better: 'higher',
    needs: [],
    options: ['recorded'],
    score: ({ texts }, { recorded = [] }, column) => {
      const score = recorded.find((one) => PREFIX + recordedName(one) === column.id);
      return score ? scoreOf(texts.cell(score.column), score) : 'value_missing';
    },
    explain: () => plain('As recorded in the data.'),
  };
  known.set(id, metric);
  return metric;
}

function scoreOf(cell: JsonValue | undefined, { path = [], scale }: RecordedScore): Score {
  let value = cell;
  for (const key of path) value = isJsonObject(value) ? ownValue(value, key) : undefined;
  if (isBlank(value)) return 'value_missing';
  const number = toNumber(value);
  if (!isFigure(number)) return 'value_unreadable';
  if (scale === 'binary' && number !== 0 && number !== 1) return 'value_unreadable';
  return scale === 'share' && (number < 0 || number > 1) ? 'value_unreadable' : number;
}

/** Scores that the data records, chosen to be metrics. */
export const recordedKind: MetricKind = {
  find: describeRecorded,
  setting: 'recorded',
  columns: ({ recorded = [] }) => recorded.map(recordedColumn),
};

const isName = (name: string): boolean => name !== '' && name.length <= NAME_LIMIT;

/** The schema of a recorded score whose column and keys can be those of one. */
export const UsableScore = v.pipe(
  RecordedScore,
  v.check(({ column, path = [] }) => [column, ...path].every(isName)),
);
