import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  pick,
  pickObject,
  pickText,
  unwrapEncoded,
  type Maybe,
  amountOf,
  hasKey,
  pickAmount,
  pickList,
  withoutUndefined,
} from '#core/base/json/pick.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import {
  type Entry,
  type EntryReader,
  callsIn,
  isSaid,
  type Said,
  silentReader,
} from '#core/read/transcripts/entry.ts';
import { readMessage } from '#core/read/transcripts/read-message.ts';
import { entriesIn } from '#core/read/shape/shape.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';
import { type Field, type Kind, kindNamed } from './span-words.ts';
import type { Span, SpanEvent } from './span.ts';
import { errorIn, readArguments, type FoundCall } from '#core/calls/read-call.ts';
import type { StepRecord, StepTokens } from '#core/calls/step.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import type { Fields } from './span-fields.ts';
import type { Step } from './span-step.ts';

/** What was asked and answered in a span. */
interface Talk {
  readonly prompt: string | undefined;
  readonly response: string | undefined;
  /** All that messages tell of what was before the answer. */
  readonly before: readonly Entry[];
  /** What the answer says and asks for; undefined where it is not recorded. */
  readonly answer: readonly Entry[] | undefined;
}

/**
 * Reads what was asked and answered in a span: under the names that stand for messages, in its
 * events, and in a model's span in its input and output.
 * @returns undefined where no messages are recorded
 */
function readTalk(span: Span, kind: Kind | undefined, out: Collector): Talk | undefined {
  const { said, events } = span;
  // a request repeats the messages of those before it
  const silent = silentReader(out.options);
  const inEvents = eventEntries(events, silent, out);
  const hasAnswer = said.first('text') !== undefined || said.first('calls') !== undefined;
  const written = {
    role: 'assistant',
    content: said.text('text') ?? '',
    tool_calls: unwrapEncoded(said.first('calls')) ?? [],
  };
  const under = (field: Field, role: 'user' | 'assistant', reader: EntryReader) =>
    said.all(field).map((value) => () => entriesIn(value, role, reader));
  const isModel = kind === 'model';
  const asks = firstFilled([
    ...under('asked', 'user', silent),
    () => inEvents.asked,
    ...(isModel ? under('input', 'user', silent) : []),
  ]);
  const answers = firstFilled([
    ...under('answered', 'assistant', out),
    () => inEvents.answered,
    () => (hasAnswer ? readMessage(written, out) : []),
    ...(isModel ? under('output', 'assistant', out) : []),
  ]);
  if (asks.length + answers.length === 0) return undefined;
  const answer = sinceAsked(answers);
  return {
    prompt: lastAsked(asks) ?? lastAsked(answers),
    response: readWhole(answer, silent).response,
    before: asks,
    answer: answers.length > 0 ? answer : undefined,
  };
}

function lastAsked(entries: readonly Entry[]): string | undefined {
  return entries.findLast((entry): entry is Said => entry.kind === 'user')?.text;
}

/** Messages of earlier turns that a state repeats are left out. */
export function sinceAsked(entries: readonly Entry[]): readonly Entry[] {
  return entries.slice(entries.findLastIndex(({ kind }) => kind === 'user') + 1);
}

/** The first of several accounts that says something: the others are not read. */
function firstFilled(accounts: readonly (() => readonly Entry[])[]): readonly Entry[] {
  for (const read of accounts) {
    const entries = read();
    if (entries.length > 0) return entries;
  }
  return [];
}

const EVENT = /(?:^|\.)(user|system|assistant|tool)\.message$|(?:^|\.)(choice)$/;

/** What a span’s events say, in the order of their times. */
function eventEntries(
  events: readonly SpanEvent[],
  silent: EntryReader,
  out: EntryReader,
): { readonly asked: readonly Entry[]; readonly answered: readonly Entry[] } {
  const asked: Entry[] = [];
  const answered: Entry[] = [];
  const sorted = [...events].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  for (const { name, attributes, body } of sorted) {
    const [, author, choice] = EVENT.exec(name) ?? [];
    if (choice !== undefined)
      answered.push(...readMessage(eventMessage('assistant', attributes, body), out));
    else if (author !== undefined)
      asked.push(...readMessage(eventMessage(author, attributes, body), silent));
    else {
      for (const holder of [attributes, body]) {
        asked.push(...entriesIn(heldIn(holder, 'input', ASKED), 'user', silent));
        answered.push(...entriesIn(heldIn(holder, 'output', ANSWERED), 'assistant', out));
      }
    }
  }
  return { asked, answered };
}

