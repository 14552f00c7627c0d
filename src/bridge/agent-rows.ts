import type { CallOutcome } from '#core/agents/join-answer.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { placesOf, type ReadableRun, type RunReader } from './run-reader.ts';

/**
 * Reads rows as they stand in the data.
 * @param reader reads them
 * @param run the run
 * @param rows row numbers
 * @returns a record per row
 * @throws SourceLost
 */
export function readRecords(
  reader: RunReader,
  run: ReadableRun,
  rows: readonly number[],
): Promise<JsonObject[]> {
  const places = placesOf(run.columns, rows);
  return reader.read(run, (api) => api.records(run.rows, places));
}

/**
 * Writes rows with what an agent answered about them.
 * @param reader reads the rows
 * @param run the run
 * @param outcomes what became of each call, in the order of the rows to write
 * @param trials calls per row
 * @returns JSONL, a row per outcome
 * @throws SourceLost
 */
export function joinAnswers(
  reader: RunReader,
  run: ReadableRun,
  outcomes: readonly CallOutcome[],
  trials: number,
): Promise<Blob> {
  const places = placesOf(
    run.columns,
    outcomes.map(({ row }) => row),
  );
  return reader.read(run, (api) => api.joinAnswers(run.rows, places, run.roles, outcomes, trials));
}
