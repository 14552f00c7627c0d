import type { JsonObject } from '#core/base/json/json-value.ts';
import { alignRow } from '#core/explain/row/align-row.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { GrowingColumns } from '#core/score/columns/growing-columns.ts';
import type { PackedColumns } from '#core/score/columns/pack-columns.ts';
import type {
  LabelColumn,
  ScoredColumns,
  ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import { rowsWithValue, type CellValues } from '#core/explain/view/cell-values.ts';
import {
  filterKey,
  isSourceFilter,
  plainFilters,
  ROW_LABELS,
  type Filter,
  type RowLabel,
  type SourceFilter,
} from '#core/explain/view/filter.ts';
import { keepRows, recordMatcher, type ReadForFilters } from '#core/explain/view/view-rows.ts';
import { cellsIn, LABELS, type Gathering } from './gatherings.ts';
import { placesOf, readRecords, type OnProgress, type RowSource } from './read-rows.ts';

const GATHERED_KEPT = 7;
const CONDITIONS_KEPT = 16;

const ALIGNED_KEPT = 200;
/** Longer rows are read again when they are opened. */
const ALIGNED_BYTES = 64 * 1024;

/** A row as it is in the source, and its calls aligned. */
export interface AlignedRecord {
  readonly record: JsonObject;
  readonly aligned: AlignedRow;
}

/** What was read of a run's source, so that sorting what filters keep reads nothing again. */
class ReadOfSource {
  /** Rows whose table lines were read last, by their numbers. */
  readonly aligned = new Map<number, AlignedRecord>();
  /** The rows that meet the last conditions, by their keys. */
  readonly matches = new Map<string, Uint8Array>();
  /** What was gathered of all rows last, by its key. */
  readonly gathered = new Map<string, unknown>();
}

/** The runs that a question is about: the worker keeps their columns and sources. */
export type HeldRuns = readonly [HeldRun, ...HeldRun[]];

/** A run that a worker keeps, with what it has read of the source for filters and groups. */
export class HeldRun {
  #source: RowSource = {
    rows: new Blob(),
    table: undefined,
    roles: {},
    settings: DEFAULT_SETTINGS,
  };
  readonly #columns = new GrowingColumns();
  #read = new ReadOfSource();
  /** Score columns that were replaced since their rows came, and the ids of all there are then. */
  readonly #replaced = new Map<string, ScoreValues>();
  #order: readonly string[] | undefined;

  /** A run with all its rows. */
  static of(run: RowSource & { readonly columns: ScoredColumns }): HeldRun {
    const held = new HeldRun();
    const { rows, table, roles, settings } = run;
    held.add(0, run.columns, { rows, table, roles, settings });
    return held;
  }

  /**
   * Adds the next rows, if any, and sets the source, which may have changed; what was read before
   * is dropped, and so is what is being read.
   * @param share about which share of all rows is there with them, in (0,1]; room is made for the rest
   * @throws RangeError when the rows do not follow on those added before
   */
  add(from: number, piece: PackedColumns, source: RowSource, share?: number): void {
    const { rowCount } = this.#columns;
    if (from !== rowCount)
      throw new RangeError(`rows from ${String(from)} on after ${String(rowCount)} rows`);
    this.#columns.append(piece, share);
    this.#source = source;
    this.#read = new ReadOfSource();
  }

  /** The source of the rows. */
  get source(): RowSource {
    return this.#source;
  }

  /** All rows, with their scores as they are now. */
  get columns(): ScoredColumns {
    const columns = this.#columns.take();
    if (!this.#order) return columns;
    const known = new Map(columns.scores.map((scores) => [scores.id, scores]));
    const scores = this.#order.flatMap((id) => this.#replaced.get(id) ?? known.get(id) ?? []);
    return { ...columns, scores };
  }

  /**
   * Replaces score columns of all rows.
   * @param order ids of all score columns; those left out are dropped
   */
  putScores(changed: readonly ScoreValues[], order: readonly string[]): void {
    for (const scores of changed) this.#replaced.set(scores.id, scores);
    this.#order = order;
  }

  /** Reads the records of rows by their numbers; a number without a row has an empty record. */
  async readRows(
    rows: ArrayLike<number>,
    take: (record: JsonObject, index: number) => void,
  ): Promise<void> {
    const { aligned } = this.#read;
    // ends at the first that is not known, of however many
    const areKnown = Array.prototype.every.call(rows, (row: number) => aligned.has(row));
    if (!areKnown) return readRecords(this.#source, placesOf(this.columns, rows), take);
    for (let index = 0; index < rows.length; index++) {
      const row = aligned.get(rows[index] as number);
      if (row) take(row.record, index);
    }
  }

  /** Reads and aligns rows by their numbers; those read last are kept until one is opened. */
  async alignRows(rows: readonly number[]): Promise<readonly AlignedRecord[]> {
    const { aligned: kept } = this.#read;
    const { roles, settings } = this.#source;
    const { lengths } = this.columns;
    const matcher = createMatcher(settings.matching);
    const found = new Map<number, AlignedRecord | undefined>();
    for (const row of rows) found.set(row, kept.get(row));
    const unknown = rows.filter((row) => !found.get(row));
    await this.readRows(unknown, (record, index) => {
      const row = unknown[index] as number;
      const read = { record, aligned: alignRow(record, roles, matcher) };
      found.set(row, read);
      if ((lengths[row] ?? 0) <= ALIGNED_BYTES) kept.set(row, read);
    });
    dropOldest(kept, ALIGNED_KEPT);
    return rows.map((row) => found.get(row) as AlignedRecord);
  }

  /** The rows, rising, that filters leave. */
  async rowsOf(filters: readonly Filter[], onProgress?: OnProgress): Promise<Uint32Array> {
    return keepRows(this.columns, filters, await this.readFor(filters, onProgress));
  }

  /** Reads what filters need of the source. */
  async readFor(filters: readonly Filter[], onProgress?: OnProgress): Promise<ReadForFilters> {
    const wanted = filters.flatMap(plainFilters);
    const labels: Partial<Record<RowLabel, LabelColumn>> = {};
    for (const kind of ROW_LABELS)
      if (wanted.some((filter) => filter.kind === kind))
        labels[kind] = await this.readOnce(LABELS[kind], onProgress);
    return { labels, matches: await this.#matchesOf(wanted.filter(isSourceFilter), onProgress) };
  }

  /** Reads all rows, unless what is gathered of them is still known. */
  async readOnce<T>({ key, begin }: Gathering<T>, onProgress?: OnProgress): Promise<T> {
    const { gathered } = this.#read;
    if (gathered.has(key)) return gathered.get(key) as T;
    const { columns } = this;
    const gatherer = begin(this.#source, columns.rowCount);
    const take = (record: JsonObject, row: number): void => gatherer.add(record, row);
    await readRecords(this.#source, columns, take, onProgress);
    const found = gatherer.finish();
    gathered.set(key, found);
    dropOldest(gathered, GATHERED_KEPT);
    return found;
  }

  /** Reads the rows once for all conditions that are not known yet. */
  async #matchesOf(
    filters: readonly SourceFilter[],
    onProgress?: OnProgress,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const { matches: kept, gathered } = this.#read;
    const found = new Map<string, Uint8Array>();
    const unknown: SourceFilter[] = [];
    for (const filter of filters) {
      let known = kept.get(filterKey(filter));
      if (filter.kind === 'cell' && !known) {
        const cells = gathered.get(cellsIn(filter.column).key) as CellValues | undefined;
        known = cells && rowsWithValue(cells, filter.value);
      }
      if (known) found.set(filterKey(filter), known);
      else unknown.push(filter);
    }
    if (unknown.length > 0) {
      const tests = unknown.map((filter) => {
        const matches = new Uint8Array(this.#columns.rowCount);
        found.set(filterKey(filter), matches);
        return { isMet: recordMatcher(filter), matches };
      });
      const take = (record: JsonObject, row: number): void => {
        for (const { isMet, matches } of tests) if (isMet(record)) matches[row] = 1;
      };
      await readRecords(this.#source, this.columns, take, onProgress);
    }
    for (const [key, matches] of found) kept.set(key, matches);
    dropOldest(kept, CONDITIONS_KEPT);
    return found;
  }
}

function dropOldest<K>(map: Map<K, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
