import { findDifferences } from '#core/match/align.ts';
import { SIGNATURES_PER_ROW, signaturesOf } from '#core/match/signature.ts';
import type { ColumnRole, ColumnRoles } from '#core/read/names/column-roles.ts';
import {
  textOfCell,
  RecordCells,
  type CountedRows,
  type RowCells,
  type RowNumbers,
} from '#core/read/dataset/row-cells.ts';
import { readCells } from '#core/read/dataset/read-row.ts';
import type { Issue, IssueCode } from '#core/read/issues/issue.ts';
import {
  GrowingArray,
  LabelGatherer,
  ISSUES_KEPT,
  type IssueList,
  type ScoredColumns,
} from './scored-columns.ts';
import { hashTextWide } from '#core/base/json/equal-json.ts';
import { hashCalls } from '#core/calls/intern-calls.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { bestReference, isSkippedSlot, type BestReference } from '#core/match/best-reference.ts';
import { isSameSequence } from '#core/match/compare-pair.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { createMatcher, EXACT_MATCHER } from '#core/match/match-calls.ts';
import {
  isComputed,
  type ComputedMetric,
  type Metric,
  type ScoreColumn,
} from '#core/score/metric/metric.ts';
import { OUTCOMES, type Score } from '#core/calls/outcome.ts';
import type { RecordedField, ScoredRow } from '#core/calls/scored-row.ts';
import { findMetric, listColumns } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { Trajectory, TrajectorySide } from '#core/calls/trajectory.ts';

/** The place of a record in its file. */
export interface RecordPlace {
  /** Byte offset from which the row is read later. */
  readonly offset: number;
  readonly length: number;
  /** 1-based physical line in the opened file. */
  readonly line: number;
}

/** What a scanner should find in rows before they are read. */
export interface WantedOfRows {
  readonly roles: ColumnRoles;
  /** Whether to find the differences between the two sides. */
  readonly hasCauses: boolean;
  /**
   * Which facts of rows must be equal for them to be scored once; absent or `none`: every row is
   * scored.
   */
  readonly countedBy?: CountedBy;
}

/** Which facts of a row determine its scores, apart from recorded values. */
export type CountedBy = 'counts' | 'calls' | 'none';

const OUTCOME_CODES = new Map(OUTCOMES.map((outcome, code) => [outcome, code]));

/** Scores records as they are read and gathers the results as columns. */
export class ChunkBuilder {
  readonly #roles: ColumnRoles;
  readonly #matcher: CallMatcher;
  readonly #scorers: readonly ScoreGatherer[];
  readonly #hasScoresOnly: boolean;
  readonly #offsets = new GrowingArray<Float64Array>(Float64Array);
  readonly #lengths = new GrowingArray<Uint32Array>(Uint32Array);
  readonly #lines = new GrowingArray<Uint32Array>(Uint32Array);
  readonly #idKeys = new GrowingArray<Float64Array>(Float64Array);
  readonly #contentKeys = new GrowingArray<Float64Array>(Float64Array);
  readonly #tools = new LabelGatherer();
  readonly #signatures = new LabelGatherer();
  readonly #columns = new Map<string, { name: string; filled: number }>();
  readonly #issues = new IssueGatherer();
  #predictedCalls = 0;
  #referenceCalls = 0;
  #skipped = 0;
  /**
   * By row: the index of its scores, shared by rows that are alike; −1 for a row scored on its own.
   */
  readonly #alike = new GrowingArray<Int32Array>(Int32Array);
  #alikeCount = 0;
  /** The numbering of the last counted rows, and the index of their first scores. */
  #numbers: RowNumbers | undefined;
  #firstAlike = 0;

