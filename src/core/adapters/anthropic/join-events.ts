import { isJsonList, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { pick, pickObject, pickText } from '#core/json/pick.ts';

const TYPES = /^(message_(start|delta|stop)|content_block_(start|delta|stop)|ping)$/;

/**
 * Tells an event of a streamed answer.
 * @param value any value
 * @returns whether it begins an answer or a block of one
 */
export function isEvent(value: JsonValue): boolean {
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

/**
 * Joins the events of streamed answers.
 * @param values the file's values
 * @returns the answers in place of their events, the other values after them
 */
export function joinEvents(values: readonly JsonValue[]): readonly JsonValue[] {
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
  if (pick(event, 'type') === 'message_delta') answer.end = delta ?? {};
  else if (block) {
    block.text += pickText(delta, 'text') ?? '';
    block.input += pickText(delta, 'partial_json') ?? '';
  }
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
