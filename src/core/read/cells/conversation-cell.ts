import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { Collector } from '#core/read/framework/adapter.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { joinTurns, splitTurns } from '#core/read/transcripts/write-turns.ts';

/**
 * Reads the calls of a conversation.
 * @param messages its messages, see `isConversation`
 * @returns the calls in order; undefined where no agent speaks, which records none
 */
export function callsOfConversation(
  messages: readonly JsonValue[],
): readonly ToolCall[] | undefined {
  const reading = new Collector({ turns: 'conversation', subAgents: 'all', droppedTools: [] });
  const entries = readMessages(messages, reading);
  if (entries.every(({ kind }) => kind === 'user')) return undefined;
  return joinTurns(splitTurns(entries)).calls.map(({ name, input, output }) => {
    const source: JsonObject = {
      tool_name: name,
      ...(output !== undefined && { tool_output: output }),
    };
    return { tool_name: name, tool_input: input ?? {}, source };
  });
}