  /** Creates a builder; with `only`, it computes just these score columns. */
  constructor(settings: MetricSettings, roles: ColumnRoles, only?: readonly string[]) {
    this.#roles = roles;
    this.#matcher = createMatcher(settings.matching);
    this.#hasScoresOnly = only !== undefined;
    this.#scorers = listColumns(settings).flatMap((column) => {
      const isWanted = only?.includes(column.id) ?? true;
      const metric = isWanted ? findMetric(column.metricId) : undefined;
      return isComputed(metric) ? [new ScoreGatherer(column, metric, settings)] : [];
    });
  }

  get rowCount(): number {
    return this.#offsets.length;
  }

  add(record: JsonObject, place: RecordPlace): void {
    this.addCells(new RecordCells(record), place);
  }

  /** Scores one row whose cells are read on demand. */
  addCells(cells: RowCells, place: RecordPlace): void {
    const { row, issues } = readCells(cells, this.#roles, place.line, this.#matcher);
    this.#offsets.push(place.offset);
    this.#lengths.push(place.length);
    this.#lines.push(place.line);
    this.#alike.push(-1);
    for (const scorer of this.#scorers) scorer.add(row);
    if (this.#hasScoresOnly) return;
    for (const issue of issues) this.#issues.add(issue);
    this.#addKeys(cells, row);
    const tools = toolNames(row.prediction);
    this.#tools.add(tools);
    const causes = row === cells.scored ? cells.causes : undefined;
    this.#signatures.add(causes ?? causesOf(row, this.#matcher));
    this.#predictedCalls += tools.length;
    this.#referenceCalls += row.pair?.reference.length ?? callCount(row.reference);
    cells.eachColumn((name, isBlank) => {
      this.addFilled(name, isBlank ? 0 : 1);
    });
  }

  get wanted(): WantedOfRows {
    const isPlain = this.#matcher === EXACT_MATCHER;
    const hasCauses = isPlain && !this.#hasScoresOnly;
    return { roles: this.#roles, hasCauses, countedBy: isPlain ? this.#countedBy() : 'none' };
  }

  #countedBy(): CountedBy {
    const all = this.#scorers.map(({ countedBy }) => countedBy);
    if (all.includes('none')) return 'none';
    return all.includes('calls') ? 'calls' : 'counts';
  }

  /** Scores one of several rows that are alike, for all of them; called before any is added. */
  addKind(numbers: RowNumbers, alike: number, row: ScoredRow): void {
    if (this.#numbers !== numbers) this.#startNumbers(numbers);
    // indexes are given in the order of calls
    if (this.#firstAlike + alike !== this.#alikeCount) return;
    this.#alikeCount++;
    for (const scorer of this.#scorers) scorer.addKind(row);
  }

  /** Adds rows by their counts, without reading them; their offsets count from byte `from`. */
  addCounted(rows: CountedRows, from: number): void {
    const { numbers } = rows;
    if (this.#numbers !== numbers) this.#startNumbers(numbers);
    this.#offsets.appendPlus(rows.offsets, from);
    this.#lengths.append(rows.lengths);
    this.#lines.append(rows.lines);
    this.#alike.appendPlus(rows.alike, this.#firstAlike);
    for (const scorer of this.#scorers) scorer.addRecorded(rows);
    if (this.#hasScoresOnly) return;
    this.#idKeys.append(rows.idKeys);
    this.#contentKeys.append(rows.contentKeys);
    this.#tools.addNumbered(
      rows.tools,
      numbers.tools.map((tool) => [tool]),
    );
    this.#signatures.addNumbered(rows.causes, numbers.signatures, SIGNATURES_PER_ROW);
    this.#predictedCalls += sum(rows.predicted);
    this.#referenceCalls += sum(rows.expected);
  }

  #startNumbers(numbers: RowNumbers): void {
    this.#numbers = numbers;
    this.#firstAlike = this.#alikeCount;
  }

  /** Adds to the number of rows in which a column is not blank. */
  addFilled(name: string, filled: number): void {
    const column = this.#columns.get(name);
    if (column) column.filled += filled;
    else this.#columns.set(name, { name, filled });
  }

  note(issue: Issue): void {
    this.#issues.add(issue);
  }

  skip(issue: Issue): void {
    this.#issues.add(issue);
    this.#skipped++;
  }

  /** Ends the chunk and returns the columns of all rows. */
  finish(): ScoredColumns {
    return {
      rowCount: this.rowCount,
      offsets: this.#offsets.copy(),
      lengths: this.#lengths.copy(),
      lines: this.#lines.copy(),
      idKeys: this.#idKeys.copy(),
      contentKeys: this.#contentKeys.copy(),
      scores: this.#scorers.map((scorer) => scorer.finish(this.#alike.take())),
      tools: this.#tools.finish(),
      signatures: this.#signatures.finish(),
      columns: [...this.#columns.values()],
      predictedCalls: this.#predictedCalls,
      referenceCalls: this.#referenceCalls,
      issues: this.#issues.finish(),
      skippedCount: this.#skipped,
    };
  }

  #addKeys(cells: RowCells, row: ScoredRow): void {
    const idKey = cells.idKey ?? this.#hashId(cells);
    this.#idKeys.push(idKey);
    // rows with an id are paired by it; hashing the arguments would cost as much as scoring
    this.#contentKeys.push(
      Number.isNaN(idKey) ? contentKeyOf(cells, row, this.#roles) : Number.NaN,
    );
  }

  #hashId(cells: RowCells): number {
    const id = textOfCell(cells, this.#roles, 'id');
    return id === undefined ? Number.NaN : hashTextWide(id);
  }
}

/** The task of a row as text: prompt and reference; empty where not recorded. */
export interface TaskTexts {
  readonly prompt: string;
  readonly expected: string;
}

/** Reads the task of a row. */
export function taskTextsOf(cells: RowCells, row: ScoredRow, roles: ColumnRoles): TaskTexts {
  return {
    prompt: textOfCell(cells, roles, 'prompt') ?? '',
    expected:
      row.reference.state === 'calls'
        ? String(hashCalls(row.reference.calls))
        : (textOfCell(cells, roles, 'reference') ?? ''),
  };
}

/** Hashes prompt and reference to identify a row without an id: a safe integer ≥ 0. */
export function contentKeyOf(cells: RowCells, row: ScoredRow, roles: ColumnRoles): number {
  const { prompt, expected } = taskTextsOf(cells, row, roles);
  return hashTextWide(`${prompt}\u0000${expected}`);
}

const NO_TOOLS: readonly string[] = [];

function callCount(side: TrajectorySide): number {
  return side.state === 'calls' ? side.calls.length : 0;
}

function toolNames(side: TrajectorySide): readonly string[] {
  if (side.state !== 'calls') return NO_TOOLS;
  return side.tools ?? side.calls.map((call) => call.tool_name);
}

/** The differences from the closest reference; empty where the calls are equal. */
function causesOf(row: ScoredRow, matcher: CallMatcher): readonly string[] {
  const { prediction } = row;
  if (row.pair !== null && !row.pair.variants && isSameSequence(row.pair)) return [];
  const best = bestReference(row);
  if (!best || prediction.state !== 'calls') return [];
  if (isSameSequence(best.pair)) return [];
  const { reference, made, pair } = trimEqual(best, prediction.calls);
  const slots = findDifferences(reference, made, pair);
  const differing = pair.optional ? slots.filter((slot) => !isSkippedSlot(slot, pair)) : slots;
  return signaturesOf(differing, reference, made, matcher.diff);
}

/** Cuts off equal calls at both ends: most rows differ in few calls. */
function trimEqual(
  { reference, pair }: BestReference,
  made: Trajectory,
): Pick<BestReference, 'reference' | 'pair'> & { readonly made: Trajectory } {
  if (pair.links || pair.optional) return { reference, made, pair };
  const { distinct } = pair;
  const most = Math.min(pair.prediction.length, pair.reference.length);
  let from = 0;
  while (from < most && pair.prediction[from] === pair.reference[from]) from++;
  let after = 0;
  while (after < most - from && pair.prediction.at(-1 - after) === pair.reference.at(-1 - after))
    after++;
  const trim = <T>(list: readonly T[]): readonly T[] => list.slice(from, list.length - after);
  const ids = { prediction: trim(pair.prediction), reference: trim(pair.reference), distinct };
  return { reference: trim(reference), made: trim(made), pair: ids };
}

class ScoreGatherer {
  readonly countedBy: CountedBy;
  /** The field that the column reads from each row itself, even where rows are alike. */
  readonly #records: RecordedField | undefined;
  readonly #column: ScoreColumn;
  readonly #score: (row: ScoredRow) => Score;
  /** Scores of single rows, and scores shared by rows that are alike. */
  readonly #rows = new ScoreList();
  readonly #alike = new ScoreList();

  constructor(column: ScoreColumn, metric: ComputedMetric, settings: MetricSettings) {
    this.#column = column;
    this.#records = metric.records;
    this.countedBy = countedBy(metric);
    this.#score = (row) => metric.score(row, settings, column);
  }

  add(row: ScoredRow): void {
    this.#rows.add(this.#score(row));
  }

  /** Scores rows that are alike, by one of them. */
  addKind(row: ScoredRow): void {
    if (!this.#records) this.#alike.add(this.#score(row));
  }

  /** Adds the recorded values of counted rows, if the column is one of these. */
  addRecorded({ recorded }: CountedRows): void {
    if (!this.#records) return;
    this.#rows.addRecorded(recorded[this.#records]);
  }

  /** Ends the column; `alike` has the index of shared scores for each row, −1 for its own. */
  finish(alike: Int32Array): ScoreColumn & Scores {
    const [own, kinds] = [this.#rows.take(), this.#alike.take()];
    if (this.#records) return { ...this.#column, ...own };
    return { ...this.#column, ...gatherScores(alike, own, kinds) };
  }
}

interface Scores {
  readonly values: Float64Array;
  readonly outcomes: Uint8Array;
}

/** The scores of rows, their own or shared. */
function gatherScores(alike: Int32Array, own: Scores, kinds: Scores): Scores {
  const values = new Float64Array(alike.length);
  const outcomes = new Uint8Array(alike.length);
  let next = 0;
  for (let row = 0; row < alike.length; row++) {
    const kind = alike[row] as number;
    if (kind < 0) {
      values[row] = own.values[next] as number;
      outcomes[row] = own.outcomes[next++] as number;
    } else {
      values[row] = kinds.values[kind] as number;
      outcomes[row] = kinds.outcomes[kind] as number;
    }
  }
  return { values, outcomes };
}

function sum(numbers: Uint32Array): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

class ScoreList {
  readonly #values = new GrowingArray<Float64Array>(Float64Array);
  readonly #outcomes = new GrowingArray<Uint8Array>(Uint8Array);

  add(score: Score): void {
    const isScored = typeof score === 'number';
    this.#values.push(isScored ? score : Number.NaN);
    this.#outcomes.push(isScored ? 0 : (OUTCOME_CODES.get(score) ?? 0));
  }

  /** Adds recorded numbers; NaN means not recorded. */
  addRecorded(numbers: Float64Array): void {
    const missing = OUTCOME_CODES.get('value_missing') as number;
    this.#values.append(numbers);
    this.#outcomes.append(Uint8Array.from(numbers, (value) => (Number.isNaN(value) ? missing : 0)));
  }

  take(): Scores {
    return { values: this.#values.copy(), outcomes: this.#outcomes.copy() };
  }
}

function countedBy({ needs, isCounted, records, readsCalls }: Metric): CountedBy {
  if (readsCalls === true) return 'none';
  if (isCounted === true || records) return 'counts';
  // a metric without needs may read any column
  if (needs.length === 0) return 'none';
  return needs.every((role) => CALL_ROLES.has(role)) ? 'calls' : 'none';
}

const CALL_ROLES = new Set<ColumnRole>(['predicted_trajectory', 'reference_trajectory']);

class IssueGatherer {
  readonly #counts: Partial<Record<IssueCode, number>> = {};
  readonly #first: Issue[] = [];

  add(issue: Issue): void {
    const count = (this.#counts[issue.code] ?? 0) + 1;
    this.#counts[issue.code] = count;
    if (count <= ISSUES_KEPT) this.#first.push(issue);
  }

  finish(): IssueList {
    return { counts: this.#counts, first: this.#first };
  }
}
