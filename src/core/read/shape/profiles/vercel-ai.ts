import { hasKey, pick, pickAmount, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { ListProfile, RecordProfile } from './profile.ts';
import { oneOf } from '../words.ts';

const STEP_START = /^(?:start-step|step-start)$/;
const STEP_END = /^(?:finish-step|step-finish)$/;

/**
 * Streams of the Vercel AI SDK, and of Mastra on top of it: what happens in a step, and at its end what
 * it took.
 */
export const vercelStream: ListProfile = {
  hasKeys: oneOf('type'),
  isOwn: (value) => STEP_END.test(pickText(value, 'type') ?? ''),
  rewrite: (events, from) => {
    const told: JsonValue[] = [];
    let step: JsonValue[] = [];
    for (const event of events) {
      const type = pickText(event, 'type') ?? '';
      const data = pickObject(event, 'payload') ?? event;
      if (STEP_START.test(type)) told.push(...step, ...requestOf(data));
      else if (STEP_END.test(type))
        told.push(from({ ...aboutStep(data, step), finishReason: type }, step[0] ?? event));
      else if (type === 'finish') told.push(...step, event);
      else if (type !== 'start') step.push(event);
      if (type === 'finish' || STEP_END.test(type) || STEP_START.test(type)) step = [];
    }
    return [...told, ...step];
  },
};

function requestOf(step: JsonValue): readonly JsonValue[] {
  const request = pickObject(step, 'request');
  return request && Object.keys(request).length > 0 ? [{ request }] : [];
}

/**
 * Steps with what each took, and how long each of its calls ran. The messages of a step's response are
 * those of all steps so far.
 */
export const vercelStep: RecordProfile = {
  isStep: true,
  key: 'finishReason',
  isOwn: (record) =>
    !hasKey(record, 'steps', 'modelId') &&
    (hasKey(record, 'performance') || hasKey(pickObject(record, 'response'), 'modelId')),
  rewrite: (step) => {
    const { messages: _, uiMessages: __, ...response } = pickObject(step, 'response') ?? {};
    const { content, ...about } = aboutStep(step, pickList(step, 'content'));
    if (content === undefined) return { ...step, response, ...about };
    const { content: ___, ...others } = step;
    return { ...others, response, ...about, messages: [{ role: 'assistant', content }] };
  },
};

/** Mastra keeps in a step's output and metadata what others keep in the step and its response. */
function aboutStep(step: JsonValue, content: readonly JsonValue[] | undefined): JsonObject {
  const holders = ['response', 'metadata', 'output'].map((key) => pickObject(step, key));
  const performance = pickObject(step, 'performance');
  const took = pickAmount(performance, 'responseTimeMs');
  const tools = pickObject(performance, 'toolExecutionMs');
  const first = (key: string): JsonValue =>
    holders.map((holder) => pick(holder, key)).find((value) => value !== undefined) ??
    pick(step, key) ??
    null;
  return {
    modelId: first('modelId'),
    timestamp: first('timestamp'),
    usage: first('usage'),
    ...(took !== undefined && { duration_ms: took }),
    ...(content && { content: content.map((part) => withDuration(part, tools)) }),
  };
}

function withDuration(part: JsonValue, tools: JsonObject | undefined): JsonValue {
  const durationMs = pickAmount(tools, pickText(part, 'toolCallId') ?? '');
  if (durationMs === undefined || !isJsonObject(part)) return part;
  return { ...part, duration_ms: durationMs };
}
