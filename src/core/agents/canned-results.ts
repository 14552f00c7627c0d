import { isJsonEqual } from '#core/base/json/equal-json.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pickText } from '#core/base/json/pick.ts';
import { readJson } from '#core/base/literals/read-json.ts';

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
