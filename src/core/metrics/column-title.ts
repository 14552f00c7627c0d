import type { ScoreColumn } from './metric.ts';
import { findMetric } from './registry.ts';

/** How a score column is called: `isCode` for a tool's name. */
export interface ColumnTitle {
  readonly title: string;
  readonly short: string;
  readonly letter: string;
  readonly isCode: boolean;
}

/**
 * Names a score column for tiles, heads and menus.
 * @param column the column
 * @returns its names; of a tool column the tool's name
 */
export function titleOf(column: Pick<ScoreColumn, 'metricId' | 'tool'>): ColumnTitle {
  const metric = findMetric(column.metricId);
  const letter = metric?.letter ?? '';
  if (column.tool !== undefined)
    return { title: column.tool, short: column.tool, letter, isCode: true };
  const title = metric?.title ?? column.metricId;
  return { title, short: metric?.short ?? title, letter, isCode: false };
}
