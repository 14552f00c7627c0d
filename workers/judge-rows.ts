import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import {
  readInputs,
  renderPrompt,
  type BaselineRow,
  type RowInputs,
  type RowPrompt,
} from '#core/judging/render-prompt.ts';
import { readRecords, type RowPlaces } from './read-rows.ts';

/** Rows of a run. */
export interface RowsToJudge {
  readonly rows: Blob;
  readonly places: RowPlaces;
  readonly roles: ColumnRoles;
}

type Read<T> = (...args: Parameters<typeof renderPrompt>) => T;

/**
 * Writes what a judge is sent about rows.
 * @param asked the rows
 * @param metric the judge's metric
 * @param other the rows of another run that these are compared with, one each
 * @returns a prompt per row
 */
export function judgePrompts(
  asked: RowsToJudge,
  metric: JudgeMetric,
  other: RowsToJudge | undefined,
): Promise<RowPrompt[]> {
  return readEach(renderPrompt, asked, metric, other);
}

/**
 * Reads what a judge sees of rows, for a person who labels them.
 * @param asked the rows
 * @param metric the judge's metric
 * @param other the rows of another run that these are compared with, one each
 * @returns the inputs of each row
 */
export function judgeInputs(
  asked: RowsToJudge,
  metric: JudgeMetric,
  other: RowsToJudge | undefined,
): Promise<RowInputs[]> {
  return readEach(readInputs, asked, metric, other);
}

async function readEach<T>(
  read: Read<T>,
  { rows, places, roles }: RowsToJudge,
  metric: JudgeMetric,
  other: RowsToJudge | undefined,
): Promise<T[]> {
  const baselines: BaselineRow[] = [];
  if (other) {
    await readRecords(other.rows, other.places, (record) =>
      baselines.push({ record, roles: other.roles }),
    );
  }
  const found: T[] = [];
  await readRecords(rows, places, (record, index) =>
    found.push(read(metric, record, roles, baselines[index])),
  );
  return found;
}
