import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { ownValue, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { readTrajectories, readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { TrajectorySide } from '#core/calls/trajectory.ts';

/**
 * A row as custom metrics see it: the data's columns and, under the service's names, prompt,
 * response, reference, both trajectories as lists of `{ tool_name, tool_input }`, latency and
 * failure.
 * @returns a new object; values that are missing or unreadable are null
 */
export function instanceOf(record: JsonObject, roles: ColumnRoles): JsonObject {
  const cell = (column: string | undefined): JsonValue =>
    column === undefined ? null : (ownValue(record, column) ?? null);
  const references = readOthers(cell(roles.reference_trajectories));
  const reference = calls(readTrajectory(cell(roles.reference_trajectory))) ?? references[0];
  const standard: JsonObject = {
    prompt: cell(roles.prompt),
    response: cell(roles.response),
    reference: cell(roles.reference),
    predicted_trajectory: calls(readTrajectory(cell(roles.predicted_trajectory))),
    reference_trajectory: reference ?? null,
    latency_in_seconds: cell(roles.latency_in_seconds),
    failure: cell(roles.failure),
  };
  const instance = Object.create(null) as Record<string, JsonValue>;
  for (const name in record) instance[name] = record[name] as JsonValue;
  for (const [name, value] of Object.entries(standard)) {
    // a column that only shares a name with a role is passed as it is
    if (name in roles || !(name in instance)) instance[name] = value;
  }
  return instance;
}

function calls(side: TrajectorySide): JsonValue {
  if (side.state !== 'calls') return null;
  return side.calls.map(({ tool_name, tool_input }) => ({ tool_name, tool_input }));
}

function readOthers(cell: JsonValue): readonly JsonValue[] {
  if (cell === null) return [];
  const reading = readTrajectories(cell);
  return reading.state === 'lists' ? reading.lists.map(calls) : [];
}
