import { RECORD_KEYS } from '#core/calls/record-names.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { pick, pickText } from '#core/base/json/pick.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';

/**
 * The keys that readers of frameworks understand, wherever in a record they are: one set for each
 * family of adapters. A key of a record that is in neither its family's set nor a row is reported
 * as not used; so a key that a reader begins to ask for is added here.
 */

function keys(names: string, more: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  return new Set([...names.trim().split(/\s+/), ...more]);
}

/** Calls and messages, which are in every family. */
const CALL_KEYS: ReadonlySet<string> = keys(
  `
  __class__ action action_input actual_trajectory additional_kwargs api_name
  args arguments author automatic_function_calling_history automaticFunctionCallingHistory
  body call_id caller candidates chat_history choices content contents conversation
  custom_id data delta error errorText events function function_call function_name
  function_response functionCall functionResponse history id index input input_parameters
  input_schema inputParameters inputs inputSchema invalid_tool_calls kind kwargs lc message
  messages name node object observation options output outputs param_dict parameters params
  part_kind parts predicted_trajectory rawInput recipient_name reference_trajectory request
  response responseId result role session_id source task_id text thought tool tool_args
  tool_call_id tool_calls tool_input tool_kwargs tool_name tool_output tool_parameters
  tool_response tool_result tool_use_id toolCall toolCallId toolInput toolInvocation
  toolInvocations toolKwargs toolName toolResult toolUse toolUseId trace_id trajectory
  transcript turns type
`,
  new Set(RECORD_KEYS),
);

/** Conversations: messages, their parts, streamed pieces of them. */
export const CONVERSATION_KEYS: ReadonlySet<string> = keys(
  `
  actual_output actualOutput agentName answer_generation cache_creation_input_tokens
  cache_read_input_tokens cached_content_token_count cachedContentTokenCount callId
  candidates_token_count candidatesTokenCount code content_block conversation_id
  current_agent_name currentAgentName event expected_output expected_tools expectedOutput
  expectedTools final_answer finishReason generations input_tokens inputTokens
  intermediate_steps invocation_id invocationId is_error isError item items jsonrpc
  langgraph_node method model_version modelVersion observations operation parent_ids
  partial partial_json payload preliminary previous_response_id prompt_token_count
  prompt_tokens promptTokenCount query raw raw_output reference_outputs run_id state
  status stepNumber steps stop_reason thoughts_token_count thoughtsTokenCount thread_id
  timestamp tool_call tool_id toolCalls toolId toolOutput toolResults train_messages
  usage usage_metadata usageMetadata user_input user_msg userInput value values
`,
  CALL_KEYS,
);

/** Messages that are read by their shape, under the names of many frameworks. */
export const MESSAGE_SHAPE_KEYS: ReadonlySet<string> = keys(
  `
  callID conversations entries from info message_id message_type messageId messageType reasoning
  sender speaker toolCallName tool_return
`,
  CONVERSATION_KEYS,
);

