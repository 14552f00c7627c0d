import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, unwrapEncoded } from '#core/base/json/pick.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { Adapter, Cells, Collector } from '#core/read/framework/adapter.ts';
import { findSpans, holdsSpan, type SpanMarks } from './find-spans.ts';
import { errorOf, readStep, type SpanStep } from './read-step.ts';
import { eventsOfTrace, type Utterance } from './run-of-trace.ts';
import { inTimeOrder, rootOf, secondsOf, showsCalls } from './step.ts';
import { textIn } from './talk.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';

/** A program that records what agents do as spans. */
export interface Tracer extends SpanMarks, Pick<Adapter, 'id' | 'title'> {
  /** What else is known of a run, by the span that it starts with. */
  readonly cellsOf?: (root: SpanStep, out: Collector) => Cells;
  /** Completes steps by what others say of them. */
  readonly refine?: (steps: readonly SpanStep[]) => readonly SpanStep[];
}

/** The adapter of a tracer. */
export function traceAdapter(tracer: Tracer): Adapter {
  const { id, title, refine = (steps: readonly SpanStep[]) => steps } = tracer;
  return {
    id,
    title,
    recognise: (value) => holdsSpan(unwrapEncoded(value), tracer),
    read: (values, out) =>
      writeTraces(
        refine(findSpans(values, tracer, out).map((span) => readStep(span, out))),
        tracer,
        out,
      ),
  };
}

/**
 * Writes one row for each trace, or for each session of several: its calls, and what was asked and
 * answered.
 * @param steps the steps of all traces, in any order
 */
function writeTraces(
  steps: readonly SpanStep[],
  { cellsOf }: Pick<Tracer, 'cellsOf'>,
  out: Collector,
): void {
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
      ...(root && cellsOf?.(root, out)),
    });
  }
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
