import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonValue,
  type JsonObject,
} from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import {
  pick,
  pickText,
  unwrapEncoded,
  hasKey,
  pickObject,
  pickList,
  type Maybe,
} from '#core/base/json/pick.ts';
import {
  callsOf,
  inTimeOrder,
  rootOf,
  secondsOf,
  showsCalls,
  momentOf,
  readToolInput,
  type Step,
} from '#core/read/traces/step.ts';
import { conversationOf } from '#core/read/transcripts/find-conversations.ts';
import { isMessage, readMessages } from '#core/read/transcripts/read-message.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { Collector, type Adapter } from '#core/read/framework/adapter.ts';
import { TRACE_KEYS } from '#core/read/framework/understood-keys.ts';
import { readArguments, type FoundCall } from '#core/calls/read-call.ts';
import { callsIn, type Entry } from '#core/read/transcripts/entry.ts';
import { joinTurns, splitTurns } from '#core/read/transcripts/write-turns.ts';

/** Traces of OpenTelemetry with the GenAI, OpenInference, Traceloop or ADK attributes. */
export const opentelemetry: Adapter = {
  id: 'opentelemetry',
  title: 'OpenTelemetry spans',
  understands: TRACE_KEYS,
  recognise: (value) => holdsSpan(unwrapEncoded(value)),
  read: (values, out) => {
    const spans = findSpans(values);
    for (const value of values) {
      if (holdsSpan(unwrapEncoded(value))) continue;
      out.from(value);
      out.unread(value);
    }
    const steps = spans.map((span) => readStep(span, out));
    const isRecorded = showsCalls(steps);
    for (const [id, trace] of groupSteps(steps, out.options.turns))
      writeTrace(id, trace, isRecorded, out);
  },
};

interface SpanStep extends Step {
  readonly span: Span;
  readonly talk: ModelTalk | undefined;
}

const SESSIONS = ['gen_ai.conversation.id', 'session.id'];

function readStep(span: Span, out: Collector): SpanStep {
  out.from(span.origin);
  const talk = modelTalkOf(span, out);
  return { ...span, span, talk, call: toolCallOf(span, out), asked: talk?.asked };
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
  out: Collector,
): void {
  out.from(...steps.slice(0, 1).map(({ span }) => span.origin));
  const calls = callsOf(steps, () => out.note('call_repeated', 'id'));
  const { root, isOnly = false } = rootOf(steps) ?? {};
  const talks = inTimeOrder(steps).flatMap(({ talk }) => talk ?? []);
  const own = (key: string): string | undefined => plainText(pick(root?.span.attributes, key));
  // texts are JSON there, with their quotes
  const encoded = (key: string): string | undefined => {
    const text = readJson(own(key) ?? '');
    return text.ok && typeof text.value === 'string' ? text.value : own(key);
  };
  out.row({
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
    predicted_trajectory: out.prediction(isRecorded ? calls : undefined),
    latency_in_seconds: isOnly ? secondsOf(root) : undefined,
    failure: root === undefined ? undefined : Number(root.span.isError),
  });
}

/** An input or output may be a text, messages, or an object around either. */
function plainText(value: JsonValue | undefined): string | undefined {
  const inner = unwrapEncoded(value);
  if (typeof inner === 'string') return inner;
  const out = new Collector();
  const messages = inner === undefined ? undefined : conversationOf(inner)?.messages;
  const said = readMessages(messages ?? [], out).flatMap((entry) =>
    entry.kind === 'user' || entry.kind === 'answer' ? [entry.text] : [],
  );
  const text = said.at(-1) ?? textOf(pick(inner, 'input', 'output', 'task', 'prompt', 'query'));
  return text === '' ? undefined : text;
}

const KINDS = [
  'openinference.span.kind',
  'traceloop.span.kind',
  'aws.genai.span_kind',
  'mlflow.spanType',
  'langfuse.observation.type',
];

