import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
  ownValue,
} from '#core/base/json/json-value.ts';
import type { InternedPair, PairCounts } from '#core/base/lists/interned-pair.ts';
import { RowTexts, type RecordedNumber, type ScoredRow } from '#core/calls/scored-row.ts';
import type { CallsSide, ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import type { Slot } from '#core/match/align.ts';
import { EXACT_MATCHER } from '#core/match/match-calls.ts';
import { SIGNATURES_PER_ROW, signaturesOf } from '#core/match/signature.ts';
import { compareByName } from '#core/read/dataset/read-row.ts';
import type { RowCells } from '#core/read/dataset/row-cells.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';

/** Kinds of cells that say whether the cell is blank, and whether its calls are written down. */
const KIND = { null: 0, blankText: 3, calls: 4 } as const;

/** Where what is written down of a row begins, in words; the numbers it records take two each. */
export const ROW_WORDS = {
  kind: 0,
  from: 1,
  to: 2,
  bytes: 3,
  line: 4,
  /** How many counted rows come before it, with itself where it is one. */
  counted: 5,
  flags: 6,
  idLow: 7,
  idHigh: 8,
  latency: 9,
  failure: 11,
  cells: 13,
  predicted: 14,
  expected: 15,
  distinct: 16,
  pairFlags: 17,
  predictedFound: 18,
  expectedFound: 19,
  paired: 20,
  causes: 21,
  alike: 22,
  firstCell: 23,
} as const;
const HAS_ID = 1;
const IS_SCORED = 2;
export const IS_COUNTED = 4;
const IS_SAME = 1;
const IS_IN_ORDER = 2;

const WORDS_PER_CELL = 3;
const WORDS_PER_CALL = 4;
const WORDS_PER_CAUSE = 2;
/** With so many causes, a row may have more. */
const MAX_CAUSES = 64;

const NO_ROWS_BESIDE: readonly never[] = [];
const NO_CAUSES: readonly string[] = [];
const SLOT_KINDS = ['missing', 'extra', 'moved', 'changed'] as const;

/** What the numbers in a row stand for, while the bytes they were found in are loaded. */
interface LoadedBytes {
  readonly roles: ColumnRoles;
  /** Whether no column has two roles, so that each cell is looked at as what it is. */
  readonly areRolesApart: boolean;
  valueOf(from: number, to: number): JsonValue;
  cellOf(from: number, to: number): JsonValue;
  columnName(id: number): string;
  columnId(name: string): number | undefined;
  /** The signatures of a cause; `find` until a row has been read. */
  causeOf(id: number, find: () => readonly string[]): readonly string[];
  toolName(id: number): string;
}

/** A row as the scanner wrote it down. */
export class ScannedRow implements RowCells, ScoredRow {
  readonly #scanner: LoadedBytes;
  readonly #words: Uint32Array;
  readonly #at: number;
  readonly otherReferences = NO_ROWS_BESIDE;
  readonly otherPairs = NO_ROWS_BESIDE;
  #prediction: ScannedSide | undefined;
  #reference: ScannedSide | undefined;
  #pair: ScannedPair | undefined;
  #texts: RowTexts | undefined;
  #byName: ScoredRow | undefined;

  constructor(scanner: LoadedBytes, words: Uint32Array, at: number) {
    this.#scanner = scanner;
    this.#words = words;
    this.#at = at;
  }

  #word(place: number): number {
    return this.#words[this.#at + place] as number;
  }

  get idKey(): number | undefined {
    if ((this.#word(ROW_WORDS.flags) & HAS_ID) === 0) return undefined;
    return this.#word(ROW_WORDS.idHigh) * 0x100000000 + this.#word(ROW_WORDS.idLow);
  }

  get scored(): ScoredRow | undefined {
    const isScored = (this.#word(ROW_WORDS.flags) & IS_SCORED) !== 0;
    return isScored && this.#scanner.areRolesApart ? this : undefined;
  }

  get prediction(): CallsSide {
    return (this.#prediction ??= this.#sideAt(this.#predictedAt, ROW_WORDS.predicted));
  }

  get reference(): CallsSide {
    return (this.#reference ??= this.#sideAt(this.#referenceAt, ROW_WORDS.expected));
  }

  #sideAt(from: number, count: number): ScannedSide {
    return new ScannedSide(this.#scanner, this.#words, from, from + this.#wordsOf(count));
  }

  /** How many words the calls of a side take; none where it has to be read. */
  #wordsOf(count: number): number {
    return WORDS_PER_CALL * Math.max(0, this.#word(count) | 0);
  }

  get #predictedAt(): number {
    return this.#at + ROW_WORDS.firstCell + WORDS_PER_CELL * this.#word(ROW_WORDS.cells);
  }

  get #referenceAt(): number {
    return this.#predictedAt + this.#wordsOf(ROW_WORDS.predicted);
  }

  get pair(): InternedPair | null {
    const isPair = (this.#word(ROW_WORDS.predicted) | this.#word(ROW_WORDS.expected)) >= 0;
    if (!isPair) return null;
    const [predicted, reference] = [this.#predictedAt, this.#referenceAt];
    return (this.#pair ??= new ScannedPair(this.#words, this.#at, predicted, reference));
  }

  get latencySeconds(): RecordedNumber {
    return recordedAt(this.#words, this.#at + ROW_WORDS.latency);
  }

  get failure(): RecordedNumber {
    return recordedAt(this.#words, this.#at + ROW_WORDS.failure);
  }

  get texts(): RowTexts {
    return (this.#texts ??= new RowTexts(this, this.#scanner.roles));
  }

  get byName(): ScoredRow {
    return (this.#byName ??= compareByName(this, EXACT_MATCHER));
  }

  get causes(): readonly string[] | undefined {
    const count = this.#word(ROW_WORDS.causes) | 0;
    if (count < 0) return undefined;
    if (count === 0) return NO_CAUSES;
    const first = this.#referenceAt + this.#wordsOf(ROW_WORDS.expected);
    if (count === 1) return this.#causeAt(first);
    const found: string[] = [];
    for (let cause = 0; cause < count; cause++) {
      if (found.length >= SIGNATURES_PER_ROW) return found.slice(0, SIGNATURES_PER_ROW);
      for (const signature of this.#causeAt(first + WORDS_PER_CAUSE * cause))
        if (!found.includes(signature)) found.push(signature);
    }
    // there may be more than were written down
    if (count === MAX_CAUSES && found.length < SIGNATURES_PER_ROW) return undefined;
    return found.slice(0, SIGNATURES_PER_ROW);
  }

  /** Has the signatures of all its causes known. */
  learnCauses(): void {
    const count = this.#word(ROW_WORDS.causes) | 0;
    const first = this.#referenceAt + this.#wordsOf(ROW_WORDS.expected);
    for (let cause = 0; cause < count; cause++) this.#causeAt(first + WORDS_PER_CAUSE * cause);
  }

  #causeAt(at: number): readonly string[] {
    return this.#scanner.causeOf(this.#words[at] as number, () => {
      const slot = this.#words[at + 1] as number;
      const kind = SLOT_KINDS[(slot >> 24) - 1] as (typeof SLOT_KINDS)[number];
      const places = { reference: (slot >> 12) & 0xfff, prediction: slot & 0xfff };
      const slots = [kind === 'moved' ? { kind, at: 'reference', ...places } : { kind, ...places }];
      return signaturesOf(slots as Slot[], this.reference.calls, this.prediction.calls);
    });
  }

  #find(column: string): number | undefined {
    const id = this.#scanner.columnId(column);
    if (id === undefined) return undefined;
    for (let at = this.#at + ROW_WORDS.firstCell; at < this.#predictedAt; at += WORDS_PER_CELL)
      if ((this.#words[at] as number) >> 3 === id) return at;
    return undefined;
  }

  cell(column: string): JsonValue | undefined {
    const at = this.#find(column);
    return at === undefined ? undefined : this.#valueAt(at);
  }

  #valueAt(at: number): JsonValue {
    return this.#scanner.cellOf(this.#words[at + 1] as number, this.#words[at + 2] as number);
  }

  eachColumn(take: (name: string, isBlank: boolean) => void): void {
    const end = this.#predictedAt;
    for (let at = this.#at + ROW_WORDS.firstCell; at < end; at += WORDS_PER_CELL) {
      const word = this.#words[at] as number;
      const kind = word & 7;
      take(this.#scanner.columnName(word >> 3), kind === KIND.null || kind === KIND.blankText);
    }
  }

  callsOf(column: string): CallsSide | undefined {
    const at = this.#find(column);
    if (at === undefined || ((this.#words[at] as number) & 7) !== KIND.calls) return undefined;
    const isPredicted = column === this.#scanner.roles.predicted_trajectory;
    return isPredicted ? this.prediction : this.reference;
  }
}

function recordedAt(words: Uint32Array, at: number): RecordedNumber {
  NUMBER_WORDS[0] = words[at] as number;
  NUMBER_WORDS[1] = words[at + 1] as number;
  const value = NUMBER[0] as number;
  return Number.isNaN(value) ? 'missing' : value;
}

const NUMBER = new Float64Array(1);
const NUMBER_WORDS = new Uint32Array(NUMBER.buffer);

/** Both sides of a row as integers, and what is counted of them. */
class ScannedPair implements InternedPair, PairCounts {
  readonly #words: Uint32Array;
  readonly #at: number;
  readonly #predictedAt: number;
  readonly #referenceAt: number;
  #prediction: readonly number[] | undefined;
  #reference: readonly number[] | undefined;

  constructor(words: Uint32Array, at: number, predictedAt: number, referenceAt: number) {
    this.#words = words;
    this.#at = at;
    this.#predictedAt = predictedAt;
    this.#referenceAt = referenceAt;
  }

  #word(place: number): number {
    return this.#words[this.#at + place] as number;
  }

  get prediction(): readonly number[] {
    return (this.#prediction ??= this.#idsAt(this.#predictedAt, this.predicted));
  }

  get reference(): readonly number[] {
    return (this.#reference ??= this.#idsAt(this.#referenceAt, this.expected));
  }

  #idsAt(from: number, count: number): number[] {
    const ids: number[] = [];
    for (let call = 0; call < count; call++)
      ids.push(this.#words[from + WORDS_PER_CALL * call] as number);
    return ids;
  }

  get distinct(): number {
    return this.#word(ROW_WORDS.distinct);
  }

  get counts(): PairCounts {
    return this;
  }

  get predicted(): number {
    return this.#word(ROW_WORDS.predicted);
  }

  get expected(): number {
    return this.#word(ROW_WORDS.expected);
  }

  get isSame(): boolean {
    return (this.#word(ROW_WORDS.pairFlags) & IS_SAME) !== 0;
  }

  get isInOrder(): boolean {
    return (this.#word(ROW_WORDS.pairFlags) & IS_IN_ORDER) !== 0;
  }

  get predictedFound(): number {
    return this.#word(ROW_WORDS.predictedFound);
  }

  get expectedFound(): number {
    return this.#word(ROW_WORDS.expectedFound);
  }

  get paired(): number {
    return this.#word(ROW_WORDS.paired);
  }
}

/** The calls of a side, which are there when they are asked for. */
class ScannedSide implements CallsSide {
  readonly state = 'calls';
  readonly #scanner: LoadedBytes;
  readonly #words: Uint32Array;
  readonly #from: number;
  readonly #to: number;
  #calls: ScannedCall[] | undefined;

  constructor(scanner: LoadedBytes, words: Uint32Array, from: number, to: number) {
    this.#scanner = scanner;
    this.#words = words;
    this.#from = from;
    this.#to = to;
  }

  get tools(): readonly string[] {
    const tools: string[] = [];
    for (let at = this.#from; at < this.#to; at += WORDS_PER_CALL)
      tools.push(this.#scanner.toolName(this.#words[at + 1] as number));
    return tools;
  }

  get calls(): Trajectory {
    if (this.#calls) return this.#calls;
    const calls: ScannedCall[] = [];
    for (let at = this.#from; at < this.#to; at += WORDS_PER_CALL) {
      const tool = this.#scanner.toolName(this.#words[at + 1] as number);
      const from = this.#words[at + 2] as number;
      calls.push(new ScannedCall(this.#scanner, tool, from, this.#words[at + 3] as number));
    }
    return (this.#calls = calls);
  }
}

/** A call whose arguments are read when they are asked for. */
class ScannedCall implements ToolCall {
  readonly tool_name: string;
  readonly #scanner: LoadedBytes;
  readonly #from: number;
  readonly #to: number;
  #source: JsonObject | undefined;

  constructor(scanner: LoadedBytes, tool: string, from: number, to: number) {
    this.tool_name = tool;
    this.#scanner = scanner;
    this.#from = from;
    this.#to = to;
  }

  get source(): JsonObject {
    if (this.#source) return this.#source;
    const value = this.#scanner.valueOf(this.#from, this.#to);
    return (this.#source = isJsonObject(value) ? value : {});
  }

  get tool_input(): JsonValue {
    return ownValue(this.source, 'tool_input') ?? null;
  }
}
