import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { CellIssue } from '#core/read/issues/issue.ts';
import {
  isFigure,
  type JsonObject,
  type JsonValue,
  isBlank,
  isJsonList,
  isNoValueWord,
} from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { EXACT_MATCHER, pairWithNames } from '#core/match/match-calls.ts';
import { type RecordedNumber, type ScoredRow, RowTexts } from '#core/calls/scored-row.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { readTrajectories, readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { CallsSide, TrajectoryProblem, TrajectorySide } from '#core/calls/trajectory.ts';
import { cellOf, toNumber, RecordCells, type RowCells } from './row-cells.ts';

/** The result of reading a record: the row to score and the cells that could not be used. */
export interface RowResult {
  readonly row: ScoredRow;
  readonly issues: readonly CellIssue[];
}

const NO_ISSUES: readonly CellIssue[] = [];
const MISSING: TrajectorySide = { state: 'missing' };

/**
 * Reads the cells that scoring needs.
 * @param matcher pairs the calls of both sides; plain equality unless rules say otherwise
 * @returns the row; unreadable cells are values with an issue, never exceptions
 */
export function readRow(
  record: JsonObject,
  roles: ColumnRoles,
  line: number,
  matcher: CallMatcher = EXACT_MATCHER,
): RowResult {
  return readCells(new RecordCells(record), roles, line, matcher);
}

/** Reads the cells that scoring needs, like {@link readRow}. */
export function readCells(
  cells: RowCells,
  roles: ColumnRoles,
  line: number,
  matcher: CallMatcher,
): RowResult {
  // rules look at arguments, so that calls have to be read
  const isPlain = matcher === EXACT_MATCHER;
  const scored = isPlain ? cells.scored : undefined;
  if (scored) return { row: scored, issues: NO_ISSUES };
  const issues: CellIssue[] = [];
  const prediction = readSide(cells, roles.predicted_trajectory, line, issues, isPlain);
  const references = readReferences(cells, roles, line, issues, matcher);
  // a cell of further references that cannot be read takes the reference away
  const pair = isPlain && references.first.state === 'calls' ? cells.pair : null;
  const sides = [
    [prediction, roles.predicted_trajectory],
    [references.first, roles.reference_trajectory],
    ...references.others.map((list) => [list, roles.reference_trajectories] as const),
  ] as const;
  const [, column] = sides.find(([side]) => isNamesOnly(side) || hasNames(side)) ?? [];
  // where the other side is not there, nothing is compared
  const isCompared = prediction.state === 'calls' && references.first.state === 'calls';
  if (column !== undefined && isCompared) issues.push({ code: 'names_only', line, column });
  const row = new ReadRow(prediction, references, matcher, pair, {
    latencySeconds: readNumber(cells, roles.latency_in_seconds, line, isLatency, issues),
    failure: readNumber(cells, roles.failure, line, isFlag, issues),
    texts: new RowTexts(cells, roles),
  });
  return { row, issues };
}

/** A row read from a record; names are compared only when a metric asks for them. */
class ReadRow implements ScoredRow {
  readonly prediction: TrajectorySide;
  readonly reference: TrajectorySide;
  readonly pair: InternedPair | null;
  readonly otherReferences: readonly CallsSide[];
  readonly otherPairs: readonly InternedPair[];
  readonly latencySeconds: RecordedNumber;
  readonly failure: RecordedNumber;
  readonly texts: RowTexts;
  readonly #matcher: CallMatcher;
  #byName: ScoredRow | undefined;

  constructor(
    prediction: TrajectorySide,
    references: References,
    matcher: CallMatcher,
    pair: InternedPair | null | undefined,
    recorded: Pick<ScoredRow, 'latencySeconds' | 'failure' | 'texts'>,
  ) {
    this.prediction = prediction;
    this.reference = references.first;
    this.#matcher = matcher;
    this.pair = pair ?? pairSides(prediction, references.first, matcher);
    this.otherReferences = prediction.state === 'calls' ? references.others : [];
    this.otherPairs = pairOthers(prediction, this.otherReferences, matcher);
    this.latencySeconds = recorded.latencySeconds;
    this.failure = recorded.failure;
    this.texts = recorded.texts;
  }