/** Traces: spans, observations and runs with their times and attributes. */
export const TRACE_KEYS: ReadonlySet<string> = keys(
  `
  input_cached_tokens total
  _spanContext actual_output actualOutput agent.name agent_name ai.model.id
  ai.response.model ai.usage.cachedInputTokens ai.usage.completionTokens
  ai.usage.inputTokens ai.usage.outputTokens ai.usage.promptTokens answer arrayValue
  attributes aws.genai.span_kind boolValue cache_read calculatedTotalCost child_runs
  code completion_tokens completionTokens context context.span_id context.trace_id cost
  cost_details costDetails description dotted_order doubleValue duration end end_time
  end_time_unix_nano endTime endTimeUnixNano error.message error.type estimated_cost
  exception.message exception.type expected expected_output expectedOutput fields
  gcp.vertex.agent.tool_call_args gcp.vertex.agent.tool_response gen_ai.agent.name
  gen_ai.completion.content gen_ai.completion.role
  gen_ai.completion.tool_calls.arguments gen_ai.completion.tool_calls.id
  gen_ai.completion.tool_calls.name gen_ai.completion.tool_calls.type
  gen_ai.conversation.id gen_ai.input.messages gen_ai.operation.name
  gen_ai.output.messages gen_ai.prompt.content gen_ai.prompt.role
  gen_ai.prompt.tool_calls.arguments gen_ai.prompt.tool_calls.id
  gen_ai.prompt.tool_calls.name gen_ai.prompt.tool_calls.type gen_ai.request.model
  gen_ai.response.model gen_ai.tool.call.arguments gen_ai.tool.call.id
  gen_ai.tool.call.result gen_ai.tool.definitions gen_ai.tool.name gen_ai.usage.cache_read.input_tokens
  gen_ai.usage.cache_read_input_tokens gen_ai.usage.completion_tokens gen_ai.usage.cost
  gen_ai.usage.details.cache_read_tokens gen_ai.usage.input_tokens
  gen_ai.usage.output_tokens gen_ai.usage.prompt_tokens generations input.messages
  input.value input_token_details input_tokens instrumentationLibrarySpans intValue key
  kvlistValue langfuse.observation.cost_details langfuse.observation.input
  langfuse.observation.level langfuse.observation.model.name
  langfuse.observation.output langfuse.observation.status_message
  langfuse.observation.type langfuse.observation.usage_details langfuse.trace.input
  langfuse.trace.output latency lc_agent_name level llm.cost.total
  llm.input_messages.message.content
  llm.input_messages.message.contents.message_content.text
  llm.input_messages.message.contents.message_content.type
  llm.input_messages.message.role
  llm.input_messages.message.tool_calls.tool_call.function.arguments
  llm.input_messages.message.tool_calls.tool_call.function.name
  llm.input_messages.message.tool_calls.tool_call.id llm.model_name
  llm.output_messages.message.content
  llm.output_messages.message.contents.message_content.text
  llm.output_messages.message.contents.message_content.type
  llm.output_messages.message.role
  llm.output_messages.message.tool_calls.tool_call.function.arguments
  llm.output_messages.message.tool_calls.tool_call.function.name
  llm.output_messages.message.tool_calls.tool_call.id llm.request.type
  llm.token_count.completion llm.token_count.prompt
  llm.token_count.prompt_details.cache_read llm.tools.tool.json_schema llm.usage.completion_tokens
  llm.usage.prompt_tokens logs ls_model_name metrics mlflow.chat.tokenUsage
  mlflow.spanInputs mlflow.spanOutputs mlflow.spanType model observations
  openinference.span.kind operation.cost operationName otel.status_code
  otel.status_description output.messages output.value output_tokens parent_id
  parent_observation_id parent_run_id parent_span_id parentId parentObservationId
  parentSpanContext parentSpanId prompt_cached_tokens prompt_token_details
  prompt_tokens promptTokens provided_model_name providedModelName query question
  references resource_spans resourceSpans root_span_id run_type scope_spans scopeSpans
  scores session.id span_attributes span_events span_id span_parents spanContext spanID
  spanId spans start start_time start_time_unix_nano startTime startTimeUnixNano status
  status_code status_message statusMessage stringValue tags timestamp tool.id tool.name
  tool.parameters tool_call.id total_cost totalCost trace traceID traceId
  traceloop.entity.input traceloop.entity.name traceloop.entity.output
  traceloop.span.kind traces usage usage_details usage_metadata usageDetails user_input
  value values
`,
  CALL_KEYS,
);

