import { hasKey, pickText } from '#core/json/pick.ts';
import { messageAdapter } from '../message-adapter.ts';

/** Messages of OpenAI's chat completions and of the many services that speak like it. */
export const openaiChat = messageAdapter({
  id: 'openai-chat',
  title: 'OpenAI chat messages',
  isOwn: (message) =>
    hasKey(message, 'tool_calls', 'function_call') ||
    /^(tool|function)$/.test(pickText(message, 'role') ?? ''),
});
