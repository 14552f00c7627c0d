import {
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { among, keysOf } from '#core/base/json/pick.ts';

/** Keys under which frameworks write the name of a called tool, the best first. */
export const NAME_KEYS = [
  'tool_name',
  'toolName',
  'name',
  // Google writes a path under `tool` beside it
  'displayName',
  'tool',
  'function_name',
  'functionName',
  'function',
  'recipient_name',
  'api_name',
  'apiName',
  'api',
  'functionCallName',
  'fn',
  'action',
  'tool_id',
] as const;

/** Keys under which frameworks write the arguments of a call, the best first. */
export const ARGUMENT_KEYS = [
  'tool_input',
  'toolInput',
  'input',
  'arguments',
  'args',
  'parameters',
  'params',
  'input_parameters',
  'inputParameters',
  'kwargs',
  'tool_args',
  'tool_kwargs',
  'toolKwargs',
  'action_input',
  'param_dict',
  'tool_parameters',
  'inputActionParameters',
] as const;

/** Keys that can only hold arguments. */
export const SAYS_ARGUMENTS =
  /(?:args|arguments|params|parameters|kwargs|tool_?inputs?|call_?inputs?)(?:_?(?:as_)?json)?$/i;

/** Keys that only calls have, for their id. */
export const CALL_IDS = [
  'tool_call_id',
  'toolCallId',
  'call_id',
  'callId',
  'callID',
  'toolUseId',
  'tool_use_id',
];
/** Keys for the id of a call: its own before that of an enclosing event. */
export const ID_KEYS = [...CALL_IDS, 'tool_id', 'toolId', 'id'];

/** Keys under which a call has what it returned. */
export const OUTPUT_KEYS = [
  'tool_output',
  'toolOutput',
  'output',
  'result',
  'observation',
  'tool_result',
  'tool_response',
  'response',
  'outputActionParameters',
];

/** Keys that wrap the name and the arguments in one more object. */
export const WRAPPERS = [
  'function',
  'function_call',
  'functionCall',
  'toolUse',
  'action',
  'tool_call',
  'toolCall',
  'toolInvocation',
  'value',
  'kwargs',
  'request',
];

const argumentKeys = among(...ARGUMENT_KEYS);

/**
 * Reads the arguments of a call under their usual keys or under `further`, a key that the user
 * named.
 */
export function argumentsOf(value: JsonObject, further?: string): JsonValue | undefined {
  for (const key of argumentKeys(keysOf(value))) {
    const item = argumentsUnder(value, key);
    if (item !== undefined) return item;
  }
  return further === undefined ? undefined : argumentsUnder(value, further);
}

/** Dumps list every field: null there means that no arguments were recorded. */
function argumentsUnder(value: JsonObject, key: string): JsonValue | undefined {
  const item = ownValue(value, key);
  return item === null && key.startsWith('input') ? undefined : item;
}

/** Whether an object says nothing but that no tool is called: `{ no_tool: true }`. */
export function saysNoCall(value: JsonValue): boolean {
  const [only = ['', null], ...others] = Object.entries(isJsonObject(value) ? value : {});
  return others.length === 0 && /^no_?tools?(?:_?calls?)?$/i.test(only[0]) && only[1] === true;
}