/** Reads the call that a tool's span stands for. */
function toolCallOf(span: Span, out: Collector): FoundCall | undefined {
  const { attributes } = span;
  const isTool =
    pick(attributes, 'gen_ai.operation.name') === 'execute_tool' ||
    KINDS.some((key) => /^"?tool"?$/i.test(pickText(attributes, key) ?? ''));
  if (!isTool) return undefined;
  const name =
    pickText(attributes, 'gen_ai.tool.name', 'tool.name', 'traceloop.entity.name') ??
    span.name.replace(/^(execute_tool|running tool:) /, '');
  return {
    name,
    input: readToolInput(inputOf(attributes), name, out),
    id: pickText(attributes, 'gen_ai.tool.call.id', 'tool.id', 'tool_call.id'),
    output: unwrapEncoded(
      pick(
        attributes,
        'gen_ai.tool.call.result',
        'gcp.vertex.agent.tool_response',
        'output.value',
        'traceloop.entity.output',
        'mlflow.spanOutputs',
        'langfuse.observation.output',
      ),
    ),
  };
}

function inputOf(attributes: JsonObject): Maybe {
  const input = pick(
    attributes,
    'gen_ai.tool.call.arguments',
    'gcp.vertex.agent.tool_call_args',
    'input.value',
    'traceloop.entity.input',
    'mlflow.spanInputs',
    'langfuse.observation.input',
  );
  if (input !== undefined) return input;
  // the specification keeps the schema here, some tracers the arguments
  const parameters = unwrapEncoded(pick(attributes, 'tool.parameters'));
  return hasKey(parameters, 'properties') ? undefined : parameters;
}

/** Attributes in which models' answers are, as messages. */
const OUTPUTS = ['gen_ai.output.messages', 'output.messages'];
const INPUTS = ['gen_ai.input.messages', 'input.messages'];

/** What a model's span says: what it was asked, what it answered, the calls it wants. */
interface ModelTalk {
  readonly prompt: string | undefined;
  readonly response: string | undefined;
  readonly asked: readonly FoundCall[];
}

/** Reads what a model was asked and answered in a span. */
function modelTalkOf(span: Span, out: Collector): ModelTalk | undefined {
  if (isGeneration(span.attributes)) return readGeneration(span.attributes, out);
  const holders = [span.attributes, ...span.events];
  const input = holders.map((holder) => messagesIn(holder, INPUTS, 'input')).find(isFilled);
  const output = holders.map((holder) => messagesIn(holder, OUTPUTS, 'output')).find(isFilled);
  const flat = flatCalls(span.attributes, out);
  const flatOut = flatText(
    span.attributes,
    /^(?:llm\.output_messages|gen_ai\.completion)\.\d+\.(?:message\.)?content$/,
  );
  if (!input && !output && flat.length === 0 && flatOut === undefined) return undefined;
  const said = entriesOf(output, out);
  const listed = callsIn(said);
  return {
    prompt: lastAsked(entriesOf(input, out)) ?? flatPrompt(span.attributes),
    response: joinTurns(splitTurns(said)).response ?? flatOut,
    asked: listed.length > 0 ? listed : flat,
  };
}

/** Langfuse keeps what a model was asked and answered in the words of the model's service. */
function isGeneration(attributes: JsonObject): boolean {
  return pickText(attributes, 'langfuse.observation.type') === 'generation';
}

function readGeneration(attributes: JsonObject, out: Collector): ModelTalk {
  const asked = unwrapEncoded(pick(attributes, 'langfuse.observation.input'));
  const answered = unwrapEncoded(pick(attributes, 'langfuse.observation.output'));
  const saidIn = (value: Maybe): readonly Entry[] =>
    entriesOf(value === undefined ? undefined : conversationOf(value)?.messages, out);
  const text = (value: Maybe): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const said = saidIn(answered);
  return {
    prompt: lastAsked(saidIn(asked)) ?? text(asked),
    response: joinTurns(splitTurns(said)).response ?? text(answered),
    asked: callsIn(said),
  };
}

function isFilled(list: readonly JsonValue[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

function messagesIn(
  holder: JsonObject,
  keys: readonly string[],
  side: 'input' | 'output',
): readonly JsonValue[] | undefined {
  const list = unwrapEncoded(pick(holder, ...keys) ?? pick(pickObject(holder, side), 'messages'));
  return isJsonList(list) ? list : undefined;
}

function entriesOf(list: readonly JsonValue[] | undefined, out: Collector): readonly Entry[] {
  return readMessages((list ?? []).flatMap(openMessage), out);
}

function lastAsked(entries: readonly Entry[]): string | undefined {
  return entries.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : [])).at(-1);
}

