import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { hasKey, pick, pickObject, unwrapEncoded } from '#core/base/json/pick.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { Adapter, Cells, Collector } from '#core/read/framework/adapter.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { isAgentsRun } from '#core/read/shape/profiles/openai-agents.ts';
import { readOutputCalls, readOutputText } from '#core/read/shape/read-output.ts';
import { holdsRecord } from '#core/read/transcripts/find-records.ts';
import { findSpans, SPAN_DEPTH } from './find-spans.ts';
import { isSpan } from './marks.ts';
import { errorOf, readStep, type SpanStep } from './read-step.ts';
import { eventsOfTrace, type Utterance } from './run-of-trace.ts';
import { inTimeOrder, rootOf, secondsOf, showsCalls } from './step.ts';
import { textIn } from './talk.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';

/** Spans, runs and observations of any tracer, and logs that tell what agents did. */
export const traces: Adapter = {
  id: 'opentelemetry',
  title: 'Spans of traces',
  // a run of the OpenAI Agents SDK keeps a trace to go on with, and is none
  recognise: (value) =>
    holdsRecord(unwrapEncoded(value), isSpan, SPAN_DEPTH) && ![value].flat(2).some(isAgentsRun),
  read: (values, out) => {
    // the head of a trace says nothing that its spans do not
    const told = values.filter((value) => pick(value, 'object') !== 'trace');
    writeTraces(withTurns(findSpans(told, out).map((span) => readStep(span, out))), out);
  },
};

/**
 * Writes one row for each trace, or for each session of several: its calls, and what was asked and
 * answered.
 * @param steps the steps of all traces, in any order
 */
function writeTraces(steps: readonly SpanStep[], out: Collector): void {
  const isRecorded = showsCalls(steps);
  for (const [id, trace] of groupSteps(steps, out.options.turns)) {
    const { root, isOnly = false } = startOf(trace);
    const isShown = isRecorded && trace.some(({ kind, talk }) => kind !== undefined || talk);
    out.from(...trace.slice(0, 1).map(({ span }) => span.origin));
    const texts = textsOf(trace, root);
    const turn = readWhole(eventsOfTrace(trace, out, utterancesOf(trace)), out);
    const unread = trace.find((step) => step.unread)?.unread;
    out.row({
      id,
      ...texts,
      tool_declarations: offeredTools(trace),
      predicted_trajectory: out.prediction(isShown || unread ? turn.calls : undefined, unread),
      transcript: out.transcript(turn, texts),
      latency_in_seconds: isOnly ? secondsOf(root) : undefined,
      failure: root === undefined ? undefined : Number(errorOf(root.span) !== undefined),
      ...(root && judgedCells(root.span.origin, out)),
    });
  }
}

/** A turn says what it took where the model's step in it need not. */
function withTurns(steps: readonly SpanStep[]): readonly SpanStep[] {
  const turns = new Map(
    steps.map(({ id, span }) => {
      const data = pickObject(pickObject(span.origin, 'span_data'), 'data');
      const isTurn = pick(data, 'sdk_span_type') === 'turn';
      return [id, isTurn ? readStepRecord(data ?? null).tokens : undefined];
    }),
  );
  return steps.map((step) => {
    const { parentId = '', about, isModel } = step;
    const tokens = isModel && !about.tokens ? turns.get(parentId) : undefined;
    turns.delete(isModel ? parentId : '');
    return tokens ? { ...step, about: { ...about, tokens } } : step;
  });
}

/** Reads what was expected of a record and the scores that were given. */
function judgedCells(record: JsonObject, out: Collector): Cells {
  if (!hasKey(record, 'expected', 'scores')) return {};
  const expected = pick(record, 'expected');
  const calls = readOutputCalls(expected, out, 'expected');
  const scores = Object.entries(pickObject(record, 'scores') ?? {}).filter(
    ([, score]) => typeof score === 'number',
  );
  for (const [name] of scores) out.note('scores_kept', name);
  return {
    reference: readOutputText(expected, out),
    reference_trajectory: out.maybeTrajectory(calls, 'reference'),
    ...Object.fromEntries(
      scores.map(([name, score]): [string, JsonValue] => [`${name}/score`, score]),
    ),
  };
}

