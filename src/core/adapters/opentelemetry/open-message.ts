import { isJsonList, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText, unwrapEncoded } from '#core/json/pick.ts';
import { isMessage } from '#core/transcripts/read-message.ts';

/**
 * Opens a message whose text is the JSON of what a framework gave back.
 * @param message a message as a tracer wrote it
 * @returns the messages inside its text; the message itself when its text is text
 */
export function openMessage(message: JsonValue): readonly JsonValue[] {
  const inner = unwrapEncoded(pick(message, 'content'));
  if (isJsonList(inner) || typeof pick(message, 'content') !== 'string') return [message];
  const generation = generationIn(inner);
  if (generation !== undefined) {
    const answer = pickObject(generation, 'message');
    const text = pickText(generation, 'text') ?? pick(answer, 'content') ?? '';
    const tool_calls = pickList(answer, 'tool_calls') ?? [];
    return [{ role: 'assistant', content: text, tool_calls }];
  }
  const messages = pickList(inner, 'messages');
  if (messages?.every(isMessage)) return messages.slice(-1);
  return hasKey(inner, 'type') && isMessage(inner) ? [inner] : [message];
}

/** The first try for the first prompt. */
function generationIn(value: JsonValue | undefined): JsonValue | undefined {
  const list = pickList(value, 'generations')?.[0];
  return isJsonList(list) ? list[0] : list;
}
