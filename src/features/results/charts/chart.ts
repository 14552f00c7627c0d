import { inSentence } from '#core/base/text/sentence.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { nameColumn } from '#ui/charts/wording.ts';
import type { RunSummary } from '../numbers/run-summary.ts';
import type { ColumnStatistics } from '#core/explain/summary/summarise.ts';
import type { Grouping } from '../group-rows.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { Figure } from '#ui/charts/figure.ts';

/** What the charts of a run are drawn from. */
interface ChartInput {
  readonly summary: RunSummary;
  /** Undefined while rows are read for it. */
  readonly grouping: Grouping | undefined;
  /** The score column of charts that show only one. */
  readonly chosen: ColumnStatistics | undefined;
  /** What rows are grouped by, in words. */
  readonly groupedBy: string;
  /** The end of every caption: dataset, rows, date and rules. */
  readonly source: string;
}

/** A chart of a run: a pure function of numbers. */
export interface ChartDefinition {
  /** Equals the folder's name. */
  readonly id: string;
  /** @returns the figure; undefined where the rows have nothing for it */
  figure(input: ChartInput): Omit<Figure, 'id'> | undefined;
}

/** Names a score column within a sentence and at an axis; a time with its unit. */
export function nameOf(column: ColumnStatistics): string {
  const full = nameColumn(column);
  const name = titleOf(column).isCode ? full : inSentence(full);
  return findMetric(column.metricId)?.scale === 'seconds' ? `${name} (s)` : name;
}

/** Filters with conditions in place of those that limit the scores of the same columns so far. */
export function withLimits(
  filters: readonly Filter[],
  limits: readonly Filter[],
): readonly Filter[] {
  const columns = limits.map((limit) => 'columnId' in limit && limit.columnId);
  const isReplaced = (filter: Filter): boolean =>
    (filter.kind === 'score' || filter.kind === 'score-relation') &&
    columns.includes(filter.columnId);
  return [...filters.filter((filter) => !isReplaced(filter)), ...limits];
}
