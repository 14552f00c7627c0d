import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  type Maybe,
} from '#core/base/json/pick.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { Collector } from '#core/read/framework/adapter.ts';
import {
  callsIn,
  isSaid,
  recordedCalls,
  type Entry,
  type Unread,
  type Result,
} from '#core/read/transcripts/entry.ts';
import { conversationOf } from '#core/read/transcripts/find-conversations.ts';
import { isMessage, readMessages } from '#core/read/transcripts/read-message.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';
import type { Kind } from './words.ts';
import type { Span, SpanEvent } from './span.ts';

/** What was asked and answered in a span. */
export interface Talk {
  readonly prompt: string | undefined;
  readonly response: string | undefined;
  /** The calls that the answer asks for; undefined where it is not recorded, or not read. */
  readonly asked: readonly FoundCall[] | undefined;
  /** What was not understood in an answer. */
  readonly unread: Unread | undefined;
  /** All calls since the last question that the messages tell of. */
  readonly told: readonly FoundCall[];
  /** What tools returned, as the messages tell. */
  readonly results: readonly Result[];
  /** What is recorded beside the answer. */
  readonly record: StepRecord;
}

/**
 * Reads what was asked and answered in a span: under the names that stand for messages, in its
 * events, and in a model's span in its input and output.
 * @returns undefined where no messages are recorded
 */
export function readTalk(span: Span, kind: Kind | undefined, out: Collector): Talk | undefined {
  const { said, events } = span;
  const isModel = kind === 'model';
  const inEvents = eventMessages(events);
  const answered = {
    role: 'assistant',
    content: said.text('text') ?? '',
    tool_calls: unwrapEncoded(said.first('calls')) ?? [],
  };
  const hasAnswer = said.first('text') !== undefined || said.first('calls') !== undefined;
  const asks = firstFilled([
    ...said.all('asked').map((value) => messagesIn(value, 'user')),
    inEvents.asked,
    ...(isModel ? said.all('input').map((value) => messagesIn(value, 'user')) : []),
  ]);
  const answers = firstFilled([
    ...said.all('answered').map((value) => messagesIn(value, 'assistant')),
    inEvents.answered,
    hasAnswer ? [answered] : [],
    ...(isModel ? said.all('output').map((value) => messagesIn(value, 'assistant')) : []),
  ]);
  if (!asks && !answers) return undefined;
  // a request tells again what is said in those before it
  const before = readMessages(asks ?? [], new Collector(out.options));
  const told = readMessages(answers ?? [], out);
  const after = sinceAsked(told);
  const asked = answers && recordedCalls(after);
  return {
    prompt: lastAsked(before) ?? lastAsked(told),
    response: readWhole(after, new Collector(out.options)).response,
    asked,
    unread: after.find((entry) => entry.kind === 'unread'),
    told: [...callsIn(sinceAsked(before)), ...callsIn(after)],
    results: [...before, ...after].filter((entry) => entry.kind === 'result'),
    record: after.find(isSaid)?.record ?? {},
  };
}

function lastAsked(entries: readonly Entry[]): string | undefined {
  return entries.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : [])).at(-1);
}

/** What a state repeats of earlier turns was said before. */
function sinceAsked(entries: readonly Entry[]): readonly Entry[] {
  return entries.slice(entries.findLastIndex(({ kind }) => kind === 'user') + 1);
}

function firstFilled(lists: readonly (readonly JsonValue[])[]): readonly JsonValue[] | undefined {
  return lists.find((list) => list.length > 0);
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
  const entries = readMessages(messagesIn(opened, role), out);
  const turn = readWhole(entries, out);
  const said = role === 'user' ? turn.prompt : turn.response;
  const text = said ?? pickText(opened, ...TEXTS[role]) ?? textOf(pick(opened, ...TEXTS[role]));
  return text === '' ? undefined : text;
}

const TEXTS = {
  user: ['input', 'value', 'question', 'query', 'prompt', 'user_input', 'task', 'text', 'content'],
  assistant: ['output', 'value', 'answer', 'response', 'result', 'text', 'content'],
};

/** The messages of an input or output, whatever service wrote it. */
function messagesIn(value: Maybe, role: 'user' | 'assistant'): readonly JsonValue[] {
  const opened = unwrapEncoded(value);
  if (typeof opened === 'string') return [{ role, content: opened }];
  if (isJsonList(opened)) return listed(opened, role);
  if (!isJsonObject(opened)) return [];
  const generation = generationIn(opened);
  if (generation !== undefined) return messagesIn(generation, role);
  const held = conversationOf(opened)?.messages;
  if (held) return held.flatMap(openMessage);
  const list = pickList(opened, 'messages');
  if (list) return listed(list, role);
  return hasKey(opened, ...CONTENTS) ? [{ role, ...opened }] : [];
}

