import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickAmount, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import type { StepRecord, StepTokens } from '#core/calls/step.ts';
import type { Span } from './span.ts';
import { detailedTokens, knownTokens, sumOfDetails } from './usage-details.ts';

/** Attributes in which a span says what it stands for. */
export const KINDS = [
  'openinference.span.kind',
  'traceloop.span.kind',
  'aws.genai.span_kind',
  'mlflow.spanType',
  'langfuse.observation.type',
];

/** What a span failed with, as precisely as it says so. */
export function errorOf({ attributes, events, isError, status }: Span): string | true | undefined {
  const type = pickText(attributes, 'error.type');
  const isMarked = pick(attributes, 'error') === true || type !== undefined;
  const isFailedText = pickText(attributes, 'otel.status_code') === 'ERROR';
  if (!isError && !isMarked && !isFailedText) return undefined;
  const exception = events.find((event) => hasKey(event, 'exception.type', 'exception.message'));
  return (
    pickText(status, 'message', 'description') ??
    pickText(
      attributes,
      'langfuse.observation.status_message',
      'otel.status_description',
      'error.message',
    ) ??
    pickText(exception, 'exception.message', 'exception.type') ??
    type ??
    true
  );
}

const MODEL_OPERATIONS = new Set(['chat', 'generate_content', 'text_completion']);
const MODEL_KIND = /^"?(?:llm|generation|chat_model)"?$/i;
const AGENT_KIND = /^"?agent"?$/i;
/** The spans of the Vercel AI SDK and of ADK that stand for one answer of a model. */
const MODEL_NAMES = /^(?:ai\.\w+\.do(?:Generate|Stream)|call_llm)$/;

/** Whether a span stands for one answer of a model. */
export function isModelSpan({ attributes, name }: Span): boolean {
  return (
    MODEL_OPERATIONS.has(pickText(attributes, 'gen_ai.operation.name') ?? '') ||
    KINDS.some((key) => MODEL_KIND.test(pickText(attributes, key) ?? '')) ||
    pickText(attributes, 'llm.request.type') !== undefined ||
    MODEL_NAMES.test(name)
  );
}

/** Agent, model, tokens and cost of a span. All of these conventions count in US dollars. */
export function aboutOf(span: Span): StepRecord {
  const { attributes } = span;
  const agent = agentIn(span);
  const model = pickText(
    attributes,
    'gen_ai.response.model',
    'gen_ai.request.model',
    'llm.model_name',
    'langfuse.observation.model.name',
    'ai.response.model',
    'ai.model.id',
  );
  const tokens = tokensOf(attributes);
  const amount =
    pickAmount(attributes, 'gen_ai.usage.cost', 'llm.cost.total', 'operation.cost') ??
    sumOfDetails(pick(attributes, 'langfuse.observation.cost_details'));
  return {
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(tokens && { tokens }),
    ...(amount !== undefined && { cost: { amount, currency: 'USD' } }),
  };
}

function agentIn({ attributes, name }: Span): string | undefined {
  const isAgent =
    pick(attributes, 'gen_ai.operation.name') === 'invoke_agent' ||
    KINDS.some((key) => AGENT_KIND.test(pickText(attributes, key) ?? ''));
  const named = pickText(attributes, 'gen_ai.agent.name', 'agent.name', 'agent_name');
  if (named !== undefined || !isAgent) return named;
  const own = pickText(attributes, 'traceloop.entity.name') ?? name.replace(/^invoke_agent ?/, '');
  return own === '' ? undefined : own;
}

/** Tokens that were read include those out of a cache, as the GenAI conventions count them. */
function tokensOf(attributes: JsonObject): StepTokens | undefined {
  const details = pick(attributes, 'langfuse.observation.usage_details');
  if (details !== undefined) return detailedTokens(details);
  const usage = unwrapEncoded(pick(attributes, 'mlflow.chat.tokenUsage'));
  return knownTokens({
    input: pickAmount({ ...attributes, ...(isJsonObject(usage) && usage) }, ...INPUT_TOKENS),
    output: pickAmount({ ...attributes, ...(isJsonObject(usage) && usage) }, ...OUTPUT_TOKENS),
    cached: pickAmount(attributes, ...CACHED_TOKENS),
  });
}

const INPUT_TOKENS = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'llm.usage.prompt_tokens',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
  'input_tokens',
];
const OUTPUT_TOKENS = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'llm.usage.completion_tokens',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
  'output_tokens',
];
const CACHED_TOKENS = [
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_read_input_tokens',
  'gen_ai.usage.details.cache_read_tokens',
  'llm.token_count.prompt_details.cache_read',
  'ai.usage.cachedInputTokens',
];