const FLAT_CALL =
  /^(?:llm\.output_messages|gen_ai\.completion)\.(\d+)\.(?:message\.)?tool_calls\.(\d+)\.(?:tool_call\.)?(?:function\.)?(name|arguments|id)$/;

/** Calls spread over attributes whose names count messages and calls. */
function flatCalls(attributes: JsonObject, out: Collector): readonly FoundCall[] {
  const calls = new Map<string, { at: number; parts: Map<string, JsonValue> }>();
  for (const [key, value] of Object.entries(attributes)) {
    const [, message, index, part] = FLAT_CALL.exec(key) ?? [];
    if (message === undefined || index === undefined || part === undefined) continue;
    const slot = `${message}.${index}`;
    const call = calls.get(slot) ?? { at: Number(message) * 1e6 + Number(index), parts: new Map() };
    call.parts.set(part, value);
    calls.set(slot, call);
  }
  return [...calls.values()]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ parts }) => {
      const name = parts.get('name');
      const input = parts.get('arguments');
      const id = parts.get('id');
      if (typeof name !== 'string') return [];
      return [
        {
          name,
          input: input === undefined ? undefined : readArguments(input, name, out),
          id: typeof id === 'string' ? id : undefined,
        },
      ];
    });
}

function flatText(attributes: JsonObject, pattern: RegExp): string | undefined {
  const texts = Object.entries(attributes).filter(
    ([key, value]) => pattern.test(key) && typeof value === 'string',
  );
  const text = texts.at(-1)?.[1];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

const FLAT_ROLE = /^(llm\.input_messages|gen_ai\.prompt)\.(\d+)\.(message\.)?role$/;

function flatPrompt(attributes: JsonObject): string | undefined {
  let best = -1;
  let text: string | undefined;
  for (const [key, role] of Object.entries(attributes)) {
    const [, list = '', index = '', inner = ''] = FLAT_ROLE.exec(key) ?? [];
    if (role !== 'user' || Number(index || -1) <= best) continue;
    const base = `${list}.${index}.${inner}`;
    const said =
      pickText(attributes, `${base}content`, `${base}contents.0.message_content.text`) ??
      textOf(pick(attributes, `${base}content`));
    if (said === '') continue;
    best = Number(index);
    text = said;
  }
  return text;
}

/** Opens a message whose text is the JSON of what a framework returned. */
function openMessage(message: JsonValue): readonly JsonValue[] {
  const inner = unwrapEncoded(pick(message, 'content'));
  if (isJsonList(inner) || typeof pick(message, 'content') !== 'string') return [message];
  const generation = generationIn(inner);
  if (generation !== undefined) {
    const answer = pickObject(generation, 'message');
    const text = pickText(generation, 'text') ?? pick(answer, 'content') ?? '';
    const tool_calls = pickList(answer, 'tool_calls') ?? [];
    return [{ role: 'assistant', content: text, tool_calls }];
  }
  const messages = pickList(inner, 'messages');
  if (messages?.every(isMessage)) return messages.slice(-1);
  return hasKey(inner, 'type') && isMessage(inner) ? [inner] : [message];
}

/** The first try for the first prompt. */
function generationIn(value: JsonValue | undefined): JsonValue | undefined {
  const list = pickList(value, 'generations')?.[0];
  return isJsonList(list) ? list[0] : list;
}

/** A span in one shape, whatever carried it. */
interface Span {
  /** What it was read from. */
  readonly origin: JsonObject;
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | undefined;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  readonly attributes: JsonObject;
  /** Attributes and bodies of its events. */
  readonly events: readonly JsonObject[];
  readonly isError: boolean;
}

const DEPTH = 6;
/** Nanoseconds in a second. */
const SECOND = 1_000_000_000n;

const START_KEYS = ['startTimeUnixNano', 'start_time_unix_nano', 'start_time', 'startTime'];
const END_KEYS = ['endTimeUnixNano', 'end_time_unix_nano', 'end_time', 'endTime'];
/** Where spans keep their own ids, if not beside everything else. */
const CONTEXTS = ['context', '_spanContext', 'spanContext'];

/** Whether a value is a span. */
function isSpan(value: Maybe): value is JsonObject {
  if (!isJsonObject(value)) return false;
  if (hasKey(value, 'operationName') && hasKey(value, 'tags')) return true;
  const context = pickObject(value, ...CONTEXTS);
  const hasTrace =
    hasKey(value, 'traceId', 'trace_id', 'context.trace_id') ||
    hasKey(context, 'trace_id', 'traceId');
  const hasStart = hasKey(value, ...START_KEYS) || isPrinted(value);
  return hasTrace && hasStart && (hasKey(value, 'attributes') || attributeKeys(value).length > 0);
}

/** What the console exporter of Node prints: a moment and a duration, both in microseconds. */
function isPrinted(value: JsonObject): boolean {
  return (
    hasKey(value, 'duration') && hasKey(value, 'timestamp') && pickText(value, 'id') !== undefined
  );
}

/** Finds the spans in a file's values: requests, lists, records with spans, single spans. */
function findSpans(values: readonly JsonValue[]): readonly Span[] {
  const found: Span[] = [];
  for (const value of values) collect(unwrapEncoded(value), DEPTH, found);
  return found;
}

/** Whether a value is a span or carries spans. */
function holdsSpan(value: JsonValue, depth = DEPTH): boolean {
  if (isSpan(value) || pickList(value, 'resourceSpans', 'resource_spans') !== undefined)
    return true;
  return depth > 0 && carriersOf(value).some((item) => holdsSpan(item, depth - 1));
}

const CARRIERS = [
  'resourceSpans',
  'resource_spans',
  'scopeSpans',
  'scope_spans',
  'instrumentationLibrarySpans',
  'spans',
  'data',
  'traces',
  'trace',
];

function carriersOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonList(value)) return value;
  return CARRIERS.flatMap((key) => pick(value, key) ?? []);
}

