import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickText } from '#core/base/json/pick.ts';
import { fold } from './event-words.ts';

/** Ids by which the pieces of one message or call belong together. */
const IDS = ['toolCallId', 'tool_call_id', 'messageId', 'message_id', 'item_id', 'id'];
const TOOLS = ['toolCallName', 'tool_call_name', 'toolName', 'tool_name', 'name'];

/** A message or a call that comes in pieces. */
interface Streamed {
  readonly start: JsonObject;
  text: string;
}

/**
 * Puts together what a stream tells in pieces: each begins with an event whose type ends in `start`,
 * and its pieces are texts under `delta`.
 * @returns the values with a message or a call in place of its beginning; the same without pieces
 */
export function joinPieces(values: readonly JsonValue[]): readonly JsonValue[] {
  if (!values.some((value) => pickText(value, 'delta') !== undefined)) return values;
  const open = new Map<string, Streamed>();
  const joined: (JsonValue | Streamed)[] = [];
  for (const value of values) {
    const id = pickText(value, ...IDS);
    const type = fold(pickText(value, 'type', 'event') ?? '');
    const known = id === undefined ? undefined : open.get(id);
    if (id !== undefined && isJsonObject(value) && type.endsWith('start')) {
      const streamed = { start: value, text: '' };
      open.set(id, streamed);
      joined.push(streamed);
    } else if (known && (pick(value, 'delta') !== undefined || type.endsWith('end'))) {
      known.text += pickText(value, 'delta') ?? '';
    } else joined.push(value);
  }
  const streams = new Set<unknown>(open.values());
  const isStreamed = (value: unknown): value is Streamed => streams.has(value);
  return joined.map((value) => (isStreamed(value) ? writeWhole(value) : value));
}

function writeWhole({ start, text }: Streamed): JsonObject {
  const { type: _, ...about } = start;
  const name = pickText(start, ...TOOLS);
  if (name === undefined) return { role: 'assistant', ...about, content: text };
  const id = pickText(start, ...IDS) ?? '';
  return { ...about, type: 'tool_call', tool_call_id: id, name, arguments: text };
}