const ASKED = ['gen_ai.input.messages', 'input.messages', 'gen_ai.prompt'];
const ANSWERED = ['gen_ai.output.messages', 'output.messages', 'gen_ai.completion'];

function heldIn(holder: Maybe, side: string, names: readonly string[]): Maybe {
  return pick(holder, ...names) ?? pick(pickObject(holder, side), 'messages');
}

/** The message of an event: its body, or its attributes. */
function eventMessage(role: string, attributes: JsonObject, body: Maybe): JsonObject {
  const content = body ?? unwrapEncoded(pick(attributes, 'gen_ai.event.content', 'body'));
  const held = isJsonObject(content) ? content : { content: content ?? null };
  const told = content === undefined ? attributes : held;
  const message = unwrapEncoded(pick(told, 'message'));
  const whole = isJsonObject(message) ? { ...told, ...message } : told;
  const said = unwrapEncoded(pick(whole, 'content')) ?? message ?? null;
  const tool_calls = unwrapEncoded(pick(whole, 'tool_calls')) ?? [];
  const id = pickText(whole, 'id', 'tool_call_id', 'gen_ai.tool.call.id');
  const { message: _, ...rest } = whole;
  return {
    ...rest,
    role,
    content: said,
    tool_calls,
    ...(id !== undefined && { tool_call_id: id }),
  };
}

/** A span as a step of a run. */
export interface SpanStep extends Step {
  readonly span: Span;
  readonly kind: Kind | undefined;
  readonly talk: Talk | undefined;
  /** What was not understood in an answer. */
  readonly unread: Entry | undefined;
}

/** Reads what a span records of a run. */
export function readStep(span: Span, out: Collector): SpanStep {
  out.from(span.origin);
  const { id, parentId, start, end } = span;
  const kind = kindOf(span);
  const isModel = kind === 'model';
  const talk = kind === 'tool' ? undefined : readTalk(span, kind, out);
  const unread = talk?.answer?.find((entry) => entry.kind === 'unread');
  const answer = talk?.answer;
  // it may seem to ask for nothing only because nobody read how it did
  const asked = unread && answer && callsIn(answer).length === 0 ? undefined : answer;
  return {
    id,
    parentId,
    start,
    end,
    call: kind === 'tool' ? callOf(span, out) : undefined,
    asked,
    said: asked || isModel ? (talk?.response ?? '') : undefined,
    isModel,
    about: aboutOf(span, kind, talk),
    told: talk && [...talk.before, ...(talk.answer ?? [])],
    span,
    kind,
    talk,
    unread,
  };
}

/** A step whose span runs a tool though it does not say so, read as that tool’s. */
export function asTool(step: SpanStep, out: Collector): SpanStep {
  out.from(step.span.origin);
  const call = callOf(step.span, out);
  const none = { asked: undefined, said: undefined, told: undefined, talk: undefined };
  return { ...step, ...none, kind: 'tool', call, about: aboutOf(step.span, 'tool', undefined) };
}

/** Spans that say what they are by their name alone. */
const MODEL_NAME =
  /^(?:ai\.\w+\.do(?:Generate|Stream)|call_llm)$|(?:completions|messages|responses)\.create/;
const TOOL_NAME = /^(?:execute_tool|tools\/call|running tool:?|call_tool|handoff to) +/i;