function collect(value: JsonValue, depth: number, found: Span[]): void {
  if (isSpan(value)) found.push(readSpan(value, found.length));
  else if (depth > 0) for (const item of carriersOf(value)) collect(item, depth - 1, found);
}

function readSpan(span: JsonObject, index: number): Span {
  const context = pickObject(span, ...CONTEXTS);
  // Jaeger and the console exporter of Node count microseconds, with a fraction
  const isInMicroseconds = hasKey(span, 'operationName') || isPrinted(span);
  const unit = isInMicroseconds ? 1000n : 1n;
  const start = momentIn(pick(span, ...START_KEYS, 'timestamp'), unit);
  const duration = isInMicroseconds ? microsecondsOf(pick(span, 'duration')) : undefined;
  const end = momentIn(pick(span, ...END_KEYS), unit);
  const attributes = readAttributes(span);
  return {
    origin: span,
    traceId:
      pickText(span, 'traceId', 'trace_id', 'traceID', 'context.trace_id') ??
      pickText(context, 'trace_id', 'traceId') ??
      '',
    id:
      pickText(span, 'spanId', 'span_id', 'spanID', 'context.span_id') ??
      pickText(context, 'span_id', 'spanId') ??
      (isPrinted(span) ? pickText(span, 'id') : undefined) ??
      `#${index}`,
    parentId:
      pickText(span, 'parentSpanId', 'parent_span_id', 'parent_id', 'parentId') ??
      pickText(pickObject(span, 'parentSpanContext'), 'spanId') ??
      jaegerParent(span),
    name: pickText(span, 'name', 'operationName') ?? '',
    start,
    end: end ?? (start === undefined || duration === undefined ? undefined : start + duration),
    attributes,
    events: eventsOf(span),
    isError: isFailed(pick(span, 'status', 'status_code')) || isMarked(attributes),
  };
}

