import type { Reading } from '#core/adapters/reading.ts';
import { isJsonObject, ownValue, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText, unwrapEncoded } from '#core/json/pick.ts';
import { ARGUMENT_KEYS, NAME_KEYS } from './call-keys.ts';
import type { FoundCall } from './found-call.ts';
import { readArguments } from './read-arguments.ts';

const ID_KEYS = ['id', 'tool_call_id', 'toolCallId', 'call_id', 'toolUseId', 'tool_use_id'];

const OUTPUT_KEYS = [
  'tool_output',
  'output',
  'result',
  'observation',
  'tool_result',
  'tool_response',
];

/** Keys under which frameworks wrap the name and the arguments once more. */
const WRAPPERS = [
  'function',
  'function_call',
  'functionCall',
  'toolUse',
  'tool_call',
  'toolCall',
  'toolInvocation',
  'kwargs',
];

/** Mastra wraps all of its events alike; only this type is a call. */
function wrappersOf(value: JsonObject): readonly string[] {
  return pick(value, 'type') === 'tool-call' ? [...WRAPPERS, 'payload'] : WRAPPERS;
}

/** Wrappers inside wrappers that are looked through. */
const WRAPPER_DEPTH = 3;

/** Wrappers that some models call instead of several tools at once. */
const PARALLEL_TOOLS = ['multi_tool_use.parallel', 'parallel'];

/** Keys that make an object a dataset's row, or a trace, although it has a name and an input. */
const ROW_KEYS = [
  ...['actual_output', 'actualOutput', 'expected_output', 'expectedOutput', 'role'],
  ...['observations', 'htmlPath', 'feedback_scores', 'span_count'],
];

/**
 * Reads one item of a list of calls, whatever framework wrote it.
 * @param value a call with the keys of any framework, or a tool's bare name
 * @param reading where leniency is noted
 * @returns the call; several when it wraps parallel ones; none when it is no call
 */
export function readCall(value: JsonValue, reading: Reading): readonly FoundCall[] {
  return readWithin(value, reading, WRAPPER_DEPTH);
}

function readWithin(value: JsonValue, reading: Reading, depth: number): readonly FoundCall[] {
  if (typeof value === 'string') {
    return value.trim() === '' ? [] : [{ name: value.trim(), input: undefined }];
  }
  if (!isJsonObject(value) || isToolDefinition(value)) return [];
  const name = pickText(value, ...NAME_KEYS);
  if (name === undefined) return depth > 0 ? readWrapped(value, reading, depth - 1) : [];
  const input = argumentsOf(value);
  if (PARALLEL_TOOLS.includes(name)) {
    const calls = depth > 0 ? readParallel(input, reading, depth - 1) : undefined;
    if (calls) return calls;
  }
  return [
    {
      name,
      input: input === undefined ? undefined : readArguments(input, name, reading),
      id: pickText(value, ...ID_KEYS),
      output: pick(value, ...OUTPUT_KEYS),
    },
  ];
}

/**
 * Reads a list of calls; an item that is none is noted and passed over.
 * @param list the items, or a tool's names
 * @param reading where leniency is noted
 * @param path where the list is
 * @returns the calls in order
 */
export function readCallList(
  list: readonly JsonValue[],
  reading: Reading,
  path?: string,
): readonly FoundCall[] {
  return list.flatMap((item, index) => {
    const calls = readCall(unwrapEncoded(item), reading);
    if (calls.length === 0) reading.note('call_unreadable', '', `${path ?? ''}[${index}]`);
    return calls;
  });
}

/**
 * Tells whether a value looks like a call: a tool's name with arguments, or with an id.
 * @param value any value
 * @returns whether {@link readCall} can be trusted with it
 */
export function isCallLike(value: JsonValue): boolean {
  return looksLikeCall(value, WRAPPER_DEPTH);
}

function looksLikeCall(value: JsonValue, depth: number): boolean {
  if (!isJsonObject(value) || isToolDefinition(value) || hasKey(value, ...ROW_KEYS)) return false;
  const name = pickText(value, ...NAME_KEYS);
  if (name === undefined) {
    return (
      depth > 0 &&
      wrappersOf(value).some((key) => looksLikeCall(pickObject(value, key) ?? null, depth - 1))
    );
  }
  if (argumentsOf(value) !== undefined) return true;
  return pickText(value, 'type') === 'function' || hasKey(value, ...ID_KEYS.slice(1));
}

/**
 * Tells the description of a tool from a call of it: it has a schema where a call has arguments.
 * @param value any object
 * @returns whether it defines a tool
 */
export function isToolDefinition(value: JsonObject): boolean {
  const holder = pickObject(value, 'function') ?? value;
  if (hasKey(holder, 'arguments', 'args', 'tool_input')) return false;
  const schema = pickObject(holder, 'parameters', 'input_schema', 'inputSchema');
  const kind = pickText(schema, 'type');
  return (kind === 'object' || kind === 'dict') && pickObject(schema, 'properties') !== undefined;
}

function argumentsOf(value: JsonObject): JsonValue | undefined {
  for (const key of ARGUMENT_KEYS) {
    const item = ownValue(value, key);
    // where a dump lists every field, null says that nothing was asked of the arguments
    if (item === undefined || (item === null && key.startsWith('input'))) continue;
    return item;
  }
  return undefined;
}

function readWrapped(value: JsonObject, reading: Reading, depth: number): readonly FoundCall[] {
  for (const key of wrappersOf(value)) {
    const inner = pickObject(value, key);
    if (!inner || !hasKey(inner, ...NAME_KEYS, 'function')) continue;
    const id = pickText(value, ...ID_KEYS);
    return readWithin(inner, reading, depth).map((call) => ({ ...call, id: call.id ?? id }));
  }
  return [];
}

function readParallel(
  input: JsonValue | undefined,
  reading: Reading,
  depth: number,
): readonly FoundCall[] | undefined {
  const uses = pickList(unwrapEncoded(input), 'tool_uses');
  if (!uses) return undefined;
  reading.note('calls_expanded');
  return uses
    .flatMap((use) => readWithin(use, reading, depth))
    .map((call) => ({ ...call, name: call.name.replace(/^functions\./, '') }));
}
