import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickObject,
  pickText,
  unwrapEncoded,
  type Maybe,
} from '#core/base/json/pick.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { Collector } from '#core/read/framework/adapter.ts';
import { isSaid, type Entry } from '#core/read/transcripts/entry.ts';
import { isMessage, readMessage } from '#core/read/transcripts/read-message.ts';
import { say, textOf } from '#core/read/transcripts/read-part.ts';
import { readEntries } from '#core/read/shape/walk.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';
import type { Field, Kind } from './words.ts';
import type { Span, SpanEvent } from './span.ts';

/** What was asked and answered in a span. */
export interface Talk {
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
export function readTalk(span: Span, kind: Kind | undefined, out: Collector): Talk | undefined {
  const { said, events } = span;
  // a request tells again what is said in those before it
  const silent = new Collector(out.options);
  const inEvents = eventEntries(events, silent, out);
  const hasAnswer = said.first('text') !== undefined || said.first('calls') !== undefined;
  const written = {
    role: 'assistant',
    content: said.text('text') ?? '',
    tool_calls: unwrapEncoded(said.first('calls')) ?? [],
  };
  const under = (field: Field, role: 'user' | 'assistant', reader: Collector) =>
    said.all(field).map((value) => entriesIn(value, role, reader));
  const isModel = kind === 'model';
  const asks = firstFilled([
    ...under('asked', 'user', silent),
    inEvents.asked,
    ...(isModel ? under('input', 'user', silent) : []),
  ]);
  const answers = firstFilled([
    ...under('answered', 'assistant', out),
    inEvents.answered,
    hasAnswer ? readMessage(written, out) : [],
    ...(isModel ? under('output', 'assistant', out) : []),
  ]);
  if (asks.length + answers.length === 0) return undefined;
  const answer = sinceAsked(answers);
  return {
    prompt: lastAsked(asks) ?? lastAsked(answers),
    response: readWhole(answer, new Collector(out.options)).response,
    before: asks,
    answer: answers.length > 0 ? answer : undefined,
  };
}

function lastAsked(entries: readonly Entry[]): string | undefined {
  return entries.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : [])).at(-1);
}

/** What a state repeats of earlier turns was said before. */
export function sinceAsked(entries: readonly Entry[]): readonly Entry[] {
  return entries.slice(entries.findLastIndex(({ kind }) => kind === 'user') + 1);
}

function firstFilled(lists: readonly (readonly Entry[])[]): readonly Entry[] {
  return lists.find((list) => list.length > 0) ?? [];
}

/** What an input or output says as text: what was asked last in messages, or answered. */
export function textIn(value: Maybe, role: 'user' | 'assistant'): string | undefined {
  const opened = unwrapEncoded(value);
  // MLflow keeps texts as JSON, with their quotes
  if (typeof opened === 'string') {
    const text = opened.startsWith('"') ? tryJson(opened) : undefined;
    return text?.ok && typeof text.value === 'string' ? text.value : opened;
  }
  const out = new Collector();
  const entries = entriesIn(opened, role, out);
  const turn = readWhole(entries, out);
  const said = role === 'user' ? turn.prompt : turn.response;
  const text = said ?? pickText(opened, ...TEXTS[role]) ?? textOf(pick(opened, ...TEXTS[role]));
  return text === '' ? undefined : text;
}

const TEXTS = {
  user: ['input', 'value', 'question', 'query', 'prompt', 'user_input', 'task', 'text', 'content'],
  assistant: ['output', 'value', 'answer', 'response', 'result', 'text', 'content'],
};

/** What an input or output tells, whatever service wrote it. */
function entriesIn(value: Maybe, role: 'user' | 'assistant', out: Collector): readonly Entry[] {
  const opened = unwrapEncoded(value);
  if (typeof opened === 'string') return say(opened, role === 'user' ? 'user' : 'agent');
  if (opened === undefined || opened === null || typeof opened !== 'object') return [];
  if (isBare(opened)) return readMessage({ role, content: opened }, out);
  if (isJsonObject(opened) && hasKey(opened, ...CONTENTS) && !isMessage(opened))
    return readMessage({ role, ...opened }, out);
  // of several answers the first counts; LangChain has a list for each request
  const list = isJsonList(opened) && isJsonList(opened[0] ?? null) ? opened[0] : opened;
  return readEntries([list ?? null], out).flatMap((entry) => openText(entry, out));
}

/** What a text tells that is the JSON of what a framework returned: the last of its messages. */
function openText(entry: Entry, out: Collector): readonly Entry[] {
  const inner = isSaid(entry) ? unwrapEncoded(entry.text) : undefined;
  const told = isJsonObject(inner) ? readEntries([inner], out) : [];
  if (told.length === 0) return [entry];
  const before = told.findLastIndex(({ kind }) => kind === 'user' || kind === 'result');
  return before < told.length - 1 ? told.slice(before + 1) : told.slice(-1);
}

const CONTENTS = ['content', 'parts', 'tool_calls', 'toolCalls'];

/** Whether a list is the parts of one message. */
function isBare(list: JsonValue): boolean {
  return (
    isJsonList(list) &&
    list.every((item) => pickText(item, 'type') !== undefined && !hasKey(item, 'role')) &&
    !list.every(isMessage)
  );
}

const EVENT = /(?:^|\.)(user|system|assistant|tool)\.message$|(?:^|\.)(choice)$/;

/** What a span’s events say, in the order of their times. */
function eventEntries(
  events: readonly SpanEvent[],
  silent: Collector,
  out: Collector,
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
