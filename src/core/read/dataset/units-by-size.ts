import {
  isJsonList,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { RECORD_NAMES } from '#core/calls/record-names.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { SAMPLE_ROWS } from '#core/read/cells/group-calls.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';

/** The names that do not say a unit, of times from which one would be told. */
const UNITLESS = [...RECORD_NAMES]
  .filter(
    ([, { field, unit }]) => (field === 'start' || field === 'duration') && unit === undefined,
  )
  .map(([name]) => name);

/**
 * Finds the times of steps whose unit neither their name nor their text says, so that only their size
 * tells it.
 * @returns each key with its unit, `latency in ms`; a key is there twice where its numbers differ
 */
export function unitsBySize(rows: readonly JsonObject[], roles: ColumnRoles): readonly string[] {
  const found = new Set<string>();
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    for (const step of stepsIn(row, roles))
      readStepRecord(step, (key, unit) => found.add(`${key} in ${unit}`));
  }
  return [...found];
}

/** The calls of a row and what was said between them, as they are in it. */
function stepsIn(row: JsonObject, roles: ColumnRoles): readonly JsonValue[] {
  const { predicted_trajectory: calls = '', transcript = '' } = roles;
  const side = readTrajectory(worthReading(ownValue(row, calls)));
  const said = unwrapEncoded(worthReading(ownValue(row, transcript)));
  return [
    ...(side.state === 'calls' ? side.calls.map(({ source }) => source) : []),
    ...(isJsonList(said) ? said : []),
  ];
}

/** A cell of text is long to parse and seldom holds a time: one without any such name is left out. */
function worthReading(cell: JsonValue | undefined): JsonValue | undefined {
  return typeof cell !== 'string' || UNITLESS.some((name) => cell.includes(name))
    ? cell
    : undefined;
}
