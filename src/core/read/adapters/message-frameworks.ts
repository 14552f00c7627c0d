import { hasKey, pickText, pickList, pick } from '#core/base/json/pick.ts';
import { isOpenAiMessage } from './openai-chat.ts';
import { messageAdapter } from './message-adapter.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { tellsCalls } from '#core/read/transcripts/message-shape.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';

const AUTOGEN_TYPES =
  /^(UserMessage|AssistantMessage|FunctionExecution\w+|ToolCall\w+|TextMessage)$/;

/** Messages and events of AutoGen, which name their source. */
export const autogen = messageAdapter({
  id: 'autogen',
  title: 'AutoGen messages',
  isOwn: (_, recorded) =>
    hasKey(recorded, 'source') && AUTOGEN_TYPES.test(pickText(recorded, 'type') ?? ''),
});

/** Messages of Amazon Bedrock's Converse API. */
export const bedrock = messageAdapter({
  id: 'bedrock',
  title: 'Bedrock Converse messages',
  isOwn: (message) =>
    pickList(message, 'content')?.some((part) => hasKey(part, 'toolUse', 'toolResult')) ?? false,
});

const LANGCHAIN_TYPES = /^(human|ai|tool|system|function|(AI|Human|Tool|System)Message(Chunk)?)$/;

/** Messages of LangChain and LangGraph: flat, as constructors, or as a type with its data. */
export const langchain = messageAdapter({
  id: 'langchain',
  title: 'LangChain messages',
  isOwn: (_, recorded) => isLangChainMessage(recorded),
});

/** Whether a message is LangChain's, by its type. */
export function isLangChainMessage(recorded: JsonValue): boolean {
  return (
    pick(recorded, 'lc') === 1 ||
    LANGCHAIN_TYPES.test(pickText(recorded, CLASS_KEY) ?? '') ||
    (hasKey(recorded, 'content', 'data') &&
      !hasKey(recorded, 'role') &&
      LANGCHAIN_TYPES.test(pickText(recorded, 'type') ?? ''))
  );
}

/** Messages of Pydantic-AI: requests and responses made of parts. */
export const pydanticAi = messageAdapter({
  id: 'pydantic-ai',
  title: 'Pydantic-AI messages',
  isOwn: (message) =>
    pickList(message, 'parts')?.some((part) => hasKey(part, 'part_kind')) ?? false,
});

/** Messages and events that no framework's marks tell: read by their shape. */
export const agentMessages = messageAdapter({
  id: 'agent-messages',
  title: 'Messages of an agent',
  isOwn: (message, recorded) => tellsCalls(message) && !isOpenAiMessage(recorded),
});