/** The span object of Node has a moment in two numbers: seconds and nanoseconds. */
function momentIn(value: Maybe, unit: bigint): bigint | undefined {
  if (!isJsonList(value)) return momentOf(value, unit);
  const [seconds, nanoseconds] = value;
  const whole = momentOf(seconds, SECOND);
  const rest = momentOf(nanoseconds);
  return whole === undefined || rest === undefined ? undefined : whole + rest;
}

function microsecondsOf(value: Maybe): bigint | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return momentOf(value, 1000n);
  return BigInt(Math.round(value * 1000));
}

function isMarked(attributes: JsonObject): boolean {
  return pick(attributes, 'langfuse.observation.level') === 'ERROR';
}

function jaegerParent(span: JsonObject): string | undefined {
  return pickText(pickList(span, 'references')?.[0], 'spanID');
}

function isFailed(status: Maybe): boolean {
  const code = isJsonObject(status) ? pick(status, 'code', 'status_code') : status;
  return code === 2 || (typeof code === 'string' && /ERROR$/i.test(code));
}

/** Columns of a data frame carry the attribute's name after a prefix. */
function attributeKeys(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((key) => key.startsWith('attributes.'));
}

function readAttributes(span: JsonObject): JsonObject {
  const known = pick(span, 'attributes', 'tags');
  if (isJsonObject(known)) return { ...known, ...flatten(known) };
  if (isJsonList(known)) return fromPairs(known);
  const prefix = 'attributes.'.length;
  return Object.fromEntries(
    attributeKeys(span).map((key) => [key.slice(prefix), ownValue(span, key) ?? null]),
  );
}

/** First parts of attributes' names that some exports make objects of. */
const NESTED = new Set(['openinference', 'llm', 'tool', 'input', 'output', 'session', 'gen_ai']);
/** Names whose values are objects themselves. */
const LEAVES = /\.(?:value|parameters|arguments|messages|metadata)$/;

/** Attributes that are objects in objects, under the names they are known by. */
function flatten(attributes: JsonObject): JsonObject {
  const flat: Record<string, JsonValue> = {};
  const open = (name: string, value: JsonValue, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth === 0 || LEAVES.test(name)) {
      flat[name] = value;
      return;
    }
    for (const [key, item] of Object.entries<JsonValue>(value))
      open(`${name}.${key}`, item, depth - 1);
  };
  for (const [key, value] of Object.entries(attributes))
    if (NESTED.has(key) && isJsonObject(value)) open(key, value, 2 * DEPTH);
  return flat;
}

function fromPairs(pairs: readonly JsonValue[]): JsonObject {
  const entries = pairs.flatMap((pair): [string, JsonValue][] => {
    const key = pickText(pair, 'key');
    return key === undefined ? [] : [[key, plainValue(pick(pair, 'value'), DEPTH)]];
  });
  return Object.fromEntries(entries);
}

/** A value in the wrapper that names its type. */
function plainValue(value: Maybe, depth: number): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const list = pickList(pickObject(value, 'arrayValue'), 'values');
  const pairs = pickList(pickObject(value, 'kvlistValue'), 'values');
  if (depth > 0 && list) return list.map((item) => plainValue(item, depth - 1));
  if (depth > 0 && pairs) {
    return Object.fromEntries(
      pairs.map((pair) => [
        pickText(pair, 'key') ?? '',
        plainValue(pick(pair, 'value'), depth - 1),
      ]),
    );
  }
  if (hasKey(value, 'arrayValue')) return [];
  if (hasKey(value, 'kvlistValue')) return {};
  const whole = pick(value, 'intValue');
  if (typeof whole === 'string' && /^-?\d+$/.test(whole)) {
    const number = Number(whole);
    return Number.isSafeInteger(number) ? number : BigInt(whole);
  }
  return whole ?? pick(value, 'stringValue', 'doubleValue', 'boolValue') ?? null;
}

function eventsOf(span: JsonObject): readonly JsonObject[] {
  return (pickList(span, 'events', 'span_events', 'logs') ?? []).flatMap((event) => {
    const attributes = pick(event, 'attributes', 'fields');
    const body = pickObject(event, 'body');
    const own = isJsonList(attributes) ? fromPairs(attributes) : attributes;
    return [isJsonObject(own) ? own : undefined, body].filter((item) => item !== undefined);
  });
}