function kindOf({ said, name, isLog }: Span): Kind | undefined {
  const method = said.text('method');
  if (method === 'tools/call') return 'tool';
  if (method !== undefined && /^\w+\/\w+$|^initialize$/.test(method)) return undefined;
  for (const word of said.all('kind')) {
    const kind = typeof word === 'string' ? kindNamed(word) : undefined;
    if (kind) return kind;
  }
  if (isLog) return kindNamed(name.split('.').at(-1) ?? '');
  if (MODEL_NAME.test(name)) return 'model';
  const isNamed = kindNamed(name) === 'tool' && said.text('tool') !== undefined;
  const isTool = isNamed || TOOL_NAME.test(name) || said.first('toolMark') !== undefined;
  return isTool ? 'tool' : undefined;
}

/** Reads the call that a tool's span stands for; a hand-over is named as the tool for it. */
function callOf(span: Span, out: Collector): FoundCall {
  const { said } = span;
  const target = said.text('target') ?? /^handoff to (.+)$/i.exec(span.name)?.[1];
  if (target !== undefined) {
    const agent = target.replace(/\W+/g, '_').toLowerCase();
    return { name: `transfer_to_${agent}`, input: {}, error: errorOf(span) };
  }
  const name = said.text('tool') ?? span.name.replace(TOOL_NAME, '').replace(/\.tool$/, '');
  const given = said.all('arguments').find((value) => !isSchema(value));
  const told = toldInEvents(span);
  const output = unwrapEncoded(said.first('result') ?? told.output);
  const bare = soleOutput(output);
  return {
    name,
    input: readToolInput(given ?? told.input, name, out),
    id: said.text('call') ?? told.id ?? requestOf(span),
    output: bare,
    error: errorOf(span) ?? failureIn(bare),
  };
}

/**
 * Reads the input of a tool's span or run, through the wrappers that tracers put around it.
 * @returns the arguments; undefined when nothing was recorded
 */
function readToolInput(
  value: JsonValue | undefined,
  tool: string,
  out: Collector,
): JsonValue | undefined {
  if (value === undefined) return undefined;
  const isWritten = typeof value === 'string';
  return readArguments(unwrapInput(unwrapEncoded(value), tool, isWritten), tool, out) ?? {};
}

