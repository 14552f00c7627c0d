import { findMetric, nameInFiles } from '#core/score/metrics/registry.ts';
import { isJudgeColumn, isPairwise } from '#core/score/judged-metrics/judged-metric.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { boundText } from '#core/base/text/sentence.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { NOTHING_WRONG } from '#core/score/review/review.ts';
import { REVIEW_COLUMN, isAnnotationColumn } from '#core/score/rated-metrics/rating-metric.ts';
import { annotationScores, verdictAt } from '#core/score/review/annotation-columns.ts';
import { noteKeys, notesOf } from '#core/score/columns/row-notes.ts';
import {
  labelsOf,
  type LabelColumn,
  type ScoredColumns,
  type ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import { causeInWords } from '#core/explain/summary/headline.ts';
import { GUARD, GUARD_COLUMN, guardCell, isRisky } from '#core/read/formats/csv/formula-guard.ts';

/** The columns of a result file: the data's own, a score for each metric, then recorded values. */
export interface ResultColumns {
  readonly data: readonly string[];
  readonly scores: readonly ResultColumn[];
  /** Further values returned by custom metrics. */
  readonly notes: readonly ResultNote[];
  readonly noted: Pick<ScoredColumns, 'notes'>;
  /** In what the calls of rows differ from the expected ones; absent where no row differs. */
  readonly differences?: LabelColumn;
}

const DIFFERENCES = 'trajectory/differences';

/** A column of a result file with scores, or with texts on them. */
interface ResultColumn {
  readonly name: string;
  readonly scores: ScoreValues;
  readonly holds: 'score' | 'choice' | 'explanation' | 'agreement' | 'verdict' | 'code';
}

interface ResultNote {
  readonly name: string;
  readonly columnId: string;
  readonly key: string;
}

/**
 * Plans the columns of a result file, named as in the reference SDK: `metric/score`, for judged
 * metrics also `metric/explanation`, for comparisons `metric/pairwise_choice` instead of the score;
 * then a person's `rating`, `rating/note`, `review`, `error_code`, `first_wrong_step` and its note;
 * `latency_in_seconds` and `failure`, and last of all the differences between the calls.
 * @returns the columns, in order
 */
export function planResultColumns(columns: ScoredColumns): ResultColumns {
  const scored = columns.scores.filter(
    (column) => !isRecorded(column) && !isAnnotationColumn(column),
  );
  const recorded = columns.scores.filter(isRecorded);
  const scores: ResultColumn[] = [
    ...scored.flatMap((score) => columnsOf(score, nameInFiles(score, scored))),
    ...annotationScores(columns).flatMap(annotationColumns),
    ...recorded.map((score) => ({ name: score.id, scores: score, holds: 'score' as const })),
  ];
  const own = new Set(scores.map(({ name }) => name));
  const notes = scored.flatMap((score) =>
    noteKeys(columns, score.id).map((key) => {
      let name = `${nameInFiles(score, scored)}/${key === '' ? 'error' : key}`;
      // code may call what it returns besides its score as it likes, “score” too
      while (own.has(name)) name += ' returned';
      own.add(name);
      return { name, columnId: score.id, key };
    }),
  );
  // older files have the tool in the name, whatever the number of tools
  for (const { id } of scored) own.add(`${id}/score`);
  own.add(DIFFERENCES);
  const data = columns.columns.map(({ name }) => name).filter((name) => !own.has(name));
  const { signatures } = columns;
  const hasDifferences = scores.length > 0 && signatures.ids.length > 0;
  return {
    data,
    scores,
    notes,
    noted: columns,
    ...(hasDifferences && { differences: signatures }),
  };
}

function noteCells({ notes, noted }: ResultColumns, row: number): (string | null)[] {
  if (notes.length === 0) return [];
  const given = notesOf(noted, row);
  return notes.map(
    ({ columnId, key }) =>
      given.find((note) => note.columnId === columnId && note.key === key)?.text ?? null,
  );
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

function annotationColumns(scores: ScoreValues): ResultColumn[] {
  const score: ResultColumn = { name: scores.id, scores, holds: 'score' };
  if (scores.id === REVIEW_COLUMN.id)
    return [
      { name: 'review', scores, holds: 'verdict' },
      { ...score, holds: 'code' },
    ];
  return [score, { name: `${scores.id}/note`, scores, holds: 'explanation' }];
}

/** Lists a row’s cells in the order of the columns; null without a value. */
export function resultCells(plan: ResultColumns, record: JsonObject, row: number): JsonValue[] {
  return [
    ...plan.data.map((name) => (Object.hasOwn(record, name) ? (record[name] ?? null) : null)),
    ...plan.scores.map((column) => cellOf(column, row)),
    ...noteCells(plan, row),
    ...(plan.differences ? [differencesIn(plan.differences, row)] : []),
  ];
}

/** The differences of a row in words; null without any. */
function differencesIn(differences: LabelColumn, row: number): string | null {
  const names = labelsOf(differences, row);
  return names.length === 0 ? null : names.map(causeInWords).join('; ');
}

function cellOf({ scores, holds }: ResultColumn, row: number): JsonValue {
  if (holds === 'explanation') return scores.texts?.[row] ?? '';
  if (holds === 'verdict') return verdictAt(scores, row);
  if (holds === 'code') return codeCell(scores, row);
  const value = (holds === 'agreement' ? scores.agreement : scores.values)?.[row];
  if (value === undefined || Number.isNaN(value)) return null;
  return holds === 'choice' ? pairwiseChoice(value) : value;
}

/** A row’s codes; “nothing wrong” where it was read and passes, null where it was not read. */
function codeCell(scores: ScoreValues, row: number): string | null {
  const verdict = verdictAt(scores, row);
  if (verdict === 'pass') return NOTHING_WRONG;
  return verdict && (scores.texts?.[row] ?? '').replaceAll('\n', '; ');
}

/** The winner of a row with score 1, 0.5 or 0, as in the reference SDK. */
function pairwiseChoice(score: number): 'CANDIDATE' | 'TIE' | 'BASELINE' {
  if (score === 0.5) return 'TIE';
  return score > 0.5 ? 'CANDIDATE' : 'BASELINE';
}

/** Lists the names of the columns. */
export function resultNames(plan: ResultColumns): string[] {
  const own = [...plan.scores, ...plan.notes].map(({ name }) => name);
  return [...plan.data, ...own, ...(plan.differences ? [DIFFERENCES] : [])];
}

/** Writes a row with its scores as JSONL, without the line end and missing columns. */
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
  if (plan.differences) line[DIFFERENCES] = differencesIn(plan.differences, row);
  return printJson(line);
}

/** Writes cells as a CSV record (RFC 4180) without the line end; lists and objects as JSON. */
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

/** Without it, Excel reads a CSV file in the code page of the country. */
const BYTE_ORDER_MARK = '\uFEFF';
/** A cell of Excel holds as many characters. */
const SHEET_CELL = 32_767;
/** Says how many cells of a record are cut. */
const CUT_COLUMN = 'cells_cut';

/**
 * A CSV file of results. Cells that a spreadsheet would run as formulas are guarded, and listed in
 * a last column, which exists only if there are any. For a spreadsheet, the file is marked as UTF-8,
 * and cells longer than 32,767 characters end with an ellipsis; a column says how many of the record.
 */
export class ResultCsv {
  readonly #header: readonly string[];
  readonly #isForSheets: boolean;
  readonly #records: {
    readonly text: string;
    readonly isGuarded: boolean;
    readonly cut: number;
  }[] = [];

  constructor(names: readonly string[], isForSheets = false) {
    this.#header = names;
    this.#isForSheets = isForSheets;
  }

  /** Adds a record; numbers are never guarded. */
  add(cells: readonly JsonValue[]): void {
    const texts = cells.map((cell) => csvText(guarded(cell)));
    const isCut = (text: string): boolean => this.#isForSheets && text.length > SHEET_CELL;
    const text = csvRecord(texts.map((one) => (isCut(one) ? boundText(one, SHEET_CELL - 1) : one)));
    this.#records.push({
      text,
      isGuarded: isGuardedRecord(cells),
      cut: texts.filter(isCut).length,
    });
  }

  /** Ends the file and returns its lines with their ends. */
  parts(): string[] {
    const hasGuards = this.#records.some((one) => one.isGuarded) || isGuardedHeader(this.#header);
    const hasCuts = this.#records.some(({ cut }) => cut > 0);
    const names = hasCuts ? [...this.#header, CUT_COLUMN] : this.#header;
    const lines = this.#records.map(({ text, isGuarded, cut }) => {
      const flags = [...(hasCuts ? [cut] : []), ...(hasGuards ? [isGuarded ? GUARD : ''] : [])];
      return `${[text, ...flags].join(',')}\r\n`;
    });
    return [this.#isForSheets ? BYTE_ORDER_MARK : '', csvHeader(names, hasGuards), ...lines];
  }
}

