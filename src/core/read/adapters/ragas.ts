import { isJsonList, type JsonObject } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { readCalls } from '#core/read/transcripts/record-cells.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

const USES = ['user_input', 'reference_tool_calls', 'response', 'reference'];

/** Samples of ragas: a question or a conversation, and the calls it should lead to. */
export const ragas = recordAdapter({
  id: 'ragas',
  title: 'ragas sample',
  isRecord: (value) =>
    hasKey(value, 'user_input') && (hasKey(value, 'reference_tool_calls') || isTalk(value)),
  uses: USES,
  readRecord,
});

function isTalk(value: JsonObject): boolean {
  return isConversation(unwrapEncoded(pick(value, 'user_input')));
}

function readRecord(record: JsonObject, out: Collector): void {
  const expected = readCalls(pick(record, 'reference_tool_calls'), out, 'reference_tool_calls');
  const cells = {
    reference: pickText(record, 'reference'),
    reference_trajectory: out.maybeTrajectory(expected, 'reference'),
  };
  const talk = unwrapEncoded(pick(record, 'user_input'));
  if (isJsonList(talk) && isConversation(talk)) {
    const entries = readMessages(talk, out);
    writeTurns(entries, { ...cells, response: pickText(record, 'response') }, out);
    return;
  }
  const prompt = pickText(record, 'user_input');
  out.row({ ...cells, prompt, response: pickText(record, 'response') });
}
