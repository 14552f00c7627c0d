import type { JsonValue } from '#core/json/json-value.ts';
import { readJson } from '#core/json/parse-json.ts';
import { pick, pickText, unwrapEncoded } from '#core/json/pick.ts';
import {
  callsOf,
  inTimeOrder,
  rootOf,
  secondsOf,
  showsCalls,
  type Step,
} from '#core/traces/step.ts';
import { conversationOf } from '#core/transcripts/find-conversations.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { textOf } from '#core/transcripts/read-part.ts';
import type { Adapter } from '../adapter.ts';
import { Reading } from '../reading.ts';
import { modelTalkOf, toolCallOf, type ModelTalk } from './read-span.ts';
import { findSpans, holdsSpan, type Span } from './spans.ts';

/** Traces of OpenTelemetry with the GenAI, OpenInference, Traceloop or ADK attributes. */
export const opentelemetry: Adapter = {
  id: 'opentelemetry',
  title: 'OpenTelemetry spans',
  recognise: (value) => holdsSpan(unwrapEncoded(value)),
  read: (values, options) => {
    const reading = new Reading(options);
    const spans = findSpans(values);
    for (const value of values) {
      if (holdsSpan(unwrapEncoded(value))) continue;
      reading.from(value);
      reading.unread(value);
    }
    const steps = spans.map((span) => readStep(span, reading));
    const isRecorded = showsCalls(steps);
    for (const [id, trace] of groupSteps(steps, options.turns))
      writeTrace(id, trace, isRecorded, reading);
    return reading.result();
  },
};

interface SpanStep extends Step {
  readonly span: Span;
  readonly talk: ModelTalk | undefined;
}

const SESSIONS = ['gen_ai.conversation.id', 'session.id'];

function readStep(span: Span, reading: Reading): SpanStep {
  reading.from(span.origin);
  const talk = modelTalkOf(span, reading);
  return { ...span, span, talk, call: toolCallOf(span, reading), asked: talk?.asked };
}

/** One group for each trace, or for each session of several traces. */
function groupSteps(
  steps: readonly SpanStep[],
  turns: 'rows' | 'conversation',
): ReadonlyMap<string, readonly SpanStep[]> {
  const sessions = new Map<string, string>();
  if (turns === 'conversation') {
    for (const { span } of steps) {
      const session = pickText(span.attributes, ...SESSIONS);
      if (session !== undefined) sessions.set(span.traceId, session);
    }
  }
  const groups = new Map<string, SpanStep[]>();
  for (const step of steps) {
    const id = sessions.get(step.span.traceId) ?? step.span.traceId;
    const group = groups.get(id);
    if (group) group.push(step);
    else groups.set(id, [step]);
  }
  return groups;
}

function writeTrace(
  id: string,
  steps: readonly SpanStep[],
  isRecorded: boolean,
  reading: Reading,
): void {
  reading.from(...steps.slice(0, 1).map(({ span }) => span.origin));
  const calls = callsOf(steps, () => reading.note('call_repeated', 'id'));
  const { root, isOnly = false } = rootOf(steps) ?? {};
  const talks = inTimeOrder(steps).flatMap(({ talk }) => talk ?? []);
  const own = (key: string): string | undefined => plainText(pick(root?.span.attributes, key));
  // texts are JSON there, with their quotes
  const encoded = (key: string): string | undefined => {
    const text = readJson(own(key) ?? '');
    return text.ok && typeof text.value === 'string' ? text.value : own(key);
  };
  reading.row({
    id,
    prompt:
      root?.talk?.prompt ??
      talks.find(({ prompt }) => prompt !== undefined)?.prompt ??
      own('input.value') ??
      own('langfuse.observation.input') ??
      own('langfuse.trace.input') ??
      encoded('mlflow.spanInputs'),
    response:
      root?.talk?.response ??
      talks.at(-1)?.response ??
      own('output.value') ??
      own('langfuse.observation.output') ??
      own('langfuse.trace.output') ??
      encoded('mlflow.spanOutputs'),
    predicted_trajectory: reading.prediction(isRecorded ? calls : undefined),
    latency_in_seconds: isOnly ? secondsOf(root) : undefined,
    failure: root === undefined ? undefined : Number(root.span.isError),
  });
}

/** An input or output may be a text, messages, or an object around either. */
function plainText(value: JsonValue | undefined): string | undefined {
  const inner = unwrapEncoded(value);
  if (typeof inner === 'string') return inner;
  const reading = new Reading({ turns: 'rows', subAgents: 'all', droppedTools: [] });
  const messages = inner === undefined ? undefined : conversationOf(inner)?.messages;
  const said = (messages ?? [])
    .flatMap((message) => readMessage(message, reading))
    .flatMap((entry) => (entry.kind === 'user' || entry.kind === 'answer' ? [entry.text] : []));
  const text = said.at(-1) ?? textOf(pick(inner, 'input', 'output', 'task', 'prompt', 'query'));
  return text === '' ? undefined : text;
}
