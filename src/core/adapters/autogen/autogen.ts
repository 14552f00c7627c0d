import { hasKey, pickText } from '#core/json/pick.ts';
import { messageAdapter } from '../message-adapter.ts';

const TYPES = /^(UserMessage|AssistantMessage|FunctionExecution\w+|ToolCall\w+|TextMessage)$/;

/** Messages and events of AutoGen, which name their source. */
export const autogen = messageAdapter({
  id: 'autogen',
  title: 'AutoGen messages',
  isOwn: (_, recorded) =>
    hasKey(recorded, 'source') && TYPES.test(pickText(recorded, 'type') ?? ''),
});