/** Logs of an agent: events, sessions and steps of one run. */
export const LOG_KEYS: ReadonlySet<string> = keys(
  `
  accumulated_cost cause success $schemaVersion actual_conversation actualConversation adk_type agentId agentName
  aggregated_output append artifact artifactId artifacts artifactUpdate
  cache_creation_input_tokens cache_read_input_tokens cached_input_tokens cached_tokens
  callId command completion_tokens context_id contextId conversation_id cost_usd duration
  duration_seconds durationMs ended_at eval_case_results eval_cases eval_id
  evalCaseResults evalCases evalId execution_time exit_code exit_status expected_tool_use
  expected_tools final_response finalResponse generated_items generatedItems info
  input_tokens instance_id intermediate_data intermediateData invocation_events
  invocation_id invocationEvents invocationId is_demo is_error isMeta isSidechain item
  jsonrpc kagent_type level messageId metadata method model model_name model_response
  nanos new_items newItems original_input originalInput output_tokens parent_id
  parent_tool_use_id partial payload prompt_tokens query raw_item rawItem reference
  results run schema_version sdk_span_type secs sessionId source_call_id span_data started_at state
  status statusUpdate steps submission task taskId thread_id timestamp to_agent
  tool_call_metadata tool_uses tools total_tokens totalDurationMs user_content
  userContent uuid
`,
  CALL_KEYS,
);

/** Test cases and results of evaluations: questions, answers, what was expected, scores. */
export const TEST_KEYS: ReadonlySet<string> = keys(
  `
  eval_case_id evalCaseId responses
  agent event model usage
  actions actual_output actual_tool_calls actual_tools actualOutput agent_data answer
  cache_creation_input_tokens cache_read_input_tokens calls compare_args completed
  completion_time completionTime epoch error eval evaluation_criteria expected
  expected_calls expected_output expected_tools expectedOutput expectedTools
  expectedTrajectory failureReason final_output finalOutput gradingResult ground_truth
  groundTruth info inline input_tokens input_tokens_cache_read input_tokens_cache_write
  inputs.question instruction instructions intermediate_events invocation_id invocationId
  label latencyMs level metadata namedScores observations output_tokens
  outputs.trajectory parentUuid partial payload promptIdx provider query question raw
  reference reference_outputs.trajectory reference_tool_calls requestor reward samples
  score scores sessionId startTime target task testIdx ticket timestamp tool_call
  tool_definitions toolCalls toolNames tools_called toolsCalled total_time trace traj
  trial user_input user_scenario uuid value vars working_time
`,
  CALL_KEYS,
);

/** Graphs of tools: nodes with their arguments, the links between them, the steps in words. */
export const GRAPH_KEYS: ReadonlySet<string> = keys(
  `
  description instruction step step_name target task task_links task_nodes task_steps
  tool_links tool_nodes tool_steps user_request value
`,
  CALL_KEYS,
);

/** Keys that a reader knows: a set of them, or a rule. */
export interface KnownKeys {
  has(key: string): boolean;
  /** Keys that hold what the data itself names, such as arguments: all of it is read. */
  readonly whole?: ReadonlySet<string>;
  /** Keys that hold an object with numbers by the ids of calls: they are read, and nothing else in it. */
  readonly numbersById?: ReadonlySet<string>;
}

/** Keys of the first records of a file that no row was read from. */
export interface UnusedKeys {
  /** The ways to them, as shown: `choices[].finish_reason`; the first of them. */
  readonly paths: readonly string[];
  /** How many there are. */
  readonly count: number;
}

/** Values looked at, levels of them, and paths kept. */
const SAMPLE = 20_000;
const DEPTH = 50;
const MOST = 100;
/** Characters of a key that are shown. */
const KEY_LENGTH = 80;

/** The paths of values that may be in no row, by the key and the value. */
type Leaves = Map<string, Map<string, Set<string>>>;

/**
 * Finds the keys at the beginning of a file that are neither understood nor kept.
 * @returns the keys; undefined when all were used
 */
