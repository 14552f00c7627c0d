import { ACCEPTED_KEY } from '#core/calls/call-keys.ts';
import type { FoundCall } from '#core/calls/found-call.ts';
import { isNamed, PSEUDO_TOOLS } from '#core/calls/pseudo-tools.ts';
import { COLUMN_NAMES, simplifyName } from '#core/dataset/column-names.ts';
import { isJsonEqual } from '#core/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import type {
  AdapterNote,
  AdapterNoteCode,
  AdapterOptions,
  AdapterReading,
  Origin,
} from './adapter.ts';

/** The sides of a row that hold calls. */
export type Side = 'predicted' | 'reference';

/** The cells of a row; undefined ones are not recorded. */
export type Cells = Readonly<Record<string, JsonValue | undefined>>;

/** Gathers the rows and the counted notes of one file. */
export class Reading {
  readonly options: AdapterOptions;
  readonly #rows: JsonObject[] = [];
  readonly #origins: Origin[] = [];
  readonly #others: number[] = [];
  readonly #notes = new Map<string, AdapterNote>();
  #origin: Origin = [];
  #rest: JsonObject = {};

  constructor(options: AdapterOptions) {
    this.options = options;
  }

  /**
   * Says what the rows and notes that follow are read from, so that they can be found in the file.
   * @param origin the innermost part of the file's values first
   */
  from(...origin: Origin): void {
    this.#origin = origin;
    this.#rest = {};
  }

  /**
   * Keeps what is not used of a record as columns of the rows that follow, under the file's own
   * names.
   * @param record the record the rows are read from
   * @param used its keys that the rows' own cells come from; null means nothing and is not kept
   */
  keepRest(record: JsonObject, used: readonly string[]): void {
    this.#rest = Object.fromEntries(
      Object.entries(record).filter(([key, cell]) => cell !== null && !used.includes(key)),
    );
  }

  /** Counts something worth knowing; the first place is kept. */
  note(code: AdapterNoteCode, detail = '', path?: string): void {
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
    const known = Object.entries(cells).filter(([, cell]) => cell !== undefined);
    const names = new Set(known.map(([name]) => name));
    // a column of the file that has the name of a cell keeps its values beside it
    const rest = Object.entries(this.#rest)
      .filter(([name, cell]) => !isJsonEqual(cells[name] ?? null, cell))
      .map(([name, cell]): [string, JsonValue] => [freeName(name, names), cell]);
    this.#rows.push(Object.fromEntries([...known, ...rest]) as JsonObject);
    this.#origins.push(this.#origin);
  }

  /** Adds a record that is none of the framework's: a row of its own. */
  other(record: JsonObject): void {
    this.#rest = {};
    this.#others.push(this.#rows.length);
    this.row(record);
  }

  /** Keeps a value among a log's events as a row where it looks like one, and counts it otherwise. */
  unread(value: JsonValue): void {
    if (isJsonObject(value) && Object.keys(value).some(isRowName)) this.other(value);
    else this.note('record_unread');
  }

  /**
   * Writes calls as a trajectory cell, without those a person wants left out. A call without
   * arguments is a name, and compared by name, where it is expected or no call made has any.
   */
  trajectory(found: readonly FoundCall[], side: Side): readonly JsonValue[] {
    const kept = found.filter((call) => this.#isKept(call));
    // among calls made with arguments, one without any had none; what is expected may leave them open
    const areNames = side === 'reference' || kept.every(isNameOnly);
    const isAnyOpen = kept.some(({ input }) => input === undefined);
    if (isAnyOpen) this.note(areNames ? 'names_only' : 'arguments_empty', side);
    return kept.map((call) => (areNames && isNameOnly(call) ? call.name : writeCall(call)));
  }

  /** Like {@link trajectory}, where the calls themselves may not be recorded. */
  maybeTrajectory(
    found: readonly FoundCall[] | undefined,
    side: Side,
  ): readonly JsonValue[] | undefined {
    return found && this.trajectory(found, side);
  }

  /** Like {@link maybeTrajectory} for a run of an agent; it is noted where its calls are not recorded. */
  prediction(found: readonly FoundCall[] | undefined): readonly JsonValue[] | undefined {
    if (!found) this.note('calls_unrecorded');
    return this.maybeTrajectory(found, 'predicted');
  }

  /** Everything gathered. */
  result(): AdapterReading {
    return {
      rows: this.#rows,
      origins: this.#origins,
      others: this.#others,
      notes: [...this.#notes.values()],
    };
  }

  #isKept({ name, isNested = false }: FoundCall): boolean {
    if (isNested && this.options.subAgents === 'root') {
      this.note('sub_agent_calls_dropped');
      return false;
    }
    if (isNamed(name, this.options.droppedTools)) {
      this.note('calls_dropped', name);
      return false;
    }
    if (isNested) this.note('sub_agent_calls');
    if (isNamed(name, PSEUDO_TOOLS)) this.note('pseudo_tool', name);
    return true;
  }
}

/** Names of a question or of a list of calls: what has neither is no row of a dataset. */
const ROW_NAMES = new Set(
  (['prompt', 'predicted_trajectory', 'reference_trajectory'] as const).flatMap(
    (role) => COLUMN_NAMES[role],
  ),
);

function isRowName(name: string): boolean {
  return ROW_NAMES.has(simplifyName(name));
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  return free;
}

/** Names with brackets would be read as calls. */
function isNameOnly({ name, input }: FoundCall): boolean {
  return input === undefined && /^[^()\n]{1,200}$/.test(name);
}

function writeCall({ name, input, id, output, accepted }: FoundCall): JsonObject {
  return {
    tool_name: name,
    ...(input === undefined ? {} : { tool_input: input }),
    ...(id === undefined ? {} : { id }),
    ...(output === undefined ? {} : { tool_output: output }),
    ...(accepted === undefined ? {} : { [ACCEPTED_KEY]: accepted }),
  };
}
