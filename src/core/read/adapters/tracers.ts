import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { hasAttributes, readFields } from '#core/read/traces/fields.ts';
import { isLogRecord } from '#core/read/traces/span.ts';
import { traceAdapter } from '#core/read/traces/write-traces.ts';
import type { SpanStep } from '#core/read/traces/read-step.ts';
import type { Adapter, Cells, Collector } from '#core/read/framework/adapter.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { isAgentsRun } from '#core/read/shape/profiles/openai-agents.ts';
import { readOutputCalls, readOutputText } from '#core/read/shape/read-output.ts';

/** Keys that only spans have, in forms that may come without attributes. */
const OF_SPANS = ['localEndpoint', 'remoteEndpoint', 'subsegments', 'span_kind', 'event_type'];
/** Events of logs that tell what an agent does. */
const OF_AGENTS = /^gen_ai\.|(?:^|\.)(?:tool|user|api|session)_[a-z]+$/;

/** Traces and logs of OpenTelemetry, in whatever form an exporter or a service writes them. */
export const opentelemetry = traceAdapter({
  id: 'opentelemetry',
  title: 'OpenTelemetry spans',
  isSpan: (record) => {
    const isPlain = hasKey(record, 'span_id') && hasKey(record, 'trace_id');
    if (!isPlain && !hasAttributes(record) && !hasKey(record, ...OF_SPANS)) return false;
    const { own, said } = readFields(record);
    if (isLogRecord(record) && OF_AGENTS.test(said.text('event') ?? '')) return true;
    const isTimed = own.first('start') !== undefined;
    const isNamed = own.text('trace') !== undefined || hasKey(record, 'span_id', 'spanId');
    return isTimed && isNamed && own.text('id') !== undefined;
  },
});

const OBSERVATION =
  /^(?:SPAN|GENERATION|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/;

/** Observations of Langfuse: in a trace, beside it, or as a list. */
export const langfuse = traceAdapter({
  id: 'langfuse',
  title: 'Langfuse trace',
  isSpan: (record) =>
    isObservation(record) ||
    (hasKey(record, 'input', 'output') && holds(record, 'observations', isObservation)),
});

function isObservation(value: JsonValue): boolean {
  return hasKey(value, 'traceId', 'trace_id') && OBSERVATION.test(pickText(value, 'type') ?? '');
}

function holds(record: JsonObject, key: string, isOne: (value: JsonValue) => boolean): boolean {
  return pickList(record, key)?.some(isOne) === true;
}

/** Runs of LangSmith and spans of Opik: trees, or flat rows that share a trace. */
export const langsmith = traceAdapter({
  id: 'langsmith',
  title: 'LangSmith or Opik runs',
  perUnit: 1_000_000n,
  isSpan: (record) => {
    if (isOpikSpan(record) || holds(record, 'spans', isOpikSpan)) return true;
    const isEnd = hasKey(record, 'dotted_order') && hasKey(record, 'end_time');
    const isRun = pickText(record, 'run_type') !== undefined || isEnd;
    return isRun && hasKey(record, 'child_runs', 'parent_run_id', 'trace_id', 'inputs');
  },
});

function isOpikSpan(value: JsonValue): boolean {
  const isTyped = /^(?:general|llm|tool|guardrail)$/.test(pickText(value, 'type') ?? '');
  return isTyped && hasKey(value, 'trace_id') && hasKey(value, 'start_time');
}

/** Spans of Braintrust, as its logs and experiments are exported. */
export const braintrustSpans = traceAdapter({
  id: 'braintrust-spans',
  title: 'Braintrust spans',
  isSpan: (record) =>
    hasKey(record, 'span_id') && hasKey(record, 'root_span_id', 'span_attributes'),
  cellsOf: ({ span }, out) =>
    hasKey(span.origin, 'expected', 'scores') ? judgedCells(span.origin, out) : {},
});

/** Reads what was expected of a record and the scores that were given. */
function judgedCells(record: JsonObject, out: Collector): Cells {
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

const agentsTracer = traceAdapter({
  id: 'openai-agents',
  title: 'OpenAI Agents trace',
  isSpan: (record) => {
    const type = pickText(pickObject(record, 'span_data'), 'type');
    return pick(record, 'object') === 'trace.span' && type !== undefined;
  },
  refine: withTurns,
});

/** Spans that the OpenAI Agents SDK exports; a run keeps one to go on with, and is no trace. */
export const openaiAgents: Adapter = {
  ...agentsTracer,
  recognise: (value) => agentsTracer.recognise(value) && ![value].flat(2).some(isAgentsRun),
  // the head of a trace says nothing that its spans do not
  read: (values, out) =>
    agentsTracer.read(
      values.filter((value) => pick(value, 'object') !== 'trace'),
      out,
    ),
};

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
