import { isJsonList } from '#core/json/json-value.ts';
import { pickList } from '#core/json/pick.ts';
import { isPartOf } from '#core/transcripts/read-part.ts';
import type { Adapter } from '../adapter.ts';
import { messageAdapter } from '../message-adapter.ts';
import { isEvent, joinEvents } from './join-events.ts';

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
  read: (values, options) => whole.read(joinEvents(values), options),
};