/** Whether the names of columns need guarding. */
export function isGuardedHeader(names: readonly string[]): boolean {
  return names.some((name) => isRisky(name) || name === GUARD_COLUMN);
}

/** Whether a record has a cell that a spreadsheet would run as a formula. */
export function isGuardedRecord(cells: readonly JsonValue[]): boolean {
  return cells.some((cell) => typeof cell === 'string' && isRisky(cell));
}

/** Writes the header of a file that is written record by record, with its end. */
export function csvHeader(names: readonly string[], hasGuards: boolean): string {
  return `${csvRecord(hasGuards ? [...names.map(guardCell), GUARD_COLUMN] : names)}\r\n`;
}

/** Writes a record of such a file, with its end. */
export function csvLine(cells: readonly JsonValue[], hasGuards: boolean): string {
  const record = csvRecord(cells.map(guarded));
  const flag = hasGuards ? `,${isGuardedRecord(cells) ? GUARD : ''}` : '';
  return `${record}${flag}\r\n`;
}

function guarded(cell: JsonValue): JsonValue {
  return typeof cell === 'string' ? guardCell(cell) : cell;
}

function isRecorded(column: ScoreValues): boolean {
  return findMetric(column.metricId)?.isRecorded === true && !isAnnotationColumn(column);
}
