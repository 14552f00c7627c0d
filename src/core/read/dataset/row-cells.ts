import { isBlank, ownValue, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { CallsSide } from '#core/calls/trajectory.ts';

/** The cells of a row, and what is known of them before they are values. */
export interface RowCells {
  /** Reads a cell; undefined when the row has no such column. */
  cell(column: string): JsonValue | undefined;
  /** Names every column of the row, in order. */
  eachColumn(take: (name: string, isBlank: boolean) => void): void;
  /** The calls of a cell that is just a list of calls; undefined when it has to be read. */
  callsOf?(column: string): CallsSide | undefined;
  /** The calls of both sides as integers under plain equality, where neither has to be read. */
  readonly pair?: InternedPair | null;
  /** The row under plain equality, where there is nothing to say about any of its cells. */
  readonly scored?: ScoredRow | undefined;
  /** What differs between the two sides of that row, see `signaturesOf`; undefined when it has to be found. */
  readonly causes?: readonly string[] | undefined;
  /** The hash of the id; undefined when it has to be read. */
  readonly idKey?: number | undefined;
}

/**
 * A row of which nothing has to be read: what scoring needs is counted. It is that row until the
 * next one comes.
 */
export interface CountedRow extends ScoredRow {
  /** The hash of its id, NaN without one; then that of its prompt and reference. */
  readonly idKey: number;
  readonly contentKey: number;
  /** Rows with the same number have the same scores, but for what they record of themselves. */
  readonly alike: number;
  readonly predicted: number;
  readonly expected: number;
  /** The tools called, by their numbers, with repeats. */
  readonly tools: readonly number[];
  /** What differs between the two sides, see `signaturesOf`. */
  readonly causes: readonly string[];
  /** What the numbers mean: another object, another meaning. */
  readonly numbers: RowNumbers;
}

/** The meaning of the numbers of counted rows. */
export interface RowNumbers {
  toolName(id: number): string;
}

/** The cells of a record that is read already. */
export class RecordCells implements RowCells {
  readonly #record: JsonObject;

  constructor(record: JsonObject) {
    this.#record = record;
  }

  cell(column: string): JsonValue | undefined {
    return ownValue(this.#record, column);
  }

  eachColumn(take: (name: string, isBlank: boolean) => void): void {
    for (const name in this.#record) take(name, isBlank(this.#record[name]));
  }
}
