/** Keys under which frameworks write the name of a called tool, the best first. */
export const NAME_KEYS = [
  'tool_name',
  'toolName',
  'name',
  'tool',
  'function_name',
  'function',
  'recipient_name',
  'api_name',
  'action',
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
