import { ownValue, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { hasAttributes, OF_AGENTS, pairsOf, readFields } from './span-fields.ts';
import { kindNamed } from './span-words.ts';

/** Keys that only spans have, in forms that may come without attributes. */
const OF_SPANS = ['localEndpoint', 'remoteEndpoint', 'subsegments', 'span_kind', 'event_type'];
/** Events of logs that tell what an agent does. */
const EVENTS = /^gen_ai\.|(?:^|\.)(?:tool|user|api|session)_[a-z]+$/;

/** Whether a record is a span of a tracer, or a log record of what an agent did. */
export function isSpan(record: JsonObject): boolean {
  return (
    isObservation(record) ||
    isTrace(record) ||
    isOfBraintrust(record) ||
    isMilliseconds(record) ||
    isOfAgents(record) ||
    hasKey(record['properties'], '$ai_trace_id') ||
    isTelemetry(record)
  );
}

/** A span of Braintrust; a conversation that names the span it was logged in is not one. */
function isOfBraintrust(record: JsonObject): boolean {
  const isSpan = hasKey(record, 'span_id') && hasKey(record, 'root_span_id', 'span_attributes');
  return isSpan && !pickList(record, 'messages');
}

/** Whether a record is a trace of Langfuse, with its observations in it or without. */
export function isTrace(record: JsonObject): boolean {
  const isCosted = hasKey(record, 'totalCost') && hasKey(record, 'latency');
  const isTold = isCosted || holds(record, 'observations', isObservation);
  return isTold && hasKey(record, 'input', 'output') && !hasKey(record, 'traceId');
}

/** Whether the times of a span are milliseconds where neither name nor size shows it. */
export function isMilliseconds(record: JsonObject): boolean {
  const isAzures = hasKey(record, 'operation_Id');
  return (
    isAzures || isOpikSpan(record) || holds(record, 'spans', isOpikSpan) || isLangSmithRun(record)
  );
}

/** Whether a record is one of a log: it has a body, or names an event. */
export function isLogRecord(record: JsonObject): boolean {
  const named = pickText(record, 'eventName', 'event_name', 'EventName');
  const isNamed = named !== undefined || hasKey(pick(record, 'attributes'), 'event.name');
  const hasBody = ownValue(record, 'body') !== undefined || ownValue(record, 'Body') !== undefined;
  if (!hasAttributes(record) || ownValue(record, 'kind') !== undefined) return false;
  return hasBody || isNamed;
}

/** Traces and logs of OpenTelemetry, in whatever form an exporter or a service writes them. */
function isTelemetry(record: JsonObject): boolean {
  const isPlain = hasKey(record, 'span_id') && hasKey(record, 'trace_id');
  if (!isPlain && !hasAttributes(record) && !hasKey(record, ...OF_SPANS)) return false;
  const { own, said } = readFields(record);
  if (isLogRecord(record) && EVENTS.test(said.text('event') ?? '')) return true;
  const isTimed = own.first('start') !== undefined;
  const isNamed = own.text('trace') !== undefined || hasKey(record, 'span_id', 'spanId');
  if (isTimed && isNamed && own.text('id') !== undefined) return true;
  const pairs = pairsOf(pick(record, 'attributes', 'Attributes') ?? []);
  return hasKey(record, 'name', 'Name') && pairs.some(([name]) => OF_AGENTS.test(name));
}

/** Observations of Langfuse. */
const OBSERVATION =
  /^(?:SPAN|GENERATION|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/;

function isObservation(value: JsonValue): boolean {
  return hasKey(value, 'traceId', 'trace_id') && OBSERVATION.test(pickText(value, 'type') ?? '');
}

function holds(record: JsonObject, key: string, isOne: (value: JsonValue) => boolean): boolean {
  return pickList(record, key)?.some(isOne) === true;
}

/** Runs as LangChain's callbacks tell them: trees, or flat rows that share a trace or name what is around. */
function isLangSmithRun(record: JsonObject): boolean {
  const isEnd = hasKey(record, 'dotted_order') && hasKey(record, 'end_time');
  const isRun = pickText(record, 'run_type') !== undefined || isEnd;
  if (isRun) return hasKey(record, 'child_runs', 'parent_run_id', 'trace_id', 'inputs');
  const isOfRun = hasKey(record, 'parentRunId', 'parent_run_id') && hasKey(record, 'output');
  return isOfRun && kindNamed(pickText(record, 'type') ?? '') !== undefined;
}

function isOpikSpan(value: JsonValue): boolean {
  const isTyped = /^(?:general|llm|tool|guardrail)$/.test(pickText(value, 'type') ?? '');
  return isTyped && hasKey(value, 'trace_id') && hasKey(value, 'start_time');
}

/** Spans that the OpenAI Agents SDK exports. */
function isOfAgents(record: JsonObject): boolean {
  const type = pickText(pickObject(record, 'span_data'), 'type');
  return pick(record, 'object') === 'trace.span' && type !== undefined;
}