/** The span that a trace starts with; logs beside spans are none. */
function startOf(trace: readonly SpanStep[]): { root?: SpanStep; isOnly?: boolean } {
  const spans = trace.filter(({ span }) => !span.isLog);
  return rootOf(spans.length > 0 ? spans : trace) ?? {};
}

/** One group for each trace, or for each session of several traces; logs have only those. */
function groupSteps(
  steps: readonly SpanStep[],
  turns: 'rows' | 'conversation',
): ReadonlyMap<string, readonly SpanStep[]> {
  const sessions = new Map<string, string>();
  for (const { span } of steps) {
    const session = span.said.text('session');
    const isOf = turns === 'conversation' || span.traceId === '';
    if (session !== undefined && isOf) sessions.set(sessionKey(span), session);
  }
  const groups = new Map<string, SpanStep[]>();
  for (const step of steps) {
    const id = sessions.get(sessionKey(step.span)) ?? step.span.traceId;
    const group = groups.get(id);
    if (group) group.push(step);
    else groups.set(id, [step]);
  }
  return groups;
}

function sessionKey({ traceId, id }: SpanStep['span']): string {
  return traceId === '' ? id : traceId;
}

/** The tools that the models of a trace were offered; most spans repeat those of the one before. */
function offeredTools(steps: readonly SpanStep[]): readonly JsonValue[] | undefined {
  const recorded = new Set(steps.flatMap(({ span }) => span.said.all('declared')));
  const tools = new Map<string, JsonValue>();
  for (const value of recorded) {
    const opened = unwrapEncoded(value);
    for (const item of isJsonList(opened) ? opened : [opened]) {
      const tool = unwrapEncoded(pick(item, 'json_schema') ?? item);
      if (isJsonObject(tool) && hasKey(tool, 'name', 'function', 'toolSpec'))
        tools.set(printJson(tool), tool);
    }
  }
  return tools.size === 0 ? undefined : [...tools.values()];
}

/** What was asked and answered: one of each for a trace; with their moments for several. */
function utterancesOf(steps: readonly SpanStep[]): readonly Utterance[] {
  const traces = [...groupSteps(steps, 'rows').values()];
  return traces.flatMap((trace) => {
    const { root } = startOf(trace);
    const { prompt, response } = textsOf(trace, root);
    const [asked, answered] = traces.length > 1 ? [root?.start, root?.end] : [];
    const record = root?.about ?? {};
    const said: Utterance[] = [];
    if (prompt?.trim()) said.push({ said: { kind: 'user', text: prompt }, moment: asked });
    if (response?.trim())
      said.push({ said: { kind: 'answer', text: response, record }, moment: answered });
    return said;
  });
}

type Texts = {
  readonly prompt: string | undefined;
  readonly response: string | undefined;
};

/** The question and the answer: of the step around all, else of models, else of other steps. */
function textsOf(steps: readonly SpanStep[], root: SpanStep | undefined): Texts {
  const sorted = inTimeOrder(steps).filter(({ kind }) => kind !== 'tool');
  const others = sorted.filter(({ kind }) => kind !== 'model');
  const first = (texts: readonly (string | undefined)[]): string | undefined =>
    texts.find((text) => text !== undefined);
  const inputOf = ({ span }: SpanStep): string | undefined =>
    first(span.said.all('input').map((value) => textIn(value, 'user')));
  const outputOf = ({ span }: SpanStep): string | undefined =>
    first(span.said.all('output').map((value) => textIn(value, 'assistant')));
  return {
    prompt:
      root?.talk?.prompt ??
      (root && inputOf(root)) ??
      first(sorted.map(({ talk }) => talk?.prompt)) ??
      first(others.map(inputOf)),
    response:
      root?.talk?.response ??
      (root && outputOf(root)) ??
      sorted.findLast(({ talk }) => talk)?.talk?.response ??
      first(others.map(outputOf)),
  };
}
