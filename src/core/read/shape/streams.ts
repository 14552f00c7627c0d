import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  fold,
  type Maybe,
  oneOf,
  pick,
  pickList,
  pickObject,
  pickText,
  withoutNulls,
} from '#core/base/json/pick.ts';
import type { ListProfile } from './profiles/profile.ts';

/** An answer of a model that comes in pieces: its text and the arguments of its calls grow. */
export class StreamedAnswer {
  /** What the pieces say of it; the last one may have its tokens. */
  about: JsonObject = {};
  /** What nobody knows of the message. */
  others: JsonObject = {};
  #content = '';
  readonly #calls = new Map<string, { id: string | undefined; name: string; input: string }>();

  /** Takes a piece of its text. */
  say(text: string): void {
    this.#content += text;
  }

  /** Takes a piece of a call: those of one place or one id belong together, and what has neither to the last. */
  call(piece: JsonValue, name: Maybe, input: Maybe): void {
    const id = pickText(piece, 'id');
    const index = pick(piece, 'index');
    const last = [...this.#calls.keys()].at(-1) ?? '';
    const place = typeof index === 'number' ? String(index) : (id ?? last);
    const call = this.#calls.get(place) ?? { id, name: '', input: '' };
    call.id ??= id;
    if (typeof name === 'string') call.name += name;
    if (typeof input === 'string') call.input += input;
    this.#calls.set(place, call);
  }

  message(): JsonObject {
    const ordered = [...this.#calls].sort(([a], [b]) => Number(a) - Number(b));
    const tool_calls = ordered.map(([, { id, name, input }]) => ({
      ...(id !== undefined && { id }),
      function: { name, arguments: input },
    }));
    return { ...this.others, role: 'assistant', content: this.#content, tool_calls };
  }
}

const chat: ListProfile = {
  hasKeys: oneOf('choices'),
  isOwn: (value) =>
    (pick(value, 'object') === 'chat.completion.chunk' &&
      pickList(value, 'choices') !== undefined) ||
    pickObject(pickList(value, 'choices')?.[0], 'delta') !== undefined,
  rewrite: (values) => {
    const answers = new Map<string, StreamedAnswer>();
    for (const chunk of values.filter(chat.isOwn)) {
      const id = pickText(chunk, 'id') ?? '';
      const answer = answers.get(id) ?? new StreamedAnswer();
      answers.set(id, answer);
      const { choices, object: _, ...about } = withoutNulls(chunk as JsonObject);
      answer.about = { ...answer.about, ...about };
      const delta = pickObject((choices as readonly JsonValue[])[0], 'delta') ?? {};
      const { content = null, tool_calls = [], function_call: single = null, ...others } = delta;
      answer.others = { ...others, ...answer.others };
      if (typeof content === 'string') answer.say(content);
      const pieces = isJsonList(tool_calls) ? tool_calls : [];
      for (const piece of single ? [{ function: single }] : pieces) {
        const made = pickObject(piece, 'function');
        answer.call(piece, pick(made, 'name'), pick(made, 'arguments'));
      }
    }
    const others = values.filter((value) => !chat.isOwn(value));
    const whole = [...answers.values()].map((answer) => ({
      ...answer.about,
      object: 'chat.completion',
      choices: [{ message: answer.message() }],
    }));
    return [...whole, ...others];
  },
};

/** A block of an answer and the text of its pieces. */
interface Block {
  readonly start: JsonObject;
  text: string;
  input: string;
}

interface StreamedBlocks {
  readonly message: JsonObject;
  readonly blocks: Block[];
  end: JsonObject;
}

const BLOCK_EVENTS = /^(message_(start|delta|stop)|content_block_(start|delta|stop)|ping)$/;

const blocks: ListProfile = {
  hasKeys: oneOf('message', 'content_block'),
  isOwn: (value) => {
    const type = pickText(value, 'type');
    return (
      (type === 'message_start' && pickObject(value, 'message') !== undefined) ||
      (type === 'content_block_start' && pickObject(value, 'content_block') !== undefined)
    );
  },
  rewrite: (values) => {
    const answers: StreamedBlocks[] = [];
    const others: JsonValue[] = [];
    for (const value of values) {
      if (BLOCK_EVENTS.test(pickText(value, 'type') ?? '')) takeBlockEvent(value, answers);
      else others.push(value);
    }
    return [...answers.map(writeBlocks), ...others];
  },
};

function takeBlockEvent(event: JsonValue, answers: StreamedBlocks[]): void {
  const message = pickObject(event, 'message');
  if (message || answers.length === 0) {
    const empty = { type: 'message', role: 'assistant' };
    answers.push({ message: message ?? empty, blocks: [], end: {} });
  }
  const answer = answers.at(-1);
  if (!answer) return;
  const start = pickObject(event, 'content_block');
  if (start) answer.blocks.push({ start, text: '', input: '' });
  const delta = pickObject(event, 'delta');
  const block = answer.blocks.at(-1);
  if (pick(event, 'type') === 'message_delta')
    answer.end = { ...delta, ...usageAfter(event, answer) };
  else if (block) {
    block.text += pickText(delta, 'text') ?? '';
    block.input += pickText(delta, 'partial_json') ?? '';
  }
}

/** The end says what of an answer's tokens its beginning could not know. */
function usageAfter(event: JsonValue, { message }: StreamedBlocks): JsonObject {
  const usage = pickObject(event, 'usage');
  return usage ? { usage: { ...pickObject(message, 'usage'), ...withoutNulls(usage) } } : {};
}

/** A library may have filled the first event in with what the others add. */
function writeBlocks({ message, blocks: own, end }: StreamedBlocks): JsonObject {
  if (own.length === 0) return { ...message, ...end };
  const content = own.map(({ start, text, input }) => ({
    ...start,
    ...(text === '' ? {} : { text }),
    ...(input === '' ? {} : { input }),
  }));
  return { ...message, ...end, content };
}

const RESPONSE_EVENT = /^response\.\w+/;
const RESPONSE_END = /^response\.(completed|incomplete|failed|done)$/;

const responses: ListProfile = {
  hasKeys: oneOf('response', 'item'),
  isOwn: (value) =>
    RESPONSE_EVENT.test(pickText(value, 'type') ?? '') &&
    pick(value, 'response', 'item') !== undefined,
  /** The last event holds the whole response; of one that broke off, the items that were done. */
  rewrite: (values) => {
    const joined: JsonValue[] = [];
    let done: JsonValue[] = [];
    const end = (response: JsonObject): void => {
      const isEmpty = (pickList(response, 'output') ?? []).length === 0;
      joined.push(isEmpty ? { ...response, output: done } : response);
      done = [];
    };
    for (const value of values) {
      const type = pickText(value, 'type') ?? '';
      const item = pick(value, 'item');
      if (!RESPONSE_EVENT.test(type)) joined.push(value);
      else if (RESPONSE_END.test(type)) end(pickObject(value, 'response') ?? {});
      else if (type === 'response.output_item.done' && item !== undefined) done.push(item);
    }
    if (done.length > 0) end({ object: 'response' });
    return joined;
  },
};

/** Ids by which the pieces of one message or call belong together. */
const IDS = ['toolCallId', 'tool_call_id', 'messageId', 'message_id', 'item_id', 'id'];
const TOOLS = ['toolCallName', 'tool_call_name', 'toolName', 'tool_name', 'name'];
const TEXTS = ['delta', 'text', 'textDelta', 'argsTextDelta', 'inputTextDelta', 'args', 'content'];

/** A message or a call that comes in pieces. */
interface Streamed {
  readonly about: JsonObject;
  text: string;
}

/** Pieces whose types end in `start`, `delta` and `end`; those of Mastra carry a payload. */
const pieces: ListProfile = {
  hasKeys: oneOf('type', 'event'),
  isOwn: (value) =>
    /(?:delta|argsdelta|content|args|chunk)$/.test(typeOf(value)) && pieceOf(value) !== undefined,
  rewrite: (values, write) => {
    const open = new Map<string, Streamed>();
    const joined: (JsonValue | Streamed)[] = [];
    const streams = new Set<unknown>();
    const begin = (id: string, about: JsonObject): Streamed => {
      const streamed = { about, text: '' };
      open.set(id, streamed);
      streams.add(streamed);
      joined.push(streamed);
      return streamed;
    };
    for (const value of values) {
      const data = dataOf(value);
      const type = typeOf(value);
      const id = pickText(data, ...IDS) ?? '';
      const isText = /^text/.test(type);
      if (data && type.endsWith('start') && (isText || pickText(data, ...TOOLS) !== undefined))
        begin(id, data);
      else if (data && pieces.isOwn(value) && (isText || open.has(id))) {
        const streamed = open.get(id) ?? begin(id, data);
        streamed.text += pieceOf(value) ?? '';
      } else if (!/(?:delta|end)$/.test(type) || !open.has(id)) {
        joined.push(value);
        if (isText || type.startsWith('finish')) open.clear();
      }
    }
    return joined.map((value) => {
      if (!streams.has(value)) return value as JsonValue;
      const streamed = value as Streamed;
      return write(writePieces(streamed), streamed.about);
    });
  },
};

const dataOf = (value: JsonValue): JsonObject | undefined => {
  const payload = pickObject(value, 'payload');
  return payload ?? (isJsonObject(value) ? value : undefined);
};

const typeOf = (value: JsonValue): string => fold(pickText(value, 'type', 'event') ?? '');

function pieceOf(value: JsonValue): string | undefined {
  return pickText(dataOf(value), ...TEXTS);
}

function writePieces({ about, text }: Streamed): JsonObject {
  const name = pickText(about, ...TOOLS);
  const { type: _, delta: __, text: ___, ...others } = about;
  if (name === undefined) return { ...others, role: 'assistant', content: text };
  const id = pickText(about, ...IDS) ?? '';
  const given = { arguments: text === '' ? {} : text };
  return { ...others, type: 'function_call', call_id: id, name, ...given };
}

/** Messages in pieces that say so, one right after another, as Gemini's command line prints them. */
const deltas: ListProfile = {
  hasKeys: oneOf('delta'),
  isOwn: (value) => pick(value, 'delta') === true && pickText(value, 'content') !== undefined,
  rewrite: (values, write) => {
    const joined: JsonValue[] = [];
    for (const value of values) {
      const last = joined.at(-1) ?? null;
      const isNext =
        [last, value].every(deltas.isOwn) && pick(last, 'role') === pick(value, 'role');
      if (!isNext) joined.push(value);
      else {
        const content = `${pickText(last, 'content') ?? ''}${pickText(value, 'content') ?? ''}`;
        joined[joined.length - 1] = write({ ...(last as JsonObject), content }, last);
      }
    }
    return joined;
  },
};

const PIECE_KEYS = ['actions', 'steps', 'output', 'messages'];

/** What LangChain's executor streams: actions once decided, the same as steps once done, the output. */
const executor: ListProfile = {
  hasKeys: oneOf('actions', 'steps'),
  isOwn: (value) =>
    (pickList(value, 'actions') ?? pickList(value, 'steps')) !== undefined &&
    Object.keys(value as JsonObject).every((key) => PIECE_KEYS.includes(key)),
  rewrite: (values) =>
    values.filter((value) => !executor.isOwn(value) || pickList(value, 'steps') !== undefined),
};

/**
 * Streams, put together: chunks of OpenAI's chat completions, events of its Responses API and of
 * Anthropic's API, pieces that are named by an id, and those that say that they are.
 */
export const STREAMS: readonly ListProfile[] = [chat, blocks, responses, executor, deltas, pieces];
