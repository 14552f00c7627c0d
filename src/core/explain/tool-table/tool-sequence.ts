import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { ownValue, type JsonObject } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { LabelGatherer } from '#core/score/columns/label-gatherer.ts';
import type { LabelColumn } from '#core/score/columns/scored-columns.ts';

/** Stands in the place of a tool where a run starts and where it ends: no tool has an empty name. */
export const OUTSIDE = '';

const NAME_LIMIT = 200;

/**
 * Reads the calls that a row’s agent made.
 * @returns the calls, none where it made none; undefined where they are missing or unreadable
 */
export function callsMade(record: JsonObject, roles: ColumnRoles): Trajectory | undefined {
  const column = roles.predicted_trajectory;
  if (column === undefined) return undefined;
  const side = readTrajectory(ownValue(record, column));
  return side.state === 'calls' ? side.calls : undefined;
}

/** The name under which a tool is counted: very long ones are cut. */
export function countedName(tool: string): string {
  return tool.slice(0, NAME_LIMIT);
}

/** Gathers the tools called in every row, in order. */
export class ToolSequenceGatherer {
  readonly #roles: ColumnRoles;
  readonly #labels = new LabelGatherer(true);

  constructor(roles: ColumnRoles) {
    this.#roles = roles;
  }

  /** Adds a row: {@link OUTSIDE}, then its tools; nothing at all where its calls are not known. */
  add(record: JsonObject): void {
    const calls = callsMade(record, this.#roles);
    this.#labels.add(
      calls ? [OUTSIDE, ...calls.map(({ tool_name }) => countedName(tool_name))] : [],
    );
  }

  /** Ends the gathering. */
  finish(): LabelColumn {
    return this.#labels.finish();
  }
}