function unwrapInput(value: JsonValue, tool: string, isWritten: boolean): JsonValue {
  if (!isJsonObject(value)) return value;
  // a Python function's arguments, positional and named
  const positional = pickList(value, 'args');
  const named = pickObject(value, 'kwargs');
  if (positional && named) {
    return Object.keys(named).length > 0 || positional.length === 0 ? named : positional;
  }
  const inputs = pickObject(value, 'inputs');
  if (inputs) return inputs;
  // the whole call where its arguments would be
  const held = pickText(value, 'name') === tool ? pick(value, 'args', 'arguments') : undefined;
  if (held !== undefined) return unwrapEncoded(held);
  const [key, inner] = Object.entries(value)[0] ?? [];
  const isWrapper =
    Object.keys(value).length === 1 && /^(?:input|input_str|value|parameters)$/.test(key ?? '');
  if (!isWrapper || inner === undefined) return value;
  // one argument named input stays an argument; arguments that a tracer wrote as text do not
  const opened = unwrapEncoded(inner);
  const isText = isWritten || typeof inner === 'string' || key === 'parameters';
  if (typeof opened === 'object' && opened !== null) return isText ? opened : value;
  return typeof opened === 'string' && /^\s*[{[]/.test(opened) ? opened : value;
}

/** The specification keeps the schema where some tracers have the arguments. */
function isSchema(value: JsonValue): boolean {
  return hasKey(unwrapEncoded(value), 'properties');
}

function soleOutput(output: Maybe): Maybe {
  const isSole = isJsonObject(output) && Object.keys(output).length === 1;
  return (isSole ? pick(output, 'output', 'value') : undefined) ?? output;
}

/** Some tracers have what a tool was given and gave back as messages in events. */
function toldInEvents({ events }: Span): {
  input?: Maybe;
  output?: Maybe;
  id?: string | undefined;
} {
  const asked = events.find(({ name }) => name === 'gen_ai.tool.message');
  const answered = events.find(({ name }) => name === 'gen_ai.choice');
  return {
    input: pick(asked?.attributes, 'content'),
    output: pick(answered?.attributes, 'message', 'content'),
    id: pickText(asked?.attributes, 'id'),
  };
}

/** Both ends of one request of MCP have its number. */
function requestOf({ said }: Span): string | undefined {
  const [session, request] = [said.text('connection'), said.first('request')];
  if (session === undefined || request === undefined || typeof request === 'object')
    return undefined;
  return `${session}/${request}`;
}

/** LangChain hands an error that a tool has thrown on as the tool's message. */
function failureIn(output: Maybe): string | true | undefined {
  const message = pickObject(output, 'kwargs') ?? output;
  if (pick(message, 'status') !== 'error') return errorIn(output);
  const text = textOf(pick(message, 'content'));
  return text === '' ? true : text;
}

/** What a span failed with, as precisely as it says so; true where it only says that it did. */
export function errorOf({ said, events }: Span): string | true | undefined {
  const isBad = said.all('status').some((status) => status === 2 || isError(status));
  const failed = said.all('failed').filter((value) => !NO_ERROR.has(value));
  const isMarked =
    isError(said.first('level') ?? null) ||
    failed.length > 0 ||
    [false, 'false'].some((value) => value === said.first('passed'));
  if (!isBad && !isMarked) return undefined;
  const exception = events.find(({ attributes }) =>
    hasKey(attributes, 'exception.type', 'exception.message'),
  );
  return (
    said.all('reason').find(isReason) ??
    pickText(exception?.attributes, 'exception.message', 'exception.type') ??
    failed.find(isReason) ??
    true
  );
}

const isReason = (value: JsonValue): value is string =>
  typeof value === 'string' && value !== 'true';

/** What tracers write as the error of a span without an error. */
const NO_ERROR: ReadonlySet<JsonValue> = new Set([false, 0, '', 'false', '0']);

function isError(value: JsonValue): boolean {
  return typeof value === 'string' && /error$|^fail(?:ed|ure)$/i.test(value);
}

/** Agent, model, tokens and cost of a span. All tracers count in US dollars. */
function aboutOf(span: Span, kind: Kind | undefined, talk: Talk | undefined): StepRecord {
  const { said } = span;
  const agent = said.text('agent') ?? (kind === 'agent' ? agentNamed(span) : undefined);
  const isOther = kind === 'tool' || kind === 'agent';
  const seconds = said.amount('seconds');
  const costs = unwrapEncoded(said.first('costs'));
  const amount = pickAmount(costs, 'total') ?? sumOf(costs, /^/) ?? said.amount('cost');
  const { model, tokens } = talk?.answer?.find(isSaid)?.record ?? {};
  const known = {
    agent: agent === '' ? undefined : agent,
    model: (isOther ? undefined : said.text('model')) ?? model,
    durationMs: said.amount('milliseconds') ?? (seconds === undefined ? undefined : seconds * 1000),
    tokens: tokensOf(said) ?? tokens,
    cost: amount === undefined ? undefined : { amount, currency: 'USD' },
  };
  return withoutUndefined(known);
}

/** Langfuse’s kinds of tokens do not overlap; all whose name says so are summed, as it does itself. */
function tokensOf(said: Fields): StepTokens | undefined {
  const usage = unwrapEncoded(said.first('usage'));
  const tokens = withoutUndefined({
    input: sumOf(usage, /input|prompt/i) ?? said.amount('inputTokens'),
    output: sumOf(usage, /output|completion/i) ?? said.amount('outputTokens'),
    cached: sumOf(usage, /cached|cache_read/i) ?? said.amount('cachedTokens'),
  });
  return Object.keys(tokens).length === 0 ? undefined : tokens;
}

function sumOf(details: Maybe, names: RegExp): number | undefined {
  if (!isJsonObject(details ?? null)) return undefined;
  let sum: number | undefined;
  for (const [name, value] of Object.entries(details as JsonObject)) {
    const amount = names.test(name) ? amountOf(value) : undefined;
    if (amount !== undefined) sum = (sum ?? 0) + amount;
  }
  return sum;
}

function agentNamed({ said, name }: Span): string {
  return (said.text('agentSpan') ?? name).replace(/^invoke_agent ?/, '');
}
