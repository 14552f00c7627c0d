import { isNamed } from '#core/calls/pseudo-tools.ts';
import { setOwn, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { readTrajectory } from '#core/trajectory/read-trajectory.ts';
import type { ToolCall } from '#core/trajectory/trajectory.ts';
import type { ReadingChoices, ToolRenaming } from './reading-choices.ts';

/** Told of every call that was left out or renamed. */
export interface CallWatcher {
  readonly onDropped: (tool: string) => void;
  readonly onRenamed: (renaming: ToolRenaming) => void;
}

/**
 * Leaves out and renames calls in the trajectory cells of a row, and finds their arguments under a
 * key that a person has named.
 * @param row a row
 * @param columns the columns that hold trajectories
 * @param reading which tools are left out and which are renamed
 * @param watcher told of every change
 * @returns the same row when no call is concerned; cells that cannot be read stay as they are
 */
export function adjustCalls(
  row: JsonObject,
  columns: readonly string[],
  reading: Pick<ReadingChoices, 'droppedTools' | 'renamedTools' | 'argumentsKey'>,
  watcher: CallWatcher,
): JsonObject {
  const { droppedTools = [], renamedTools = [], argumentsKey } = reading;
  const renamings = new Map(renamedTools.map((renaming) => [renaming.from, renaming]));
  const isConcerned = ({ tool_name: name, source }: ToolCall): boolean =>
    renamings.has(name) ||
    isNamed(name, droppedTools) ||
    (argumentsKey !== undefined && Object.hasOwn(source, argumentsKey));
  const adjusted: Record<string, JsonValue> = {};
  for (const column of columns) {
    if (!Object.hasOwn(row, column)) continue;
    const side = readTrajectory(row[column], argumentsKey);
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
      if (call.isNameOnly) return [newName];
      return [{ ...call.source, tool_name: newName, tool_input: call.tool_input }];
    });
    setOwn(adjusted, column, calls);
  }
  return Object.keys(adjusted).length === 0 ? row : { ...row, ...adjusted };
}
