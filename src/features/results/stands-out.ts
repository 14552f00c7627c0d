import type { Filter } from '#core/explain/view/filter.ts';
import { findMetric, fullMarks, titleOf } from '#core/score/metrics/registry.ts';
import { scoreAt, scoreReader } from '#core/score/columns/score-codes.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { standsOut as texts } from './texts.ts';

/** Something that stands out in rows of which no calls were expected. */
export interface Standout {
  readonly columnId: string;
  readonly title: string;
  readonly rowCount: number;
  /** Whether it is an error of a tool. */
  readonly isError: boolean;
  readonly filter: Filter;
}

const COUNTS = ['tool_error_count', 'identical_repeats'] as const;
type Counted = (typeof COUNTS)[number];

const isCounted = (id: string): id is Counted => (COUNTS as readonly string[]).includes(id);

/** Whether what a column counts is said in words where it stands out. */
export const isCountedOut = ({ metricId }: Pick<ScoreValues, 'metricId'>): boolean =>
  isCounted(metricId);

/** The score of an own metric that passes or fails; undefined for any other column. */
function fullMarksOfOwn({ metricId }: ScoreValues): number | undefined {
  const metric = findMetric(metricId);
  const isOwn = metric?.origin === 'own' && metric.scale === 'binary';
  return isOwn ? fullMarks(metricId) : undefined;
}

/** Whether a score of a column stands out: something was counted, or a rule was broken. */
function isOut(column: ScoreValues, score: number): boolean {
  if (isCounted(column.metricId)) return score > 0;
  const full = fullMarksOfOwn(column);
  return full !== undefined && !Number.isNaN(score) && score !== full;
}

/** Counts the rows in which a column has counted something. */
export function countRows(column: ScoreValues, rowCount: number): number {
  const scoreIn = scoreReader(column);
  let count = 0;
  for (let row = 0; row < rowCount; row++) if (scoreIn(row) > 0) count++;
  return count;
}

/** Lists what stands out in a run, in most rows first; none where all is quiet. */
export function standouts({ columns, counts }: OpenRun): readonly Standout[] {
  const broken = (column: ScoreValues): number =>
    fullMarksOfOwn(column) === undefined ? 0 : (counts.failing[column.id] ?? 0);
  return columns.scores
    .map((column) => {
      const { id: columnId, metricId } = column;
      const isCount = isCounted(metricId);
      return {
        columnId,
        title: isCount ? texts.titles[metricId] : texts.broken(titleOf(column).title),
        rowCount: isCount ? countRows(column, columns.rowCount) : broken(column),
        isError: metricId === 'tool_error_count',
        filter: isCount
          ? ({ kind: 'score-relation', columnId, relation: '>', value: 0 } as const)
          : ({ kind: 'failing', columnId } as const),
      };
    })
    .filter(({ rowCount }) => rowCount > 0)
    .sort((a, b) => b.rowCount - a.rowCount);
}

/** Says what stands out in a row; an empty text for nothing. */
export function standsOutIn({ columns }: OpenRun, row: number): string {
  return columns.scores
    .flatMap((column) => {
      const score = scoreAt(column, row);
      if (!isOut(column, score)) return [];
      const { metricId } = column;
      return [
        isCounted(metricId) ? texts.counts[metricId](score) : texts.broken(titleOf(column).title),
      ];
    })
    .join(texts.and);
}
