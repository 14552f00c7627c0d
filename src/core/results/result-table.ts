import { isJudgeColumn, judgeName } from '#core/judging/judged-metric.ts';
import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';

/** The columns of a result file: the data's own, then a score per metric, then what was recorded. */
export interface ResultColumns {
  readonly data: readonly string[];
  readonly scores: readonly ResultColumn[];
}

/** A column of a result file that is not the data's: scores, or what a judge said about them. */
export interface ResultColumn {
  readonly name: string;
  readonly scores: ScoreValues;
  readonly holds: 'score' | 'explanation';
}

const RECORDED = new Set(['latency_in_seconds', 'failure']);

/**
 * Plans the columns of a result file with the names the reference SDK uses: `metric/score`, of
 * judged metrics also `metric/explanation`, and `latency_in_seconds` and `failure` last.
 * @param columns the scored rows
 * @returns the columns, in order
 */
export function planResultColumns(columns: ScoredColumns): ResultColumns {
  const scored = columns.scores.filter(({ metricId }) => !RECORDED.has(metricId));
  const recorded = columns.scores.filter(({ metricId }) => RECORDED.has(metricId));
  const scores: ResultColumn[] = [
    ...scored.flatMap(namesOfScores),
    ...recorded.map((score) => ({ name: score.id, scores: score, holds: 'score' as const })),
  ];
  const own = new Set(scores.map(({ name }) => name));
  return { data: columns.columns.map(({ name }) => name).filter((name) => !own.has(name)), scores };
}

function namesOfScores(scores: ScoreValues): ResultColumn[] {
  const name = judgeName(scores.id);
  const score: ResultColumn = { name: `${name}/score`, scores, holds: 'score' };
  if (!isJudgeColumn(scores)) return [score];
  return [score, { name: `${name}/explanation`, scores, holds: 'explanation' }];
}

/**
 * Lists a row's cells in the order of the planned columns.
 * @param plan the planned columns
 * @param record the row's record
 * @param row its number
 * @returns the cells; null where there is no value
 */
export function resultCells(plan: ResultColumns, record: JsonObject, row: number): JsonValue[] {
  return [
    ...plan.data.map((name) => (Object.hasOwn(record, name) ? (record[name] ?? null) : null)),
    ...plan.scores.map((column) => cellOf(column, row)),
  ];
}

function cellOf({ scores, holds }: ResultColumn, row: number): JsonValue {
  if (holds === 'explanation') return scores.texts?.[row] ?? '';
  const value = scores.values[row];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/**
 * Names the planned columns.
 * @param plan the planned columns
 * @returns the names, in order
 */
export function resultNames(plan: ResultColumns): string[] {
  return [...plan.data, ...plan.scores.map(({ name }) => name)];
}

/**
 * Writes a row as a JSON line with its scores.
 * @param plan the planned columns
 * @param record the row's record
 * @param row its number
 * @returns one line of JSONL, without the line end; columns the row lacks are left out
 */
export function resultLine(plan: ResultColumns, record: JsonObject, row: number): string {
  const line = Object.create(null) as Record<string, JsonValue>;
  for (const name of plan.data) {
    if (Object.hasOwn(record, name)) line[name] = record[name] as JsonValue;
  }
  for (const column of plan.scores) line[column.name] = cellOf(column, row);
  return printJson(line);
}

/**
 * Writes cells as one CSV record (RFC 4180); lists and objects become JSON text.
 * @param cells the cells
 * @returns the record, without the line end; null is an empty field
 */
export function csvRecord(cells: readonly JsonValue[]): string {
  return cells.map((cell) => quote(csvText(cell))).join(',');
}

function csvText(cell: JsonValue): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? cell : printJson(cell);
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
