import {
  isJsonList,
  isJsonObject,
  type JsonValue,
  type JsonObject,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
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
  inTimeOrder,
  rootOf,
  secondsOf,
  showsCalls,
  readToolInput,
  type Step,
} from '#core/read/traces/step.ts';
import { runOf, type Utterance } from '#core/read/traces/run-of-trace.ts';
import { runCells, utter } from '#core/read/traces/write-traces.ts';
import { findSpans, holdsSpan, type Span } from '#core/read/traces/span.ts';
import { aboutOf, errorOf, isModelSpan, KINDS } from '#core/read/traces/span-record.ts';
import { conversationOf } from '#core/read/transcripts/find-conversations.ts';
import { isMessage, readMessages } from '#core/read/transcripts/read-message.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { Collector, type Adapter } from '#core/read/framework/adapter.ts';
import { TRACE_KEYS } from '#core/read/framework/understood-keys.ts';
import { readArguments, type FoundCall } from '#core/calls/read-call.ts';
import { callsIn, type Entry } from '#core/read/transcripts/entry.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';

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
  const isModel = isModelSpan(span);
  const said = talk || isModel ? (talk?.response ?? '') : undefined;
  const call = toolCallOf(span, out);
  return { ...span, span, talk, call, asked: talk?.asked, said, isModel, about: aboutOf(span) };
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
  const { root, isOnly = false } = rootOf(steps) ?? {};
  const texts = textsOf(steps, root);
  const run = runOf(steps, () => out.note('call_repeated', 'id'), utterancesOf(steps));
  out.row({
    id,
    ...texts,
    tool_declarations: offeredTools(steps),
    ...runCells(run, isRecorded, texts, out),
    latency_in_seconds: isOnly ? secondsOf(root) : undefined,
    failure: root === undefined ? undefined : Number(root.span.isError),
  });
}

const FLAT_TOOL = /^llm\.tools\.\d+\.tool\.json_schema$/;

/** The tools that the models of a trace were offered; most spans repeat those of the one before. */
function offeredTools(steps: readonly SpanStep[]): readonly JsonValue[] | undefined {
  const recorded = new Set(steps.flatMap(({ span }) => toolAttributes(span.attributes)));
  const tools = new Map<string, JsonValue>();
  for (const value of recorded) {
    const opened = unwrapEncoded(value);
    for (const tool of isJsonList(opened) ? opened : [opened])
      if (isJsonObject(tool)) tools.set(printJson(tool), tool);
  }
  return tools.size === 0 ? undefined : [...tools.values()];
}

function toolAttributes(attributes: JsonObject): readonly JsonValue[] {
  const listed = pick(attributes, 'gen_ai.tool.definitions');
  const flat = Object.entries(attributes).filter(([key]) => FLAT_TOOL.test(key));
  return [...(listed === undefined ? [] : [listed]), ...flat.map(([, schema]) => schema)];
}

/** What was asked and answered: one of each for a trace; with their moments for several. */
function utterancesOf(steps: readonly SpanStep[]): readonly Utterance[] {
  const traces = [...groupSteps(steps, 'rows').values()];
  return traces.flatMap((trace) => {
    const { root } = rootOf(trace) ?? {};
    const { prompt, response } = textsOf(trace, root);
    const [asked, answered] = traces.length > 1 ? [root?.start, root?.end] : [];
    return [...utter('user', prompt, asked), ...utter('agent', response, answered, root?.about)];
  });
}

function textsOf(
  steps: readonly SpanStep[],
  root: SpanStep | undefined,
): { readonly prompt: string | undefined; readonly response: string | undefined } {
  const talks = inTimeOrder(steps).flatMap(({ talk }) => talk ?? []);
  const own = (key: string): string | undefined => plainText(pick(root?.span.attributes, key));
  // texts are JSON there, with their quotes
  const encoded = (key: string): string | undefined => {
    const text = readJson(own(key) ?? '');
    return text.ok && typeof text.value === 'string' ? text.value : own(key);
  };
  return {
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
  };
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
    error: errorOf(span),
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
    response: readWhole(said, out).response ?? flatOut,
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
    response: readWhole(said, out).response ?? text(answered),
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
