import { isFormCode, type CallFormCode, type FoundCall } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { writeStepRecord } from '#core/calls/step-record.ts';
import { saysMore, writeTranscript, type PlacedMessage } from '#core/calls/transcript.ts';
import { isNamed, PSEUDO_TOOLS } from '#core/calls/call-names.ts';
import { freeName } from '#core/read/names/free-name.ts';
import { COLUMN_NAMES, simplifyName } from '#core/read/names/column-names.ts';
import { parseTolerant, type TolerantResult } from '#core/base/literals/parse-tolerant.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { hasKey, perName } from '#core/base/json/pick.ts';
import type { AdapterNoteCode } from './adapter-notes.ts';

/** Reads what a framework writes into rows of the playground. */
export interface Adapter {
  /** Equals the name of its fixtures' folder. */
  readonly id: string;
  readonly title: string;
  /** How its data is meant to be scored, where it says what it accepts. */
  readonly scoring?: DefinedScoring;
  /**
   * Which part of a dataset a record is, where its parts are in separate files that are read one after
   * the other; undefined for any other record.
   */
  readonly partOf?: (record: JsonValue) => FilePart | undefined;
  /** Reads a value once more where its text says more than it does; else returns it as it is. */
  readonly reread?: (value: JsonValue, text: string) => JsonValue;
  /** Whether a value is this framework's, by its keys and never by the file's name. */
  recognise(value: JsonValue): boolean;
  /**
   * Reads all values of the file. Canonical columns: id, prompt, response, reference,
   * predicted_trajectory, reference_trajectory, transcript, latency_in_seconds, failure; others are kept. Never
   * throws; what was left out or changed is in the notes.
   */
  read(values: readonly JsonValue[], out: Collector): void;
}

/** A part of a dataset in a file of its own: what was answered, or what it is compared with. */
export type FilePart = 'answers' | 'task';

/** How a format defines that its data is scored. */
export interface DefinedScoring {
  /** Its references hold patterns. */
  readonly hasPatterns: true;
}

/** A step of a path to a value: a key of an object, or every item of a list. */
export type Segment = { readonly key: string } | 'items';

/** Where the calls of each side are in a file of an unknown shape. */
export interface CandidateChoice {
  readonly predicted?: readonly Segment[] | undefined;
  readonly reference?: readonly Segment[] | undefined;
}

/** What a person decides before a file is read. */
export interface AdapterOptions {
  /** One row for each turn of a user, or one for the whole conversation. */
  readonly turns: 'rows' | 'conversation';
  /** Calls of every agent, or only those of the agent that was asked. */
  readonly subAgents: 'all' | 'root';
  /** Tools whose calls are left out; a name may end in `*`. */
  readonly droppedTools: readonly string[];
  /** A further key under which calls have their arguments. */
  readonly argumentsKey?: string;
  /** Lists a person has chosen in a file of an unknown shape: no adapter is looked for then. */
  readonly lists?: CandidateChoice;
}

/** How frameworks are read unless a person says otherwise. */
export const USUAL_OPTIONS: AdapterOptions = { turns: 'rows', subAgents: 'all', droppedTools: [] };

/** A part of a file's values, and the parts around it: those whose place may be known. */
export type Origin = readonly JsonValue[];

/** What a file gave: its rows, and everything a person should know about them. */
export interface AdapterResult {
  readonly rows: readonly JsonObject[];
  /** What each row was read from. */
  readonly origins: readonly Origin[];
  /** Which rows, counted from 0, are records that the adapter does not know, just as they are. */
  readonly others: readonly number[];
  readonly notes: readonly AdapterNote[];
  /** The file's own names of columns, by those they have here, where these differ. */
  readonly names: ReadonlyMap<string, string>;
  /** What texts hold that were read already. */
  readonly opened: ReadonlyMap<string, TolerantResult>;
}

/** Something worth knowing about what was read, counted. */
export interface AdapterNote {
  readonly code: AdapterNoteCode;
  readonly count: number;
  readonly detail: string;
  /** Where it happened first. */
  readonly path?: string;
  /** What was read when it happened first. */
  readonly origin: Origin;
}

/** The sides of a row that hold calls. */
export type Side = 'predicted' | 'reference';

/** The cells of a row; undefined ones are not recorded. */
export type Cells = Readonly<Record<string, JsonValue | undefined>>;

/** The messages of a turn, and the calls they are placed among. */
interface SaidAndCalled {
  readonly messages: readonly PlacedMessage[];
  readonly calls: readonly FoundCall[];
}

/** Something that may have been a call. */
export interface NotUnderstood {
  readonly type: string;
  /** What it is in the file; undefined where nothing of the file shows it. */
  readonly value?: JsonValue;
}

const isPseudo = perName((name) => isNamed(name, PSEUDO_TOOLS));

