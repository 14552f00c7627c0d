import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { pick, pickObject, pickText, unwrapEncoded, type Maybe } from '#core/base/json/pick.ts';
import { Collector } from '#core/read/framework/adapter.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { readMessage } from '#core/read/transcripts/read-message.ts';
import { entriesIn } from '#core/read/shape/read-output.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';
import type { Field, Kind } from './span-words.ts';
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
