import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { ERROR_CODE_COLUMN, WRONG_STEP_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import { isNothingWrong, rootOf, type ErrorAnalysis } from './error-analysis.ts';

const NOT_READ = OUTCOMES.indexOf('value_missing');

/**
 * Converts what a person found by reading rows to score columns, so that all that is done with
 * scores is done with it.
 * @param analysis marks of rows that are not there count for nothing
 * @returns 1 for nothing wrong and 0 for an error, with codes as texts; then the number of the first
 *   wrong step, counted from 1, with notes as texts
 */
export function codeColumns(analysis: ErrorAnalysis, rowCount: number): readonly ScoreValues[] {
  const verdicts = emptyColumn(rowCount);
  const steps = emptyColumn(rowCount);
  for (const mark of analysis.marks) {
    const { row, step, code, note } = mark;
    if (row < 0 || row >= rowCount) continue;
    verdicts.values[row] = Number(isNothingWrong(mark));
    verdicts.outcomes[row] = 0;
    verdicts.texts[row] = code === '' ? '' : rootOf(analysis.codes, code);
    steps.texts[row] = note;
    if (step === null) continue;
    steps.values[row] = step + 1;
    steps.outcomes[row] = 0;
  }
  return [
    { ...ERROR_CODE_COLUMN, ...verdicts },
    { ...WRONG_STEP_COLUMN, ...steps },
  ];
}

function emptyColumn(rowCount: number) {
  return {
    values: new Float64Array(rowCount).fill(Number.NaN),
    outcomes: new Uint8Array(rowCount).fill(NOT_READ),
    texts: new Array<string>(rowCount).fill(''),
  };
}
