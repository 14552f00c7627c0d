import type { FoundCall } from '#core/calls/found-call.ts';
import { isNamed, PSEUDO_TOOLS } from '#core/calls/pseudo-tools.ts';
import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
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
  readonly #notes = new Map<string, AdapterNote>();
  #origin: Origin = [];

  constructor(options: AdapterOptions) {
    this.options = options;
  }

  /**
   * Says what the rows and notes that follow are read from, so that they can be found in the file.
   * @param origin the innermost part of the file's values first
   */
  from(...origin: Origin): void {
    this.#origin = origin;
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
    this.#rows.push(Object.fromEntries(known) as JsonObject);
    this.#origins.push(this.#origin);
  }

  /**
   * Writes calls as a trajectory cell, without those a person wants left out. Where no call has
   * arguments, the cell is a list of names: they are then compared by name.
   */
  trajectory(found: readonly FoundCall[], side: Side): readonly JsonValue[] {
    const kept = found.filter((call) => this.#isKept(call));
    if (kept.some(({ input }) => input === undefined)) this.note('names_only', side);
    return kept.every(isNameOnly) ? kept.map(({ name }) => name) : kept.map(writeCall);
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
    return { rows: this.#rows, origins: this.#origins, notes: [...this.#notes.values()] };
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

/** Names with brackets would be read as calls. */
function isNameOnly({ name, input }: FoundCall): boolean {
  return input === undefined && /^[^()\n]{1,200}$/.test(name);
}

function writeCall({ name, input, id, output }: FoundCall): JsonObject {
  return {
    tool_name: name,
    ...(input === undefined ? {} : { tool_input: input }),
    ...(id === undefined ? {} : { id }),
    ...(output === undefined ? {} : { tool_output: output }),
  };
}
