import { isNamed } from '#core/calls/pseudo-tools.ts';
import { setOwn, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { readTrajectory } from '#core/trajectory/read-trajectory.ts';
import type { ReadingChoices, ToolRenaming } from './reading-choices.ts';

/** Told of every call that was left out or renamed. */
export interface CallWatcher {
  readonly onDropped: (tool: string) => void;
  readonly onRenamed: (renaming: ToolRenaming) => void;
}

/**
 * Leaves out and renames calls in the trajectory cells of a row.
 * @param row a row
 * @param columns the columns that hold trajectories
 * @param reading which tools are left out and which are renamed
 * @param watcher told of every change
 * @returns the same row when no call is concerned; cells that cannot be read stay as they are
 */
export function adjustCalls(
  row: JsonObject,
  columns: readonly string[],
  reading: Pick<ReadingChoices, 'droppedTools' | 'renamedTools'>,
  watcher: CallWatcher,
): JsonObject {
  const { droppedTools = [], renamedTools = [] } = reading;
  const renamings = new Map(renamedTools.map((renaming) => [renaming.from, renaming]));
  const isConcerned = (name: string): boolean => renamings.has(name) || isNamed(name, droppedTools);
  const adjusted: Record<string, JsonValue> = {};
  for (const column of columns) {
    if (!Object.hasOwn(row, column)) continue;
    const side = readTrajectory(row[column]);
    if (side.state !== 'calls' || !side.calls.some((call) => isConcerned(call.tool_name))) continue;
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
      if (call.isNameOnly) return [newName];
      return [{ ...call.source, tool_name: newName, tool_input: call.tool_input }];
    });
    setOwn(adjusted, column, calls);
  }
  return Object.keys(adjusted).length === 0 ? row : { ...row, ...adjusted };
}
