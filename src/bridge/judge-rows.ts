import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import type { RowInputs, RowPrompt } from '#core/judging/render-prompt.ts';
import { placesOf, type ReadableRun, type RunReader } from './run-reader.ts';

/** Rows of another run: by row of the first run the row that belongs to it, −1 without one. */
export interface OtherRows {
  readonly run: ReadableRun;
  readonly partners: Int32Array;
}

/**
 * Writes what a judge is sent about rows.
 * @param reader reads them
 * @param run the run
 * @param rows row numbers
 * @param metric what is judged
 * @param other the rows they are compared with, where the metric’s baseline is another run
 * @returns the prompts of each row, or what the row lacks
 * @throws SourceLost
 */
export function judgePrompts(
  reader: RunReader,
  run: ReadableRun,
  rows: readonly number[],
  metric: JudgeMetric,
  other?: OtherRows,
): Promise<RowPrompt[]> {
  const places = placesOf(run.columns, rows);
  const paired = other && pairedRows(rows, other);
  return reader.read(run, (api) => api.judgePrompts(run.rows, places, run.roles, metric, paired));
}

/**
 * Reads what a judge sees of rows.
 * @param reader reads them
 * @param run the run
 * @param rows row numbers
 * @param metric what is judged
 * @param other the rows they are compared with, where the metric’s baseline is another run
 * @returns the texts of each row, or what it lacks
 * @throws SourceLost
 */
export function judgeInputs(
  reader: RunReader,
  run: ReadableRun,
  rows: readonly number[],
  metric: JudgeMetric,
  other?: OtherRows,
): Promise<RowInputs[]> {
  const places = placesOf(run.columns, rows);
  const paired = other && pairedRows(rows, other);
  return reader.read(run, (api) => api.judgeInputs(run.rows, places, run.roles, metric, paired));
}

/**
 * Reads a column of numbers.
 * @param reader reads it
 * @param run the run
 * @param column its name
 * @returns a number per row, NaN where there is none
 * @throws SourceLost
 */
export function numbersOf(
  reader: RunReader,
  run: ReadableRun,
  column: string,
): Promise<Float64Array> {
  const { offsets, lengths } = run.columns;
  return reader.read(run, (api) => api.numbersOf(run.rows, { offsets, lengths }, column));
}

function pairedRows(rows: readonly number[], { run, partners }: OtherRows) {
  const places = placesOf(
    run.columns,
    rows.map((row) => partners[row] ?? -1),
  );
  return { rows: run.rows, roles: run.roles, places };
}
