import { customName } from '#core/custom-metrics/custom-metric.ts';
import { isJudgeColumn, isPairwise, judgeName } from '#core/judging/judged-metric.ts';
import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import { isRatingColumn } from '#core/ratings/rating-metric.ts';
import { ratedScores } from '#core/ratings/ratings.ts';
import { noteKeys, notesOf } from '#core/scoring/row-notes.ts';
import type { ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';

/** The columns of a result file: the data's own, then a score per metric, then what was recorded. */
export interface ResultColumns {
  readonly data: readonly string[];
  readonly scores: readonly ResultColumn[];
  /** What a person's own metrics gave besides scores. */
  readonly notes: readonly ResultNote[];
  readonly noted: Pick<ScoredColumns, 'notes'>;
}

/** A column of a result file that is not the data's: scores, or what a judge said about them. */
export interface ResultColumn {
  readonly name: string;
  readonly scores: ScoreValues;
  readonly holds: 'score' | 'choice' | 'explanation' | 'agreement';
}

/** A further column of a person's own metric; an empty key stands for the rows' errors. */
interface ResultNote {
  readonly name: string;
  readonly columnId: string;
  readonly key: string;
}

const RECORDED = new Set(['latency_in_seconds', 'failure']);

/**
 * Plans the columns of a result file with the names the reference SDK uses: `metric/score`, of
 * judged metrics also `metric/explanation`, of those that compare `metric/pairwise_choice` in place
 * of the score; a person's `rating` and `rating/note`, and `latency_in_seconds` and `failure` last.
 * @param columns the scored rows
 * @returns the columns, in order
 */
export function planResultColumns(columns: ScoredColumns): ResultColumns {
  const scored = columns.scores.filter(
    (column) => !RECORDED.has(column.metricId) && !isRatingColumn(column),
  );
  const recorded = columns.scores.filter(({ metricId }) => RECORDED.has(metricId));
  const scores: ResultColumn[] = [
    ...scored.flatMap((score) => columnsOf(score, nameOf(score))),
    ...ratedScores(columns).flatMap(ratingColumns),
    ...recorded.map((score) => ({ name: score.id, scores: score, holds: 'score' as const })),
  ];
  const notes = scored.flatMap((score) =>
    noteKeys(columns, score.id).map((key) => ({
      name: `${nameOf(score)}/${key === '' ? 'error' : key}`,
      columnId: score.id,
      key,
    })),
  );
  const own = new Set([...scores, ...notes].map(({ name }) => name));
  const data = columns.columns.map(({ name }) => name).filter((name) => !own.has(name));
  return { data, scores, notes, noted: columns };

  /** A metric that is no built-in one goes by its plain name, unless another metric has it. */
  function nameOf({ id }: ScoreValues): string {
    const name = plainName(id);
    return scored.some((other) => other.id !== id && plainName(other.id) === name) ? id : name;
  }
}

function noteCells({ notes, noted }: ResultColumns, row: number): (string | null)[] {
  if (notes.length === 0) return [];
  const given = notesOf(noted, row);
  return notes.map(
    ({ columnId, key }) =>
      given.find((note) => note.columnId === columnId && note.key === key)?.text ?? null,
  );
}

function plainName(columnId: string): string {
  return customName(judgeName(columnId));
}

function columnsOf(scores: ScoreValues, name: string): ResultColumn[] {
  const score: ResultColumn = { name: `${name}/score`, scores, holds: 'score' };
  if (!isJudgeColumn(scores)) return [score];
  const choice: ResultColumn = { name: `${name}/pairwise_choice`, scores, holds: 'choice' };
  return [
    isPairwise(scores) ? choice : score,
    { name: `${name}/explanation`, scores, holds: 'explanation' },
    ...(scores.agreement
      ? [{ name: `${name}/agreement`, scores, holds: 'agreement' } as const]
      : []),
  ];
}

function ratingColumns(scores: ScoreValues): ResultColumn[] {
  return [
    { name: scores.id, scores, holds: 'score' },
    { name: `${scores.id}/note`, scores, holds: 'explanation' },
  ];
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
    ...noteCells(plan, row),
  ];
}

function cellOf({ scores, holds }: ResultColumn, row: number): JsonValue {
  if (holds === 'explanation') return scores.texts?.[row] ?? '';
  const value = (holds === 'agreement' ? scores.agreement : scores.values)?.[row];
  if (value === undefined || Number.isNaN(value)) return null;
  return holds === 'choice' ? pairwiseChoice(value) : value;
}

/**
 * Names who wins a row, as the reference SDK does.
 * @param score 1, 0.5 or 0
 * @returns the name
 */
export function pairwiseChoice(score: number): 'CANDIDATE' | 'TIE' | 'BASELINE' {
  if (score === 0.5) return 'TIE';
  return score > 0.5 ? 'CANDIDATE' : 'BASELINE';
}

/**
 * Names the planned columns.
 * @param plan the planned columns
 * @returns the names, in order
 */
export function resultNames(plan: ResultColumns): string[] {
  return [...plan.data, ...[...plan.scores, ...plan.notes].map(({ name }) => name)];
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
  for (const [index, text] of noteCells(plan, row).entries()) {
    const note = plan.notes[index];
    if (note && text !== null) line[note.name] = text;
  }
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
