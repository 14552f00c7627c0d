import { pickList } from '#core/json/pick.ts';
import { isPartOf } from '#core/transcripts/read-part.ts';
import { messageAdapter } from '../message-adapter.ts';

const PARTS = ['tool_use', 'tool_result', 'server_tool_use', 'mcp_tool_use'];

/** Messages of Anthropic's API, of MCP sampling, and of logs that keep them. */
export const anthropic = messageAdapter({
  id: 'anthropic',
  title: 'Anthropic messages',
  isOwn: (message) =>
    pickList(message, 'content')?.some((part) => isPartOf(part, ...PARTS)) ?? false,
});
