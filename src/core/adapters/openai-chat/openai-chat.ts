import { isJsonList } from '#core/json/json-value.ts';
import { hasKey, pickText } from '#core/json/pick.ts';
import type { Adapter } from '../adapter.ts';
import { messageAdapter } from '../message-adapter.ts';
import { isChunk, joinChunks } from './join-chunks.ts';

const whole = messageAdapter({
  id: 'openai-chat',
  title: 'OpenAI chat messages',
  isOwn: (message) =>
    hasKey(message, 'tool_calls', 'function_call') ||
    /^(tool|function)$/.test(pickText(message, 'role') ?? ''),
});

/** Messages of OpenAI's chat completions and of the many services that speak like it. */
export const openaiChat: Adapter = {
  ...whole,
  recognise: (value) =>
    isChunk(value) || (isJsonList(value) && value.some(isChunk)) || whole.recognise(value),
  read: (values, options) => whole.read(joinChunks(values), options),
};