const CONTENTS = ['content', 'parts', 'tool_calls', 'toolCalls'];

function listed(list: readonly JsonValue[], role: 'user' | 'assistant'): readonly JsonValue[] {
  const [first = null] = list;
  // of several answers the first counts; LangChain has a list for each request
  if (isJsonList(first)) return listed(first, role);
  const isAnswer = isJsonObject(first) && !hasKey(first, 'role', ...CONTENTS);
  if (isAnswer && conversationOf(first)) return messagesIn(first, role);
  const isParts = list.every(
    (item) => pickText(item, 'type') !== undefined && !hasKey(item, 'role'),
  );
  if (isParts && !list.every(isMessage)) return [{ role, content: list }];
  return list.flatMap((item) => {
    if (typeof item === 'string') return [{ role, content: item }];
    if (isMessage(item)) return openMessage(item);
    return isJsonObject(item) && hasKey(item, ...CONTENTS) ? [{ ...item, role }] : [];
  });
}

/** Opens a message whose text is the JSON of what a framework returned. */
function openMessage(message: JsonValue): readonly JsonValue[] {
  const content = pick(message, 'content');
  if (content === undefined && isJsonObject(message)) {
    const { role, contents } = message;
    // a tracer that tells nothing of a message but its author
    if (contents === undefined) return Object.keys(message).length > 1 ? [message] : [];
    return [{ ...message, role: role ?? null, content: contents }];
  }
  const inner = typeof content === 'string' ? unwrapEncoded(content) : undefined;
  if (!isJsonObject(inner)) return [message];
  if (generationIn(inner) !== undefined) return messagesIn(inner, 'assistant');
  const messages = pickList(inner, 'messages');
  if (messages?.every(isMessage)) return messages.slice(-1);
  return hasKey(inner, 'type') && isMessage(inner) ? [inner] : [message];
}

/** LangChain keeps a list of lists, one for each prompt and one for each try. */
function generationIn(value: JsonObject): JsonValue | undefined {
  const list = pickList(value, 'generations');
  const first = isJsonList(list?.[0]) ? list[0][0] : list?.[0];
  if (first === undefined) return undefined;
  const message = pickObject(first, 'message');
  if (message && isMessage(message)) return message;
  const content = pickText(first, 'text') ?? pick(message, 'content') ?? '';
  return { role: 'assistant', content, tool_calls: pickList(message, 'tool_calls') ?? [] };
}

const EVENT = /(?:^|\.)(user|system|assistant|tool)\.message$|(?:^|\.)(choice)$/;

/** What a span’s events say, in the order of their times. */
function eventMessages(events: readonly SpanEvent[]): {
  readonly asked: readonly JsonValue[];
  readonly answered: readonly JsonValue[];
} {
  const asked: JsonValue[] = [];
  const answered: JsonValue[] = [];
  const sorted = [...events].sort((a, b) => Number((a.at ?? 0n) - (b.at ?? 0n)));
  for (const { name, attributes, body } of sorted) {
    const [, author, choice] = EVENT.exec(name) ?? [];
    if (choice !== undefined) answered.push(...eventMessage('assistant', attributes, body));
    else if (author !== undefined) asked.push(...eventMessage(author, attributes, body));
    else {
      for (const holder of [attributes, body]) {
        asked.push(...messagesIn(heldIn(holder, 'input', ASKED), 'user'));
        answered.push(...messagesIn(heldIn(holder, 'output', ANSWERED), 'assistant'));
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
function eventMessage(role: string, attributes: JsonObject, body: Maybe): readonly JsonValue[] {
  const content = body ?? unwrapEncoded(pick(attributes, 'gen_ai.event.content', 'body'));
  const held = isJsonObject(content) ? content : { content: content ?? null };
  const told = content === undefined ? attributes : held;
  const message = unwrapEncoded(pick(told, 'message'));
  const whole = isJsonObject(message) ? { ...told, ...message } : told;
  const said = unwrapEncoded(pick(whole, 'content')) ?? message ?? null;
  const tool_calls = unwrapEncoded(pick(whole, 'tool_calls')) ?? [];
  const id = pickText(whole, 'id', 'tool_call_id', 'gen_ai.tool.call.id');
  const { message: _, ...rest } = whole;
  return [
    { ...rest, role, content: said, tool_calls, ...(id !== undefined && { tool_call_id: id }) },
  ];
}
