import { ownValue, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';

/** Keys under which frameworks write the name of a called tool, the best first. */
export const NAME_KEYS = [
  'tool_name',
  'toolName',
  'name',
  // beside it Google has a path under `tool`
  'displayName',
  'tool',
  'function_name',
  'functionName',
  'function',
  'recipient_name',
  'api_name',
  'apiName',
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
] as const;

/** Keys that say themselves that the arguments are under them. */
export const SAYS_ARGUMENTS =
  /(?:args|arguments|params|parameters|kwargs|tool_?inputs?|call_?inputs?)(?:_?(?:as_)?json)?$/i;

/** Keys under which a call has its id, and nothing else has. */
export const CALL_IDS = [
  'tool_call_id',
  'toolCallId',
  'call_id',
  'callId',
  'callID',
  'toolUseId',
  'tool_use_id',
];
/** Keys under which a call has its id: its own before that of an event around it. */
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
];

/** Keys under which frameworks wrap the name and the arguments once more. */
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
];

/** Reads the arguments of a call under their usual keys, and one that a person has named. */
export function argumentsOf(value: JsonObject, further?: string): JsonValue | undefined {
  for (const key of further === undefined ? ARGUMENT_KEYS : [...ARGUMENT_KEYS, further]) {
    const item = ownValue(value, key);
    // where a dump lists every field, null says that nothing was asked of the arguments
    if (item === undefined || (item === null && key.startsWith('input'))) continue;
    return item;
  }
  return undefined;
}
