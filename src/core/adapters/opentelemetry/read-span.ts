import type { FoundCall } from '#core/calls/found-call.ts';
import { readArguments } from '#core/calls/read-arguments.ts';
import { isJsonList, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickObject, pickText, unwrapEncoded, type Maybe } from '#core/json/pick.ts';
import { readToolInput } from '#core/traces/read-tool-input.ts';
import { conversationOf } from '#core/transcripts/find-conversations.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { textOf } from '#core/transcripts/read-part.ts';
import { joinTurns, splitTurns } from '#core/transcripts/write-turns.ts';
import type { Reading } from '../reading.ts';
import { openMessage } from './open-message.ts';
import type { Span } from './spans.ts';

const KINDS = [
  'openinference.span.kind',
  'traceloop.span.kind',
  'aws.genai.span_kind',
  'mlflow.spanType',
  'langfuse.observation.type',
];

/**
 * Reads the call that a tool's span stands for.
 * @param span any span
 * @param reading where leniency is noted
 * @returns the call; undefined when the span is no tool's
 */
export function toolCallOf(span: Span, reading: Reading): FoundCall | undefined {
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
    input: readToolInput(inputOf(attributes), name, reading),
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

/** Attributes in which models' answers stand, as messages. */
const OUTPUTS = ['gen_ai.output.messages', 'output.messages'];
const INPUTS = ['gen_ai.input.messages', 'input.messages'];

/** What a model's span says: what it was asked, what it answered, the calls it wants. */
export interface ModelTalk {
  readonly prompt: string | undefined;
  readonly response: string | undefined;
  readonly asked: readonly FoundCall[];
}

/**
 * Reads what a model was asked and answered in a span.
 * @param span any span
 * @param reading where leniency is noted
 * @returns the talk; undefined when the span has no messages
 */
export function modelTalkOf(span: Span, reading: Reading): ModelTalk | undefined {
  if (isGeneration(span.attributes)) return readGeneration(span.attributes, reading);
  const holders = [span.attributes, ...span.events];
  const input = holders.map((holder) => messagesIn(holder, INPUTS, 'input')).find(isFilled);
  const output = holders.map((holder) => messagesIn(holder, OUTPUTS, 'output')).find(isFilled);
  const flat = flatCalls(span.attributes, reading);
  const flatOut = flatText(
    span.attributes,
    /^(?:llm\.output_messages|gen_ai\.completion)\.\d+\.(?:message\.)?content$/,
  );
  if (!input && !output && flat.length === 0 && flatOut === undefined) return undefined;
  const said = entriesOf(output, reading);
  const listed = said.flatMap((entry) => (entry.kind === 'call' ? [entry.call] : []));
  return {
    prompt: lastAsked(entriesOf(input, reading)) ?? flatPrompt(span.attributes),
    response: joinTurns(splitTurns(said)).response ?? flatOut,
    asked: listed.length > 0 ? listed : flat,
  };
}

/** Langfuse keeps what a model was asked and answered in the words of the model's service. */
function isGeneration(attributes: JsonObject): boolean {
  return pickText(attributes, 'langfuse.observation.type') === 'generation';
}

function readGeneration(attributes: JsonObject, reading: Reading): ModelTalk {
  const asked = unwrapEncoded(pick(attributes, 'langfuse.observation.input'));
  const answered = unwrapEncoded(pick(attributes, 'langfuse.observation.output'));
  const saidIn = (value: Maybe): readonly Entry[] =>
    entriesOf(value === undefined ? undefined : conversationOf(value)?.messages, reading);
  const text = (value: Maybe): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const said = saidIn(answered);
  return {
    prompt: lastAsked(saidIn(asked)) ?? text(asked),
    response: joinTurns(splitTurns(said)).response ?? text(answered),
    asked: said.flatMap((entry) => (entry.kind === 'call' ? [entry.call] : [])),
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

function entriesOf(list: readonly JsonValue[] | undefined, reading: Reading): readonly Entry[] {
  return (list ?? []).flatMap(openMessage).flatMap((message) => readMessage(message, reading));
}

function lastAsked(entries: readonly Entry[]): string | undefined {
  return entries.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : [])).at(-1);
}

const FLAT_CALL =
  /^(?:llm\.output_messages|gen_ai\.completion)\.(\d+)\.(?:message\.)?tool_calls\.(\d+)\.(?:tool_call\.)?(?:function\.)?(name|arguments|id)$/;

/** Calls spread over attributes whose names count messages and calls. */
function flatCalls(attributes: JsonObject, reading: Reading): readonly FoundCall[] {
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
          input: input === undefined ? undefined : readArguments(input, name, reading),
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
