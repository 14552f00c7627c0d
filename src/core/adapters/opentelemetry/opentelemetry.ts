import type { JsonValue } from '#core/json/json-value.ts';
import { readJson } from '#core/json/parse-json.ts';
import { pick, pickText, unwrapEncoded } from '#core/json/pick.ts';
import { callsOf, inTimeOrder, rootOf, secondsOf, type Step } from '#core/traces/step.ts';
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
    if (spans.length === 0) reading.note('record_unread');
    for (const [id, group] of groupSpans(spans, options.turns)) writeTrace(id, group, reading);
    return reading.result();
  },
};

interface SpanStep extends Step {
  readonly span: Span;
  readonly talk: ModelTalk | undefined;
}

const SESSIONS = ['gen_ai.conversation.id', 'session.id'];

/** One group for each trace, or for each session of several traces. */
function groupSpans(
  spans: readonly Span[],
  turns: 'rows' | 'conversation',
): ReadonlyMap<string, readonly Span[]> {
  const sessions = new Map<string, string>();
  if (turns === 'conversation') {
    for (const { traceId, attributes } of spans) {
      const session = pickText(attributes, ...SESSIONS);
      if (session !== undefined) sessions.set(traceId, session);
    }
  }
  const groups = new Map<string, Span[]>();
  for (const span of spans) {
    const id = sessions.get(span.traceId) ?? span.traceId;
    const group = groups.get(id);
    if (group) group.push(span);
    else groups.set(id, [span]);
  }
  return groups;
}

function writeTrace(id: string, spans: readonly Span[], reading: Reading): void {
  reading.from(...spans.slice(0, 1).map(({ origin }) => origin));
  const steps = spans.map((span): SpanStep => {
    const talk = modelTalkOf(span, reading);
    return { ...span, span, talk, call: toolCallOf(span, reading), asked: talk?.asked };
  });
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
      encoded('mlflow.spanInputs'),
    response:
      root?.talk?.response ??
      talks.at(-1)?.response ??
      own('output.value') ??
      encoded('mlflow.spanOutputs'),
    predicted_trajectory: reading.trajectory(calls, 'predicted'),
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
