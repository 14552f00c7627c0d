import { type RowSink, sinkWith } from '#core/read/containers/format.ts';
import { type JsonObject, setOwn, type JsonValue } from '#core/base/json/json-value.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { convertRow } from './convert-cell.ts';
import { groupCalls } from '#core/read/cells/group-calls.ts';
import type {
  LongFormat,
  ReadingChoices,
  ToolRenaming,
} from '#core/read/choices/reading-choices.ts';
import { isNamed } from '#core/calls/call-names.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';

/** Rewrites rows before they reach a sink, as a person has decided, and reports what it did. */
export class RowPreparer {
  /** Where rows come in. */
  readonly sink: RowSink;
  readonly #out: RowSink;
  readonly #reading: ReadingChoices;
  readonly #roles: ColumnRoles;
  readonly #grouping: LongFormat | undefined;
  /** Rows with one call each, until all are there. */
  readonly #calls: JsonObject[] = [];
  readonly #lines: number[] = [];
  readonly #dropped = new Map<string, number>();
  readonly #renamed = new Map<string, { readonly to: string; count: number }>();

  constructor(sink: RowSink, reading: ReadingChoices, roles: ColumnRoles) {
    this.sink = sinkWith(sink, { row: (record, line) => this.#take(record, line) });
    this.#out = sink;
    this.#reading = reading;
    this.#roles = roles;
    this.#grouping = typeof reading.grouping === 'object' ? reading.grouping : undefined;
    for (const conversion of reading.conversions ?? [])
      sink.note({ code: 'column_converted', conversion });
  }

  #take(record: JsonObject, line: number): void {
    if (!this.#grouping) {
      this.#pass(record, line);
      return;
    }
    this.#calls.push(record);
    this.#lines.push(line);
  }

  /** Ends: all rows are there. */
  end(): void {
    if (this.#grouping) this.#passGroups(this.#grouping);
    for (const [name, count] of this.#dropped)
      this.#out.note({ code: 'calls_left_out', name, count });
    for (const [name, { to, count }] of this.#renamed)
      this.#out.note({ code: 'tool_renamed', name, to, count });
  }

  #passGroups(grouping: LongFormat): void {
    const places = new Map(this.#calls.map((record, index) => [record, this.#lines[index] ?? 1]));
    const runs = groupCalls(this.#calls, grouping);
    this.#out.note({
      code: 'calls_grouped',
      id: grouping.id,
      tool: grouping.tool,
      calls: this.#calls.length,
      runs: runs.length,
    });
    for (const { row, first } of runs) this.#pass(row, places.get(first) ?? 1);
  }

  #pass(record: JsonObject, line: number): void {
    const { conversions = [] } = this.#reading;
    const converted = convertRow(record, conversions, ({ column, names, found }) =>
      this.#out.note({ code: 'arguments_uneven', line, column, names, found }),
    );
    const row = adjustCalls(converted, this.#roles, this.#reading, {
      onDropped: (tool) => this.#dropped.set(tool, (this.#dropped.get(tool) ?? 0) + 1),
      onRenamed: ({ from, to }) => {
        const known = this.#renamed.get(from);
        if (known) known.count++;
        else this.#renamed.set(from, { to, count: 1 });
      },
    });
    this.#out.row(row, line);
  }
}

/** Called for every call that was left out or renamed. */
interface CallWatcher {
  readonly onDropped: (tool: string) => void;
  readonly onRenamed: (renaming: ToolRenaming) => void;
}

/**
 * Leaves out and renames calls in the trajectory cells of a row, and finds their arguments under a
 * key that a person has named.
 * @returns the same row when no call is concerned; cells that cannot be read stay as they are
 */
function adjustCalls(
  row: JsonObject,
  roles: ColumnRoles,
  reading: Pick<ReadingChoices, 'droppedTools' | 'renamedTools' | 'argumentsKey'>,
  watcher: CallWatcher,
): JsonObject {
  const { droppedTools = [], renamedTools = [], argumentsKey } = reading;
  if (droppedTools.length + renamedTools.length === 0 && argumentsKey === undefined) return row;
  const renamings = new Map(renamedTools.map((renaming) => [renaming.from, renaming]));
  const isConcerned = ({ tool_name: name, source }: ToolCall): boolean =>
    renamings.has(name) ||
    isNamed(name, droppedTools) ||
    (argumentsKey !== undefined && Object.hasOwn(source, argumentsKey));
  const adjusted: Record<string, JsonValue> = {};
  for (const role of ['predicted_trajectory', 'reference_trajectory'] as const) {
    const column = roles[role];
    if (column === undefined || !Object.hasOwn(row, column)) continue;
    const areExpected = role === 'reference_trajectory';
    const side = readTrajectory(row[column], { areExpected, argumentsKey });
    if (side.state !== 'calls' || !side.calls.some(isConcerned)) continue;
    const calls = side.calls.flatMap((call): readonly JsonValue[] => {
      const name = call.tool_name;
      if (isNamed(name, droppedTools)) {
        watcher.onDropped(name);
        return [];
      }
      const renaming = renamings.get(name);
      if (renaming) watcher.onRenamed(renaming);
      const newName = renaming?.to ?? name;
      // names stay names, so that they are still compared by name
      if (call.isNameOnly) return [renamedOnly(call.source, newName)];
      return [{ ...call.source, tool_name: newName, tool_input: call.tool_input }];
    });
    setOwn(adjusted, column, calls);
  }
  return Object.keys(adjusted).length === 0 ? row : { ...row, ...adjusted };
}

/** A call that states no arguments, under another name; what else it holds stays. */
function renamedOnly(source: JsonObject, name: string): JsonValue {
  return Object.keys(source).length > 1 ? { ...source, tool_name: name } : name;
}