export function findUnusedKeys(
  values: readonly JsonValue[],
  rows: readonly JsonObject[],
  understood: KnownKeys,
): UnusedKeys | undefined {
  const leaves = new LeafFinder(understood).find(values);
  for (const row of rows) {
    if (leaves.size === 0) return undefined;
    for (const [name, cell] of Object.entries(row)) {
      dropKept(cell, name, leaves, 0);
      // scores of another program are separate columns
      if (name.endsWith('/score')) dropKept(cell, name.slice(0, -'/score'.length), leaves, 0);
    }
  }
  const paths = [...leaves.values()].flatMap((byValue) => [...byValue.values()]);
  const all = new Set(paths.flatMap((found) => [...found]));
  return all.size === 0 ? undefined : { paths: [...all].slice(0, MOST), count: all.size };
}

/** What a row has under the same key is kept. */
function dropKept(value: JsonValue, key: string, leaves: Leaves, depth: number): void {
  if (isJsonList(value)) {
    if (depth < DEPTH) for (const item of value) dropKept(item, key, leaves, depth + 1);
  } else if (isJsonObject(value)) {
    if (depth === DEPTH) return;
    for (const [name, inner] of Object.entries(value)) dropKept(inner, name, leaves, depth + 1);
  } else {
    const byValue = leaves.get(key);
    if (byValue?.delete(String(value)) === true && byValue.size === 0) leaves.delete(key);
  }
}

/** Looks for values under keys that are not understood. */
class LeafFinder {
  readonly #understood: KnownKeys;
  readonly #leaves: Leaves = new Map();
  #seen = 0;

  constructor(understood: KnownKeys) {
    this.#understood = understood;
  }

  find(values: readonly JsonValue[]): Leaves {
    for (const value of values) this.#walk(value, '', '', 0);
    return this.#leaves;
  }

  #walk(value: JsonValue, key: string, path: string, depth: number): void {
    if (this.#seen++ > SAMPLE || depth > DEPTH) return;
    if (isJsonList(value)) {
      const inner = path === '' ? '' : `${path}[]`;
      for (const item of value) {
        this.#walkAttribute(item, path);
        this.#walk(item, key, inner, depth + 1);
      }
    } else if (isJsonObject(value)) {
      const isOfNumbers = this.#understood.numbersById?.has(key) === true;
      for (const [name, inner] of Object.entries(value)) {
        const isRead = isOfNumbers && typeof inner === 'number';
        if (!isRead && !this.#understood.whole?.has(name))
          this.#walk(inner, name, join(path, name), depth + 1);
      }
    } else this.#take(value, key, path);
  }

  /** The attributes of a span may be a list, each with its name under a key. */
  #walkAttribute(item: JsonValue, path: string): void {
    if (!this.#understood.has('key') || path.endsWith('.kvlistValue.values')) return;
    const name = pickText(item, 'key');
    const value = pick(item, 'value');
    if (name === undefined || value === undefined) return;
    const [plain = value] = isJsonObject(value) ? Object.values(value) : [];
    this.#take(plain, name, join(path, name));
  }

  #take(value: JsonValue, key: string, path: string): void {
    if (value === null || value === '' || path === '' || this.#isUnderstood(key)) return;
    const byValue = this.#leaves.get(key) ?? new Map<string, Set<string>>();
    // a number may have been written as text
    const text = typeof value === 'object' ? previewJson(value, Infinity) : String(value);
    this.#leaves.set(key, byValue.set(text, (byValue.get(text) ?? new Set()).add(path)));
  }

  #isUnderstood(key: string): boolean {
    if (this.#understood.has(key)) return true;
    // attributes count messages in their names, and are in columns of a table
    const steps = key.split('.').filter((step) => !/^\d+$/.test(step));
    if (steps.length > 1 && steps[0] === 'attributes') steps.shift();
    return this.#understood.has(steps.join('.'));
  }
}

function join(path: string, key: string): string {
  const shown = key.length > KEY_LENGTH ? `${key.slice(0, KEY_LENGTH)}…` : key;
  return path === '' ? shown : `${path}.${shown}`;
}
