import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { PlacedMessage } from '#core/calls/transcript.ts';
import type { ToolCall, TrajectoryProblem } from '#core/calls/trajectory.ts';
import { writeCall } from '#core/read/framework/adapter.ts';
import type { EntryReader } from '#core/read/transcripts/entry.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';

/** The calls of a conversation and the messages between them. */
export interface ConversationSteps {
  readonly calls: readonly ToolCall[];
  readonly messages: readonly PlacedMessage[];
  /** The first call whose arguments are not clear. */
  readonly problem?: TrajectoryProblem;
}

/**
 * Reads a conversation.
 * @param messages its messages, see `isConversation`
 * @returns calls and messages in order; undefined where no agent speaks, or none that is understood
 */
export function readConversation(messages: readonly JsonValue[]): ConversationSteps | undefined {
  let groups = 0;
  const reading: EntryReader = {
    options: {},
    // how a cell's calls are written is usual
    note: () => undefined,
    parallelNumber: () => ++groups,
  };
  const entries = readMessages(messages, reading);
  if (entries.every(({ kind }) => kind === 'user' || kind === 'system')) return undefined;
  const turn = readWhole(entries, reading);
  if (turn.unread && turn.calls.length === 0) return undefined;
  const calls = turn.calls.map((call) => {
    const { tool_input: _, ...source }: JsonObject = writeCall(call);
    return { tool_name: call.name, tool_input: call.input ?? {}, source };
  });
  const steps = { calls, messages: turn.messages };
  const place = turn.calls.findIndex(({ unclear }) => unclear);
  const keys = Object.keys(turn.calls[place]?.unclear ?? {});
  if (place < 0) return steps;
  return { ...steps, problem: { code: 'arguments_unclear', call: place + 1, keys } };
}

/**
 * Reads the calls of a conversation.
 * @param messages its messages, see `isConversation`
 * @returns the calls in order, or what is wrong with one; undefined where no agent speaks, which
 * records none
 */
export function callsOfConversation(
  messages: readonly JsonValue[],
): readonly ToolCall[] | TrajectoryProblem | undefined {
  const steps = readConversation(messages);
  return steps?.problem ?? steps?.calls;
}
