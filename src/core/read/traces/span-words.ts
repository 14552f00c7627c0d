import { fold } from '#core/base/json/pick.ts';

/**
 * What tracers call what a span says, the best name first: the way to it from the record, or the
 * name of the attribute. Case and what joins words do not matter.
 */
const NAMES = {
  trace: `
    trace_id context.trace_id span_context.trace_id trace.trace_id trace.id root_span_id
    operation_id trace session_id properties.$ai_trace_id
  `,
  id: `
    span_id context.span_id span_context.span_id trace.span_id span.id transaction.id event_id guid
    properties.$ai_span_id id uuid
  `,
  parent: `
    parent_span_id parent_run_id parent_observation_id parent_span_context.span_id parent.span_id
    parent.id trace.parent_id parent_id parent_uuid parent_span_uuid span_parents
    operation_parent_id properties.$ai_parent_id
  `,
  name: `
    name operation_name span_name span_data.name span_attributes.name span.name transaction.name
    op_name event_name description properties.$ai_span_name
  `,
  start: `
    start_time_unix_nano start_time started_at start_ns start_ms metrics.start start_time_ms timestamp.us time_unix_nano
    observed_time_unix_nano hr_time start_timestamp timestamps.started_at timestamp @timestamp start
    created created_at
  `,
  end: `
    end_time_unix_nano end_time ended_at end_ns metrics.end end_time_ms end_timestamp
    timestamps.finished_at end
  `,
  /** When Sentry, and nobody else, was done. */
  written: 'timestamp',
  /** Seconds that something took of which PostHog writes an event at its end. */
  took: 'properties.$ai_latency',
  duration: 'duration duration_ns span.duration.us transaction.duration.us',
  seconds: 'latency',
  milliseconds: 'duration_ms latency_ms',

  kind: `
    gen_ai.operation.name openinference.span.kind traceloop.span.kind aws.genai.span_kind
    mlflow.spanType langfuse.observation.type gen_ai.span.kind lmnr.span.type ai.operationId
    operation.name span_data.type span_attributes.type meta.span.kind weave.kind run_type
    span_kind span_type event_type llm.request.type type kind event
  `,
  method: 'mcp.method.name rpc.method',
  session: `
    gen_ai.conversation.id session.id langfuse.session.id conversation.id sessionId
    properties.$ai_session_id
  `,
  metadata: 'metadata langfuse.trace.metadata extra.metadata',
  user: 'user_id user.id langfuse.user.id enduser.id',
  release: 'release langfuse.release',
  environment: `
    environment langfuse.environment deployment.environment.name deployment.environment
  `,
  tags: 'tags langfuse.trace.tags tag.tags',
  event: 'event.name otel.event.name event_name event name',
  agent: 'gen_ai.agent.name agent.name agent_name extra.metadata.lc_agent_name',
  agentSpan: 'traceloop.entity.name name span_data.name span_attributes.name',
  model: `
    gen_ai.response.model gen_ai.request.model llm.model_name langfuse.observation.model.name
    ai.response.model ai.model.id llm.response.model llm.request.model span_data.model
    extra.metadata.ls_model_name metadata.model metadata.model_name meta.model_name model
    provided_model_name properties.$ai_model
  `,

  target: 'span_data.to_agent',
  /** Names that only a tool’s span has. */
  toolMark: 'gen_ai.tool.name ai.toolCall.name mcp.tool.name tool_call.name',
  request: 'jsonrpc.request.id rpc.jsonrpc.request_id',
  connection: 'mcp.session.id',
  tool: `
    gen_ai.tool.name tool.name ai.toolCall.name mcp.tool.name mcp.request.argument.name
    tool_name function_name tool_call.name traceloop.entity.name
  `,
  call: `
    gen_ai.tool.call.id ai.toolCall.id tool_call.id tool.call.id tool.id tool_call_id call_id
    gcp.vertex.agent.tool_call_id extra.metadata.tool_call_id extra.tool_call_id tool_use_id
    metadata.tool_call_id
  `,
  arguments: `
    gen_ai.tool.call.arguments gcp.vertex.agent.tool_call_args ai.toolCall.args
    mcp.tool.arguments mcp.request.arguments tool_arguments tool_args function_args
    input.value traceloop.entity.input mlflow.spanInputs langfuse.observation.input
    lmnr.span.input meta.input.value tool_input span_data.input inputs input arguments parameters
    tool.parameters tool_parameters tool_call.arguments tool_call.args tool_call.input
    properties.$ai_input_state
  `,
  result: `
    gen_ai.tool.call.result gcp.vertex.agent.tool_response ai.toolCall.result mcp.tool.result
    tool_response tool_result tool_output output.value traceloop.entity.output mlflow.spanOutputs
    langfuse.observation.output lmnr.span.output meta.output.value span_data.output outputs output
    response result tool_call.result tool_call.output properties.$ai_output_state
  `,

  asked: `
    gen_ai.input.messages input.messages llm.input_messages gen_ai.prompt ai.prompt.messages
    meta.input.messages gcp.vertex.agent.llm_request properties.$ai_input
  `,
  answered: `
    gen_ai.output.messages output.messages llm.output_messages gen_ai.completion
    meta.output.messages gcp.vertex.agent.llm_response pydantic_ai.all_messages all_messages
    all_messages_events properties.$ai_output_choices
  `,
  calls: 'ai.response.toolCalls',
  text: 'ai.response.text ai.response.object',
  input: `
    langfuse.observation.input input.value traceloop.entity.input mlflow.spanInputs lmnr.span.input
    meta.input.value ai.prompt span_data.input inputs input prompt user_input
    langfuse.trace.input properties.$ai_input_state
  `,
  output: `
    langfuse.observation.output output.value traceloop.entity.output mlflow.spanOutputs
    lmnr.span.output meta.output.value ai.response.text span_data.output outputs output final_result
    langfuse.trace.output properties.$ai_output_state
  `,
  declared: `
    gen_ai.tool.definitions llm.tools ai.prompt.tools gen_ai.request.tools llm.request.functions
    extra.invocation_params.tools metadata.tools meta.tool_definitions properties.$ai_tools
  `,

  status: 'status.code status.status_code status_code status otel.status_code',
  level: 'langfuse.observation.level level event.outcome',
  failed: 'error error.type error_type exception properties.$ai_is_error',
  reason: `
    status.message status.description status_message meta.error.message langfuse.observation.status_message
    otel.status_description error.message error error.error error.detail
    properties.$ai_error
  `,
  passed: 'success',

  inputTokens: `
    gen_ai.usage.input_tokens gen_ai.usage.prompt_tokens llm.token_count.prompt
    llm.usage.prompt_tokens ai.usage.inputTokens ai.usage.promptTokens metrics.prompt_tokens
    metrics.input_tokens usage.input prompt_tokens input_tokens input_usage input_token_count
    properties.$ai_input_tokens
  `,
  outputTokens: `
    gen_ai.usage.output_tokens gen_ai.usage.completion_tokens llm.token_count.completion
    llm.usage.completion_tokens ai.usage.outputTokens ai.usage.completionTokens
    metrics.completion_tokens metrics.output_tokens usage.output completion_tokens output_tokens
    output_usage output_token_count properties.$ai_output_tokens
  `,
  cachedTokens: `
    gen_ai.usage.cache_read.input_tokens gen_ai.usage.cache_read_input_tokens
    gen_ai.usage.details.cache_read_tokens llm.token_count.prompt_details.cache_read
    ai.usage.cachedInputTokens metrics.prompt_cached_tokens prompt_token_details.cache_read
    metrics.cache_read_input_tokens cached_token_count properties.$ai_cache_read_input_tokens
  `,
  usage: 'langfuse.observation.usage_details usage_details mlflow.chat.tokenUsage',
  cost: `
    gen_ai.usage.cost llm.cost.total operation.cost metrics.estimated_cost metrics.cost
    calculated_total_cost total_cost cost_usd properties.$ai_total_cost_usd
  `,
  costs: 'langfuse.observation.cost_details cost_details',
} as const;

