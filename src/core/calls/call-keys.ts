import {
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { keysOf, words } from '#core/base/json/pick.ts';

/** The words under which frameworks write the parts of a call, in any spelling; the best first. */
export const CALL_WORDS = {
  /** The name of the called tool; Google writes a path under `tool` beside its display name. */
  name: words(`
    tool_name name display_name tool function_name function recipient_name api_name api
    function_call_name tool_call_name func_name fn action tool_id
  `),
  arguments: words(`
    tool_input input arguments args parameters params input_parameters kwargs tool_args tool_kwargs
    action_input param_dict tool_parameters input_action_parameters
  `),
  /** What only calls have, for their id. */
  callId: words('tool_call_id call_id tool_use_id'),
  /** The id of a call: its own before that of an enclosing event. */
  id: words('tool_call_id call_id tool_use_id tool_id id'),
  /** What a call returned. */
  output: words(`
    tool_output output result observation tool_result tool_response response
    output_action_parameters
  `),
  /** Objects around the name and the arguments. */
  wrapper: words(`
    function function_call tool_use action tool_call tool_invocation value kwargs request
  `),
} as const;

/** Keys that can only hold arguments. */
export const SAYS_ARGUMENTS =
  /(?:args|arguments|params|parameters|kwargs|tool_?inputs?|call_?inputs?)(?:_?(?:as_)?json)?$/i;

/**
 * Reads the arguments of a call under their usual keys or under `further`, a key that the user
 * named.
 */
export function argumentsOf(value: JsonObject, further?: string): JsonValue | undefined {
  for (const key of keysOf(value).under(CALL_WORDS.arguments)) {
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
