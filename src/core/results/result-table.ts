import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';

/** The columns of a result file: the data's own, then a score per metric, then what was recorded. */
export interface ResultColumns {
  readonly data: readonly string[];
  readonly scores: readonly { readonly name: string; readonly scores: ScoreValues }[];
}

const RECORDED = new Set(['latency_in_seconds', 'failure']);

/**
 * Plans the columns of a result file with the names the reference SDK uses: `metric/score`, and
 * `latency_in_seconds` and `failure` last.
 * @param columns the scored rows
 * @returns the columns, in order
 */
export function planResultColumns(columns: ScoredColumns): ResultColumns {
  const scored = columns.scores.filter(({ metricId }) => !RECORDED.has(metricId));
  const recorded = columns.scores.filter(({ metricId }) => RECORDED.has(metricId));
  const scores = [
    ...scored.map((score) => ({ name: `${score.id}/score`, scores: score })),
    ...recorded.map((score) => ({ name: score.id, scores: score })),
  ];
  const own = new Set(scores.map(({ name }) => name));
  return { data: columns.columns.map(({ name }) => name).filter((name) => !own.has(name)), scores };
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
    ...plan.scores.map(({ scores }) => scoreCell(scores.values[row])),
  ];
}

function scoreCell(value: number | undefined): number | null {
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
  for (const { name, scores } of plan.scores) line[name] = scoreCell(scores.values[row]);
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
