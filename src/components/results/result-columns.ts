import { titleOf } from '#core/metrics/column-title.ts';
import { OUTCOMES } from '#core/metrics/metric.ts';
import { findMetric } from '#core/metrics/registry.ts';
import type { ScoreValues } from '#core/scoring/scored-columns.ts';

const OUTCOME_MISSING = OUTCOMES.indexOf('value_missing');

/** A score column as the table shows it. */
export interface GridColumn {
  readonly scores: ScoreValues;
  readonly title: string;
  readonly short: string;
  readonly letter: string;
  readonly isCode: boolean;
  /** Whether a score below 1 is tinted. */
  readonly hasHeat: boolean;
  /** 0/1 metrics have no decimals. */
  readonly decimals: 0 | 2;
  readonly width: number;
  /** Tool use and failure have a glyph and a tag; a column of their own would say it twice. */
  readonly hasCells: boolean;
}

/** The table's score columns; what the data does not record has none. */
export function gridColumns(scores: readonly ScoreValues[]): GridColumn[] {
  return scores.flatMap((column) => {
    const metric = findMetric(column.metricId);
    if (
      !metric ||
      (metric.isRecorded && column.outcomes.every((outcome) => outcome === OUTCOME_MISSING))
    )
      return [];
    const { title, short, letter, isCode } = titleOf(column);
    return [
      {
        scores: column,
        title,
        short,
        letter,
        isCode,
        hasHeat: metric.better === 'higher',
        decimals: metric.scale === 'binary' ? 0 : 2,
        width: 62,
        hasCells: metric.better !== 'none' && metric.id !== 'failure',
      },
    ];
  });
}

/** Writes a score for its cell: 0/1 without decimals, all else with two; a dash without a score. */
export function cellText({ scores, decimals }: GridColumn, row: number): string {
  const value = scores.values[row];
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(decimals);
}
