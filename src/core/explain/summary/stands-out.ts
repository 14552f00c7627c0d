import type { Filter } from '#core/explain/view/filter.ts';
import { findMetric, fullMarks, titleOf } from '#core/score/metrics/registry.ts';
import {
  scoreAt,
  scoreReader,
  type ScoredColumns,
  type ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import { countOf, formatCount } from '#core/base/text/sentence.ts';
import type { KeptDigest } from './digest.ts';

const texts = {
  titles: { tool_error_count: 'Tool error', identical_repeats: 'Same call again' },
  counts: {
    tool_error_count: (count: number) => countOf(count, 'tool error'),
    identical_repeats: (count: number) =>
      count === 1 ? 'a call made again' : `${formatCount(count)} calls made again`,
  },
  broken: (rule: string) => `breaks ${rule}`,
  and: ', ',
};

/** A run of which no calls were expected. */
export interface ObservedRun {
  readonly columns: ScoredColumns;
  readonly counts: Pick<KeptDigest['counts'], 'failing'>;
}

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

/** Whether “what stands out” already describes in words what a column counts. */
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
function countRows(column: ScoreValues, rowCount: number): number {
  const scoreIn = scoreReader(column);
  let count = 0;
  for (let row = 0; row < rowCount; row++) if (scoreIn(row) > 0) count++;
  return count;
}

/** Says what was read of a run without expected calls. */
export function describeObserved({
  rowCount,
  predictedCalls,
  skippedCount,
}: ScoredColumns): string {
  const unread = skippedCount > 0 ? ` ${countOf(skippedCount, 'record')} could not be read.` : '';
  return `${countOf(rowCount, 'row')}, ${countOf(predictedCalls, 'call')}. Nothing says which calls were expected.${unread}`;
}

/** Lists what stands out in a run, in most rows first; none where all is quiet. */
export function standouts({ columns, counts }: ObservedRun): readonly Standout[] {
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
export function standsOutIn({ columns }: Pick<ObservedRun, 'columns'>, row: number): string {
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

/**
 * Lists the rows in which most stands out: tool errors, calls made again and rules broken are added up.
 * @returns at most `count` rows, the worst first; none where all is quiet
 */
export function worstRows({ scores, rowCount }: ScoredColumns, count: number): readonly number[] {
  const found = new Float64Array(rowCount);
  for (const column of scores) {
    const scoreIn = scoreReader(column);
    const isCount = isCounted(column.metricId);
    for (let row = 0; row < rowCount; row++) {
      const score = scoreIn(row);
      if (isOut(column, score)) found[row] = (found[row] as number) + (isCount ? score : 1);
    }
  }
  return [...found.keys()]
    .filter((row) => (found[row] as number) > 0)
    .sort((a, b) => (found[b] as number) - (found[a] as number))
    .slice(0, count);
}
