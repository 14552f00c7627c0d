import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pick } from '#core/base/json/pick.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import type { CannedResult, ToolDeclaration } from './canned-results.ts';

/** Tools and results that calls speak of. */
export interface ProposedTools {
  readonly tools: readonly ToolDeclaration[];
  readonly results: readonly CannedResult[];
}

const MAX_RESULTS = 500;

/**
 * Proposes descriptions for a model of the tools that calls use.
 * @returns a declaration per tool, and the result of each different call that recorded one
 */
export function proposeTools(calls: readonly ToolCall[]): ProposedTools {
  const inputs = new Map<string, JsonValue[]>();
  const results: CannedResult[] = [];
  for (const { tool_name: tool, tool_input: input, source } of calls) {
    inputs.set(tool, [...(inputs.get(tool) ?? []), input]);
    const result = pick(source, 'tool_output', 'output', 'result');
    const isKnown = results.some(
      (known) => known.tool === tool && isJsonEqual(known.arguments ?? null, input),
    );
    if (result !== undefined && !isKnown && results.length < MAX_RESULTS)
      results.push({ tool, arguments: input, result });
  }
  const tools = [...inputs].map(([name, values]) => ({
    name,
    description: '',
    parameters: schemaOf(values.map((value) => (isJsonObject(value) ? value : {}))),
  }));
  return { tools, results };
}

/** Reads the calls of a row, expected ones first; none of a side that cannot be read. */
export function callsOf(record: JsonObject, roles: ColumnRoles): readonly ToolCall[] {
  const { row } = readRow(record, roles, 0);
  return [row.reference, row.prediction].flatMap((side) =>
    side.state === 'calls' ? side.calls : [],
  );
}

function schemaOf(values: readonly JsonValue[]): JsonObject {
  const types = [...new Set(values.map(typeOf))];
  const [type] = types;
  // values of several types are described by none
  if (type === undefined || types.length > 1)
    return types.every((one) => one === 'integer' || one === 'number') && types.length > 0
      ? { type: 'number' }
      : {};
  if (type === 'array') {
    return { type, items: schemaOf(values.flatMap((value) => (isJsonList(value) ? value : []))) };
  }
  if (type !== 'object') return { type };
  const objects = values.filter(isJsonObject);
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const properties = names.map((name) => [
    name,
    schemaOf(
      objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name] ?? null] : [])),
    ),
  ]);
  const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)));
  return { type, properties: Object.fromEntries(properties) as JsonObject, required };
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'bigint' ? 'integer' : typeof value;
}