/** Something a span may say. */
export type Field = keyof typeof NAMES;

/** The folded names of every field, the best first. */
export const WORDS = Object.fromEntries(
  Object.entries(NAMES).map(([field, names]) => [field, names.trim().split(/\s+/).map(fold)]),
) as unknown as Readonly<Record<Field, readonly string[]>>;

/** Names whose values are messages, inputs or outputs, when they are the whole name. */
export const CONTENTS: ReadonlySet<string> = new Set(
  (
    ['arguments', 'result', 'asked', 'answered', 'calls', 'declared', 'usage', 'costs'] as const
  ).flatMap((field) => WORDS[field]),
);

/** What a span stands for. */
export type Kind = 'tool' | 'model' | 'agent';

const KINDS: Readonly<Record<Kind, RegExp>> = {
  tool: /^(?:executetool|tool|function|toolcall|tooluse|aitoolcall|handoff|toolresult)$/,
  model:
    /^(?:chat|generatecontent|textcompletion|llm|model|llmcall|(?:ai)?generation|chatmodel|response|completion|ai\w+do(?:generate|stream)|calllm)$/,
  agent: /^(?:agent|invokeagent)$/,
};

/** The kind that a word names. */
export function kindNamed(word: string): Kind | undefined {
  const name = fold(word);
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].test(name));
}
