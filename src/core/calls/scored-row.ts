import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { CallsSide, TrajectorySide } from './trajectory.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';

/** A number recorded in a row. */
export type RecordedNumber = number | 'missing' | 'unreadable';

/** The numbers that a row may record. */
export type RecordedField = 'latencySeconds' | 'failure';

/** A row as metrics see it. */
export interface ScoredRow extends Readonly<Record<RecordedField, RecordedNumber>> {
  readonly prediction: TrajectorySide;
  readonly reference: TrajectorySide;
  /** Both sides as integers; null unless both have a list of calls. */
  readonly pair: InternedPair | null;
  /** Further acceptable references; empty where the prediction has no list. */
  readonly otherReferences: readonly CallsSide[];
  /** The prediction paired with each of `otherReferences`. */
  readonly otherPairs: readonly InternedPair[];
  /** The same row compared by tool names alone. */
  readonly byName: ScoredRow;
  /** Response and expected answer, read on demand. */
  readonly texts: RowTexts;
}

/** Response and expected answer as text. */
export interface TextPair {
  readonly response: string;
  readonly reference: string;
}

/** Prepares two texts for a metric; pure. */
export type ReadTexts<T> = (response: string, reference: string) => T;

/** Reads a cell of the row; undefined where the row has no such column. */
export interface CellSource {
  cell(column: string): JsonValue | undefined;
}

/** The columns that metrics of answers and judges read. */
export interface AnswerColumns {
  readonly prompt?: string;
  readonly transcript?: string;
  readonly response?: string;
  readonly reference?: string;
  readonly applicable_rules?: string;
  readonly tool_declarations?: string;
}

/** The two answers of a row. Cells are read on demand; what metrics share is computed once. */
export class RowTexts {
  readonly #cells: CellSource;
  readonly #columns: AnswerColumns;
  #response: JsonValue | undefined;
  #reference: JsonValue | undefined;
  #readings: Map<ReadTexts<unknown>, unknown> | undefined;

  constructor(cells: CellSource, columns: AnswerColumns) {
    this.#cells = cells;
    this.#columns = columns;
  }

  get response(): JsonValue | undefined {
    return (this.#response ??= this.#read(this.#columns.response));
  }

  get reference(): JsonValue | undefined {
    return (this.#reference ??= this.#read(this.#columns.reference));
  }

  cell(column: string): JsonValue | undefined {
    return this.#cells.cell(column);
  }

  get rules(): JsonValue | undefined {
    return this.#read(this.#columns.applicable_rules);
  }

  get declarations(): JsonValue | undefined {
    return this.#read(this.#columns.tool_declarations);
  }

  get prompt(): JsonValue | undefined {
    return this.#read(this.#columns.prompt);
  }

  get transcript(): JsonValue | undefined {
    return this.#read(this.#columns.transcript);
  }

  get hasResponses(): boolean {
    return this.#columns.response !== undefined;
  }

  #read(column: string | undefined): JsonValue | undefined {
    return column === undefined ? undefined : this.#cells.cell(column);
  }

  /** Both answers as text, other values as JSON; an empty text is an answer. */
  get pair(): TextPair {
    return { response: textOf(this.response), reference: textOf(this.reference) };
  }

  /** Both answers as prepared by `read`; the result is shared by metrics with the same `read`. */
  as<T>(read: ReadTexts<T>): T {
    const readings = (this.#readings ??= new Map<ReadTexts<unknown>, unknown>());
    if (readings.has(read)) return readings.get(read) as T;
    const { response, reference } = this.pair;
    const reading = read(response, reference);
    readings.set(read, reading);
    return reading;
  }
}

/** Whether an answer was recorded; an empty text is one. */
export function isRecordedText(cell: JsonValue | undefined): cell is JsonValue {
  return cell !== undefined && cell !== null;
}

function textOf(cell: JsonValue | undefined): string {
  if (!isRecordedText(cell)) return '';
  if (typeof cell === 'string') return cell;
  return typeof cell === 'object' ? previewJson(cell, Infinity) : String(cell);
}
