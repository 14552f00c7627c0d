import type { JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickText } from '#core/json/pick.ts';
import { CLASS_KEY } from '#core/literals/call-value.ts';
import { messageAdapter } from '../message-adapter.ts';

const TYPES = /^(human|ai|tool|system|function|(AI|Human|Tool|System)Message(Chunk)?)$/;

/** Messages of LangChain and LangGraph: flat, as constructors, or as a type with its data. */
export const langchain = messageAdapter({
  id: 'langchain',
  title: 'LangChain messages',
  isOwn: (_, recorded) => isLangChainMessage(recorded),
});

/**
 * Tells a message of LangChain from those of others.
 * @param recorded a value as it was recorded
 * @returns whether its type says so in LangChain's words
 */
export function isLangChainMessage(recorded: JsonValue): boolean {
  return (
    pick(recorded, 'lc') === 1 ||
    TYPES.test(pickText(recorded, CLASS_KEY) ?? '') ||
    (hasKey(recorded, 'content', 'data') &&
      !hasKey(recorded, 'role') &&
      TYPES.test(pickText(recorded, 'type') ?? ''))
  );
}
