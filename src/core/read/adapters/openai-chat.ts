import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pickText, pick, pickList, pickObject } from '#core/base/json/pick.ts';
import type { Adapter } from '#core/read/framework/adapter.ts';
import { messageAdapter } from './message-adapter.ts';

const whole = messageAdapter({
  id: 'openai-chat',
  title: 'OpenAI chat messages',
  isOwn: (_, recorded) => isOpenAiMessage(recorded),
});

/** Messages of OpenAI's chat completions and of the many services that speak like it. */
export const openaiChat: Adapter = {
  ...whole,
  recognise: (value) =>
    isChunk(value) || (isJsonList(value) && value.some(isChunk)) || whole.recognise(value),
  read: (values, out) => whole.read(joinChunks(values), out),
};

/** Whether a value is a piece of a streamed answer. */
function isChunk(value: JsonValue): boolean {
  return (
    pick(value, 'object') === 'chat.completion.chunk' && pickList(value, 'choices') !== undefined
  );
}

interface Streamed {
  /** What the pieces say of the answer; the last one may have its tokens. */
  about: JsonObject;
  content: string;
  readonly calls: Map<number, { id?: string; name: string; input: string }>;
}

/**
 * Joins the pieces of streamed answers; arguments come in pieces too, told apart by their index.
 */
function joinChunks(values: readonly JsonValue[]): readonly JsonValue[] {
  const flat = values.flatMap((value) =>
    isJsonList(value) && value.some(isChunk) ? value : [value],
  );
  if (!flat.some(isChunk)) return values;
  const answers = new Map<string, Streamed>();
  for (const chunk of flat.filter(isChunk)) {
    const id = pickText(chunk, 'id') ?? '';
    const answer = answers.get(id) ?? { about: {}, content: '', calls: new Map() };
    answers.set(id, answer);
    answer.about = { ...answer.about, ...aboutOf(chunk) };
    takeDelta(pickObject(pickList(chunk, 'choices')?.[0], 'delta'), answer);
  }
  const joined = [...answers].map(([id, answer]) => writeAnswer(id, answer));
  return [...joined, ...flat.filter((value) => !isChunk(value))];
}

const ABOUT = ['model', 'created', 'usage'];

function aboutOf(chunk: JsonValue): JsonObject {
  const known = ABOUT.map((key) => [key, pick(chunk, key)]);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as JsonObject;
}

function takeDelta(delta: JsonObject | undefined, answer: Streamed): void {
  answer.content += pickText(delta, 'content') ?? '';
  for (const piece of pickList(delta, 'tool_calls') ?? []) {
    const place = pick(piece, 'index');
    const index = typeof place === 'number' ? place : 0;
    const call = answer.calls.get(index) ?? { name: '', input: '' };
    const made = pickObject(piece, 'function');
    const id = pickText(piece, 'id');
    if (id !== undefined) call.id = id;
    call.name += pickText(made, 'name') ?? '';
    call.input += pickText(made, 'arguments') ?? '';
    answer.calls.set(index, call);
  }
}

function writeAnswer(id: string, { about, content, calls }: Streamed): JsonObject {
  const ordered = [...calls].sort(([a], [b]) => a - b);
  const tool_calls = ordered.map(([, call]) => ({
    ...(call.id === undefined ? {} : { id: call.id }),
    function: { name: call.name, arguments: call.input },
  }));
  const message = { role: 'assistant', content, tool_calls };
  const own = { ...about, ...(id === '' ? {} : { id }) };
  return { ...own, object: 'chat.completion', choices: [{ message }] };
}

/** Whether a message makes calls, or answers one, as OpenAI's do; it may be wrapped. */
export function isOpenAiMessage(recorded: JsonValue): boolean {
  const message = pickObject(recorded, 'message', 'kwargs', 'data') ?? recorded;
  return (
    hasKey(message, 'tool_calls', 'function_call') ||
    /^(tool|function)$/.test(pickText(message, 'role') ?? '')
  );
}
