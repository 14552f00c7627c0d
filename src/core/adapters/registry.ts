import type { JsonValue } from '#core/json/json-value.ts';
import type { Adapter } from './adapter.ts';
import { anthropic } from './anthropic/anthropic.ts';
import { autogen } from './autogen/autogen.ts';
import { bedrock } from './bedrock/bedrock.ts';
import { gemini } from './gemini/gemini.ts';
import { langchain } from './langchain/langchain.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import { pydanticAi } from './pydantic-ai/pydantic-ai.ts';
import { vercelAi } from './vercel-ai/vercel-ai.ts';

/** Every adapter, in the order they are tried: the more telling marks first. */
export const ADAPTERS: readonly Adapter[] = [
  gemini,
  pydanticAi,
  autogen,
  langchain,
  anthropic,
  bedrock,
  vercelAi,
  openaiChat,
];

/**
 * Recognises the framework that wrote a file.
 * @param values the file's values, or those of its beginning; messages may come one by one
 * @returns the first adapter that takes one of them, or all of them as one list
 */
export function recogniseAdapter(values: readonly JsonValue[]): Adapter | undefined {
  return ADAPTERS.find(
    (adapter) => adapter.recognise(values) || values.some((value) => adapter.recognise(value)),
  );
}

/**
 * Finds an adapter.
 * @param id an adapter's id
 * @returns the adapter, or undefined when there is none of that id
 */
export function findAdapter(id: string): Adapter | undefined {
  return ADAPTERS.find((adapter) => adapter.id === id);
}
