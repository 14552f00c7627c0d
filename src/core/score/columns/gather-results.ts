import { OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import { gatherNotes, type RowNote } from './row-notes.ts';
import type { ScoredColumns, ScoreValues } from './scored-columns.ts';
import { customColumn } from '#core/score/custom-metrics/custom-metric.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { CustomResult } from '#core/score/custom-metrics/read-result.ts';

/** The results of a custom metric for consecutive rows. */
export interface CustomScores {
  readonly scores: ScoreValues;
  /** By row; empty for rows without notes. */
  readonly notes: readonly (readonly RowNote[])[];
}

const NO_NOTES: readonly RowNote[] = [];

/** Converts one result for each row to a score column. */
export function gatherResults(
  metric: CustomMetric,
  results: readonly CustomResult[],
): CustomScores {
  const column = customColumn(metric);
  const values = new Float64Array(results.length).fill(Number.NaN);
  const outcomes = new Uint8Array(results.length);
  const notes = results.map((result, row) => {
    switch (result.kind) {
      case 'score':
        values[row] = result.value;
        return result.more.length === 0
          ? NO_NOTES
          : result.more.map(([key, text]) => ({ columnId: column.id, key, text }));
      case 'none':
        outcomes[row] = codeOf('code_gave_none');
        return NO_NOTES;
      case 'error': {
        outcomes[row] = codeOf('code_failed');
        const place = result.line === undefined ? '' : `Line ${result.line}: `;
        return [{ columnId: column.id, key: '', text: place + result.message }];
      }
    }
  });
  return { scores: { ...column, values, outcomes }, notes };
}

/** The column of a metric whose code is not yet allowed to run. */
export function waitingScores(metric: CustomMetric, rowCount: number): CustomScores {
  const values = new Float64Array(rowCount).fill(Number.NaN);
  const outcomes = new Uint8Array(rowCount).fill(codeOf('code_not_agreed'));
  return { scores: { ...customColumn(metric), values, outcomes }, notes: [] };
}

/** Adds columns of custom metrics for the same rows, in display order. */
export function addCustomScores(
  columns: ScoredColumns,
  custom: readonly CustomScores[],
): ScoredColumns {
  const scores = [...columns.scores, ...custom.map((one) => one.scores)];
  if (custom.every(({ notes }) => notes.every((row) => row.length === 0))) {
    return { ...columns, scores };
  }
  const rows = Array.from({ length: columns.rowCount }, (_, row) =>
    custom.flatMap(({ notes }) => notes[row] ?? NO_NOTES),
  );
  return { ...columns, scores, notes: gatherNotes(rows) };
}

function codeOf(outcome: Outcome): number {
  return OUTCOMES.indexOf(outcome);
}