/** Gathers the rows and the counted notes of one file. */
export class Collector {
  readonly options: AdapterOptions;
  readonly #rows: JsonObject[] = [];
  readonly #origins: Origin[] = [];
  readonly #others: number[] = [];
  readonly #notes = new Map<string, AdapterNote>();
  readonly #names = new Map<string, string>();
  readonly #opened = new Map<string, TolerantResult>();
  #origin: Origin = [];
  #rest: JsonObject = {};
  #parallel = 0;

  constructor(options: AdapterOptions = USUAL_OPTIONS) {
    this.options = options;
  }

  /**
   * Sets what the rows and notes that follow are read from, so that they can be found in the file.
   */
  from(...origin: Origin): void {
    this.#origin = origin;
    this.#rest = {};
  }

  /**
   * Keeps what is not used of a record as columns of the rows that follow, under the file's own
   * names.
   * @param used its keys that the rows' own cells come from; null means nothing and is not kept
   */
  keepRest(record: JsonObject, used: readonly string[]): void {
    const taken = new Set(used);
    const rest: Record<string, JsonValue> = {};
    for (const [key, cell] of Object.entries(record))
      if (cell !== null && !taken.has(key)) setOwn(rest, key, cell);
    this.#rest = rest;
  }

  /** Keeps the name that a column has in the file; of several the first. */
  named(column: string, own: string): void {
    if (column !== own && !this.#names.has(column)) this.#names.set(column, own);
  }

  /** Counts something worth knowing; the first place is kept. How calls are written is not. */
  note(code: AdapterNoteCode | CallFormCode, detail = '', path?: string): void {
    if (isFormCode(code)) return;
    const key = `${code} ${detail}`;
    const known = this.#notes.get(key);
    const place = known?.path ?? path;
    const count = (known?.count ?? 0) + 1;
    const origin = known?.origin ?? this.#origin;
    const where = place === undefined ? { origin } : { origin, path: place };
    this.#notes.set(key, { code, count, detail, ...where });
  }

  /** Adds a row; cells that are undefined become no column. */
  row(cells: Cells): void {
    const row: Record<string, JsonValue> = {};
    for (const name in cells) if (cells[name] !== undefined) setOwn(row, name, cells[name]);
    // a column of the file that has the name of a cell keeps its values beside it
    for (const name in this.#rest) {
      const cell = this.#rest[name] ?? null;
      if (!Object.hasOwn(row, name)) setOwn(row, name, cell);
      else if (!isJsonEqual(cells[name] ?? null, cell))
        setOwn(row, freeName(name, new Set(Object.keys(row))), cell);
    }
    this.#rows.push(row);
    this.#origins.push(this.#origin);
  }

  /** Adds a record that another program wrote, as a row as it is. A list has no columns. */
  other(record: JsonValue): void {
    this.#rest = {};
    if (!isJsonObject(record)) {
      this.note('record_unread');
      return;
    }
    this.note('record_other');
    this.#others.push(this.#rows.length);
    this.row(record);
  }

  /**
   * Writes calls as a trajectory cell, without those a person wants left out. A call without
   * arguments is a name, and compared by name, where it is expected, or where no call made has any
   * and none is an object of a list of calls.
   */
  trajectory(found: readonly FoundCall[], side: Side): readonly JsonValue[] {
    const isExpected = side === 'reference';
    const kept = found
      .filter((call) => this.#isKept(call))
      .map((call) => (isExpected && call.input === null ? { ...call, input: undefined } : call));
    // among calls made with arguments, one without any had none; what is expected may leave them open
    const areNames = isExpected || kept.every((call) => isNameOnly(call) && !call.isListed);
    const isAnyOpen = kept.some(({ input, unclear }) => input === undefined && !unclear);
    if (isAnyOpen) this.note(areNames ? 'names_only' : 'arguments_empty', side);
    return numbered(kept).map((call) =>
      areNames && isNameOnly(call) ? call.name : writeCall(call),
    );
  }

  /**
   * Like {@link trajectory} for a run of an agent; it is noted where its calls are not recorded.
   * @param unread what may have been a call and was not understood: without others there is no
   * prediction
   */
  prediction(
    found: readonly FoundCall[] | undefined,
    unread?: NotUnderstood,
  ): readonly JsonValue[] | undefined {
    const calls = unread && found?.length === 0 ? undefined : found;
    if (!calls || unread) {
      const code = calls ? 'calls_unread' : 'calls_unrecorded';
      const isKnown = this.#notes.has(`${code} ${unread?.type ?? ''}`);
      const path = isKnown ? undefined : pathTo(unread?.value, this.#origin);
      this.note(code, unread?.type, path);
    }
    return calls && this.trajectory(calls, 'predicted');
  }

  /**
   * Writes the messages between calls as a transcript cell, placed among the calls that are kept.
   * @returns undefined where the messages only repeat the row's own prompt and response
   */
  transcript({ messages, calls }: SaidAndCalled, texts: Cells): readonly JsonValue[] | undefined {
    // how many calls are kept before each place
    const kept = [0];
    for (const call of calls) kept.push((kept.at(-1) ?? 0) + Number(this.#isWanted(call)));
    const made = kept.at(-1) ?? 0;
    const placed =
      made === calls.length
        ? messages
        : messages.map(({ message, before }) => ({ message, before: kept[before] ?? made }));
    return saysMore(placed, made, texts) ? writeTranscript(placed) : undefined;
  }

  /** Reads the text of arguments; what it holds is known when it is looked for in the rows. */
  readonly read = (text: string): TolerantResult => {
    const reading = parseTolerant(text);
    this.#opened.set(text, reading);
    return reading;
  };

  /** A number for calls made at once; rows count their own from 1. */
  readonly parallelNumber = (): number => ++this.#parallel;

  /** Everything gathered. */
  result(): AdapterResult {
    return {
      rows: this.#rows,
      origins: this.#origins,
      others: this.#others,
      notes: [...this.#notes.values()],
      names: this.#names,
      opened: this.#opened,
    };
  }

  #isWanted({ name, isNested = false }: FoundCall): boolean {
    const isOfOther = isNested && this.options.subAgents === 'root';
    return !isOfOther && !isNamed(name, this.options.droppedTools);
  }

  #isKept(call: FoundCall): boolean {
    const { name, isNested = false } = call;
    if (!this.#isWanted(call)) {
      const isOfOther = isNested && this.options.subAgents === 'root';
      if (isOfOther) this.note('sub_agent_calls_dropped');
      else this.note('calls_dropped', name);
      return false;
    }
    if (isNested) this.note('sub_agent_calls');
    if (isPseudo(name)) this.note('pseudo_tool', name);
    return true;
  }
}

/** Reads values with one adapter; records that it does not know are among the rows. */
export function readWith(
  adapter: Adapter,
  values: readonly JsonValue[],
  options: AdapterOptions,
): AdapterResult {
  const out = new Collector(options);
  adapter.read(values, out);
  return out.result();
}

/** The place of a part in the value that it was read from, as in `messages[2].content`. */
function pathTo(part: JsonValue | undefined, [origin = null]: Origin): string | undefined {
  const open: [value: JsonValue, path: string][] = [[origin, '']];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, path] = next;
    if (value === part) return path;
    if (isJsonList(value))
      for (const [index, item] of value.entries()) open.push([item, `${path}[${index}]`]);
    else if (isJsonObject(value))
      for (const [key, item] of Object.entries(value))
        open.push([item, path === '' ? key : `${path}.${key}`]);
  }
  return undefined;
}

/** Names of a question or of a list of calls: what has neither is no row of a dataset. */
const ROW_NAMES = new Set(
  (['prompt', 'predicted_trajectory', 'reference_trajectory'] as const).flatMap(
    (role) => COLUMN_NAMES[role],
  ),
);

/** Whether a value among a log's events is a row, as it looks like one and like no event, or a chat. */
export function mayBeRow(value: JsonValue): boolean {
  if (!isJsonObject(value)) return isJsonList(value);
  return (
    !hasKey(value, 'type') && Object.keys(value).some((name) => ROW_NAMES.has(simplifyName(name)))
  );
}

/** Numbers groups of calls made at once from 1; a call whose group was left out is alone. */
function numbered(calls: readonly FoundCall[]): readonly FoundCall[] {
  if (calls.every(({ parallel }) => parallel === undefined)) return calls;
  const sizes = new Map<number, number>();
  for (const { parallel } of calls)
    if (parallel !== undefined) sizes.set(parallel, (sizes.get(parallel) ?? 0) + 1);
  const groups = [...sizes].filter(([, size]) => size > 1).map(([group]) => group);
  const numbers = new Map(groups.map((group, index) => [group, index + 1]));
  return calls.map((call) =>
    call.parallel === undefined ? call : { ...call, parallel: numbers.get(call.parallel) },
  );
}

/** Names with brackets would be read as calls. */
function isNameOnly({ name, input, unclear }: FoundCall): boolean {
  return input === undefined && !unclear && /^[^()\n]{1,200}$/.test(name);
}

/**
 * Writes a call with what came of it, as rows keep it. Where its arguments are not clear, what may be
 * them stays beside its name, and is no clearer to the reader of the cell.
 */
export function writeCall({
  name,
  input,
  unclear,
  id,
  output,
  error,
  parallel,
  record,
}: FoundCall): JsonObject {
  const call: Record<string, JsonValue> = { tool_name: name, ...unclear };
  if (!unclear && input !== undefined) call['tool_input'] = input ?? {};
  if (id !== undefined) call['id'] = id;
  if (output !== undefined) call['tool_output'] = output;
  if (error !== undefined) call['tool_error'] = error;
  if (parallel !== undefined) call['parallel'] = parallel;
  return record ? Object.assign(call, writeStepRecord(record)) : call;
}
