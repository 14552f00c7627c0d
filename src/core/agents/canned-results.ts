import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pickText, pick } from '#core/base/json/pick.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';

/** A model's tool call. */
export interface ModelCall {
  /** The id that matches its result. */
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
}

/** A tool's declaration for a model. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** The JSON schema of the arguments. */
  readonly parameters: JsonObject;
}

/** Reads tools from a JSON list of `{name, description, parameters}`, or describes the problem. */
export function readTools(text: string): readonly ToolDeclaration[] | string {
  const list = readList(text, 'Tools');
  if (typeof list === 'string') return list;
  const tools: ToolDeclaration[] = [];
  for (const [index, item] of list.entries()) {
    const holder = isJsonObject(item) && isJsonObject(item['function']) ? item['function'] : item;
    const name = pickText(holder, 'name');
    if (name === undefined || !isJsonObject(holder))
      return `Tools: item ${String(index + 1)} has no name.`;
    const schema = holder['parameters'] ?? holder['input_schema'];
    tools.push({
      name,
      description: pickText(holder, 'description') ?? '',
      parameters: isJsonObject(schema) ? schema : { type: 'object', properties: {} },
    });
  }
  return tools;
}

/** A fixed result of a tool, always or for certain arguments. */
export interface CannedResult {
  readonly tool: string;
  /** Absent: for any arguments. */
  readonly arguments?: JsonValue;
  readonly result: JsonValue;
}

/** Reads results from a JSON list of `{tool, arguments, result}`, or describes the problem. */
export function readResults(text: string): readonly CannedResult[] | string {
  const list = readList(text, 'Results');
  if (typeof list === 'string') return list;
  const results: CannedResult[] = [];
  for (const [index, item] of list.entries()) {
    const tool = pickText(item, 'tool');
    const result = isJsonObject(item) ? item['result'] : undefined;
    if (tool === undefined || result === undefined)
      return `Results: item ${String(index + 1)} lacks “tool” or “result”.`;
    const input = isJsonObject(item) ? item['arguments'] : undefined;
    results.push({ tool, result, ...(input === undefined ? {} : { arguments: input }) });
  }
  return results;
}

function readList(text: string, what: string): readonly JsonValue[] | string {
  if (text.trim() === '') return [];
  const reading = readJson(text);
  if (!reading.ok) return `${what}: not JSON (character ${String(reading.column)}).`;
  return isJsonList(reading.value) ? reading.value : `${what}: not a JSON list.`;
}

/** Finds the result of a call, preferring one for its arguments; undefined without any. */
export function findResult(
  call: ModelCall,
  results: readonly CannedResult[],
): JsonValue | undefined {
  const { name, input } = call;
  const ofTool = results.filter(({ tool }) => tool === name);
  const exact = ofTool.find(
    ({ arguments: wanted }) => wanted !== undefined && isJsonEqual(wanted, input),
  );
  return (exact ?? ofTool.find(({ arguments: wanted }) => wanted === undefined))?.result;
}

/** Tools and results found in calls. */
interface ProposedTools {
  readonly tools: readonly ToolDeclaration[];
  readonly results: readonly CannedResult[];
}

const MAX_RESULTS = 500;

/**
 * Proposes tools for a model from recorded calls.
 * @returns a declaration for each tool, and the recorded result of each different call
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

/** Reads the calls of a row, expected ones first; unreadable sides are skipped. */
export function callsOf(record: JsonObject, roles: ColumnRoles): readonly ToolCall[] {
  const { row } = readRow(record, roles, 0);
  return [row.reference, row.prediction].flatMap((side) =>
    side.state === 'calls' ? side.calls : [],
  );
}

function schemaOf(values: readonly JsonValue[]): JsonObject {
  const types = [...new Set(values.map(typeOf))];
  const [type] = types;
  // values of several types have no common description
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
