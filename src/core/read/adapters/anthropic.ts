import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pickList, pick, pickObject, pickText, withoutNulls } from '#core/base/json/pick.ts';
import { isPartOf } from '#core/read/transcripts/read-part.ts';
import type { Adapter } from '#core/read/framework/adapter.ts';
import { messageAdapter } from './message-adapter.ts';

const PARTS = ['tool_use', 'tool_result', 'server_tool_use', 'mcp_tool_use'];

const whole = messageAdapter({
  id: 'anthropic',
  title: 'Anthropic messages',
  isOwn: (message) =>
    pickList(message, 'content')?.some((part) => isPartOf(part, ...PARTS)) ?? false,
});

/** Messages of Anthropic's API, of MCP sampling, and of logs that keep them, also streamed. */
export const anthropic: Adapter = {
  ...whole,
  recognise: (value) =>
    isEvent(value) || (isJsonList(value) && value.some(isEvent)) || whole.recognise(value),
  read: (values, out) => whole.read(joinEvents(values), out),
};

const TYPES = /^(message_(start|delta|stop)|content_block_(start|delta|stop)|ping)$/;

/** Whether a value is an event of a streamed answer. */
function isEvent(value: JsonValue): boolean {
  const type = pickText(value, 'type');
  return (
    (type === 'message_start' && pickObject(value, 'message') !== undefined) ||
    (type === 'content_block_start' && pickObject(value, 'content_block') !== undefined)
  );
}

/** A block of an answer and the text of its pieces. */
interface Block {
  readonly start: JsonObject;
  text: string;
  input: string;
}

interface Streamed {
  readonly message: JsonObject;
  readonly blocks: Block[];
  end: JsonObject;
}

/** Joins the events of streamed answers. */
function joinEvents(values: readonly JsonValue[]): readonly JsonValue[] {
  const flat = values.flatMap((value) =>
    isJsonList(value) && value.some(isEvent) ? value : [value],
  );
  if (!flat.some(isEvent)) return values;
  const answers: Streamed[] = [];
  const others: JsonValue[] = [];
  for (const value of flat) {
    if (!TYPES.test(pickText(value, 'type') ?? '')) others.push(value);
    else takeEvent(value, answers);
  }
  return [...answers.map(writeAnswer), ...others];
}

function takeEvent(event: JsonValue, answers: Streamed[]): void {
  const message = pickObject(event, 'message');
  if (message || answers.length === 0) {
    answers.push({
      message: message ?? { type: 'message', role: 'assistant' },
      blocks: [],
      end: {},
    });
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

/** The end says what of an answer’s tokens its beginning could not know. */
function usageAfter(event: JsonValue, { message }: Streamed): JsonObject {
  const usage = pickObject(event, 'usage');
  return usage ? { usage: { ...pickObject(message, 'usage'), ...withoutNulls(usage) } } : {};
}

/** A library may have filled the first event in with what the others add. */
function writeAnswer({ message, blocks, end }: Streamed): JsonObject {
  if (blocks.length === 0) return { ...message, ...end };
  const content = blocks.map(({ start, text, input }) => ({
    ...start,
    ...(text === '' ? {} : { text }),
    ...(input === '' ? {} : { input }),
  }));
  return { ...message, ...end, content };
}