  get byName(): ScoredRow {
    const isByName = this.#matcher.pair === this.#matcher.pairNames;
    return (this.#byName ??= isByName ? this : compareByName(this, this.#matcher));
  }
}

/** The row with calls compared by their tools’ names. */
export function compareByName(row: ScoredRow, matcher: CallMatcher): ScoredRow {
  const { prediction, reference, otherReferences } = row;
  const references = { first: reference, others: otherReferences };
  return new ReadRow(prediction, references, { ...matcher, pair: matcher.pairNames }, null, row);
}

const NO_PAIRS: readonly InternedPair[] = [];

function pairOthers(
  prediction: TrajectorySide,
  others: readonly CallsSide[],
  matcher: CallMatcher,
): readonly InternedPair[] {
  if (others.length === 0 || prediction.state !== 'calls') return NO_PAIRS;
  return others.map((other) => pairCalls(prediction, other, matcher));
}

function pairSides(
  prediction: TrajectorySide,
  reference: TrajectorySide,
  matcher: CallMatcher,
): InternedPair | null {
  const isPair = prediction.state === 'calls' && reference.state === 'calls';
  return isPair ? pairCalls(prediction, reference, matcher) : null;
}

/** Where one side has names only, both are compared by name; single names among calls by theirs. */
function pairCalls(
  prediction: CallsSide,
  reference: CallsSide,
  { pair, pairNames }: CallMatcher,
): InternedPair {
  if (isNamesOnly(prediction) || isNamesOnly(reference))
    return pairNames(prediction.calls, reference.calls);
  return pairWithNames(pair, prediction.calls, reference.calls);
}

/** Whether some calls among others are names alone. */
function hasNames(side: TrajectorySide): boolean {
  return side.state === 'calls' && side.reading?.forms.includes('some_names') === true;
}

function isNamesOnly(side: TrajectorySide): boolean {
  return side.state === 'calls' && side.reading?.isNamesOnly === true;
}

/** The reference, and further ones that are as good. */
interface References {
  readonly first: TrajectorySide;
  readonly others: readonly CallsSide[];
}

function readReferences(
  cells: RowCells,
  roles: ColumnRoles,
  line: number,
  issues: CellIssue[],
  matcher: CallMatcher,
): References {
  const isPlain = matcher === EXACT_MATCHER;
  const first = readSide(cells, roles.reference_trajectory, line, issues, isPlain, matcher);
  const column = roles.reference_trajectories;
  const cell = cellOf(cells, column);
  if (column === undefined || isBlank(cell)) return { first, others: [] };
  const reading = readTrajectories(cell);
  const lists = reading.state === 'lists' ? reading.lists : [];
  const problem =
    reading.state === 'lists'
      ? lists.map((list) => problemOf(list, matcher)).find((found) => found !== undefined)
      : reading.problem;
  if (problem) {
    issues.push({ code: 'trajectory_unreadable', line, column, problem });
    return { first: { state: 'unreadable', problem }, others: [] };
  }
  for (const list of lists) noteReading(list, line, column, issues);
  if (first.state !== 'missing') return { first, others: lists };
  const [only = MISSING, ...others] = lists;
  return { first: only, others };
}

function readSide(
  cells: RowCells,
  column: string | undefined,
  line: number,
  issues: CellIssue[],
  isPlain: boolean,
  ofReference?: CallMatcher,
): TrajectorySide {
  if (column === undefined) return MISSING;
  const calls = isPlain ? cells.callsOf?.(column) : undefined;
  if (calls) return calls;
  const read = readTrajectory(cells.cell(column), { areExpected: ofReference !== undefined });
  const problem = read.state === 'calls' ? problemOf(read, ofReference) : undefined;
  const side: TrajectorySide = problem ? { state: 'unreadable', problem } : read;
  if (side.state === 'unreadable') {
    issues.push({ code: 'trajectory_unreadable', line, column, problem: side.problem });
  } else if (side.state === 'calls') noteReading(side, line, column, issues);
  return side;
}

/** What keeps a side from being used: lost characters, or patterns that are off or malformed. */
function problemOf(
  { calls, hasStepPatterns }: CallsSide,
  ofReference: CallMatcher | undefined,
): TrajectoryProblem | undefined {
  const lost = calls.findIndex(
    ({ tool_name, tool_input }) => isLost(tool_name) || isLost(tool_input),
  );
  if (lost >= 0) return { code: 'characters_lost', call: lost + 1 };
  if (!ofReference?.readReference) {
    if (hasStepPatterns !== true) return undefined;
    if (ofReference) return { code: 'patterns_off' };
    const place = calls.findIndex(({ groups }) => groups !== undefined) + 1;
    return { code: 'call_without_tool_name', call: Math.max(1, place), found: 'a group of steps' };
  }
  const reading = ofReference.readReference(calls);
  return reading?.ok === false ? { code: 'pattern_malformed', ...reading.problem } : undefined;
}

/** Whether a text was decoded from invalid bytes: different ones may have become the same text. */
function isLost(value: JsonValue): boolean {
  if (typeof value === 'string') return value.includes('\ufffd');
  if (typeof value !== 'object' || value === null) return false;
  if (isJsonList(value)) return value.some(isLost);
  for (const key in value) if (isLost(key) || isLost(value[key] as JsonValue)) return true;
  return false;
}

function noteReading(
  { reading }: CallsSide,
  line: number,
  column: string,
  issues: CellIssue[],
): void {
  if (!reading) return;
  const { tolerances, forms, unparsed, found } = reading;
  if (tolerances.length > 0)
    issues.push({ code: 'cell_lenient', line, column, leniencies: tolerances });
  if (forms.length > 0) issues.push({ code: 'calls_converted', line, column, forms });
  if (unparsed) issues.push({ code: 'arguments_not_json', line, column, ...unparsed });
  if (found) issues.push({ code: 'arguments_found', line, column, ...found });
}

function isLatency(value: number, cell: JsonValue): boolean {
  const isNumber = typeof cell === 'string' ? /\d/.test(cell) : typeof cell !== 'boolean';
  return isNumber && isFigure(value) && value >= 0;
}

function isFlag(value: number): boolean {
  return value === 0 || value === 1;
}

function readNumber(
  cells: RowCells,
  column: string | undefined,
  line: number,
  isAllowed: (value: number, cell: JsonValue) => boolean,
  issues: CellIssue[],
): RecordedNumber {
  if (column === undefined) return 'missing';
  const cell = cells.cell(column);
  if (isBlank(cell) || Number.isNaN(cell)) return 'missing';
  const plain = toNumber(cell);
  if (isAllowed(plain, cell)) return plain;
  if (typeof cell === 'string' && isNoValueWord(cell)) return 'missing';
  const found = previewJson(cell, 40);
  const value = typeof cell === 'string' ? toLocalNumber(cell.trim()) : Number.NaN;
  if (isAllowed(value, cell)) {
    issues.push({ code: 'number_converted', line, column, found, value });
    return value;
  }
  issues.push({ code: 'number_unreadable', line, column, found });
  return 'unreadable';
}

const LOCAL_TRUE = /^(?:wahr|vrai|verdadero|vero|waar|prawda)$/i;
const LOCAL_FALSE = /^(?:falsch|faux|falso|onwaar|fałsz)$/i;

/** Numbers with commas or a unit of time, and the words spreadsheets write for true and false. */
function toLocalNumber(text: string): number {
  if (LOCAL_TRUE.test(text)) return 1;
  if (LOCAL_FALSE.test(text)) return 0;
  const [, amount, unit] = /^(\d+(?:\.\d+)?) ?(ms|s)$/.exec(text) ?? [];
  if (amount !== undefined) return Number(amount) / (unit === 'ms' ? 1000 : 1);
  if (/^[-+]?\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) return Number(text.replaceAll(',', ''));
  if (!/^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/.test(text)) return Number.NaN;
  return Number(text.replaceAll('.', '').replace(',', '.'));
}
