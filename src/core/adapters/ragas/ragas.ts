import type { JsonObject } from '#core/json/json-value.ts';
import { hasKey, pick, pickText, unwrapEncoded } from '#core/json/pick.ts';
import { isConversation } from '#core/transcripts/find-conversations.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { readCalls } from '#core/transcripts/record-cells.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import { isJsonList } from '#core/json/json-value.ts';
import { recordAdapter } from '../record-adapter.ts';
import type { Reading } from '../reading.ts';

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

function readRecord(record: JsonObject, reading: Reading): void {
  const expected = readCalls(pick(record, 'reference_tool_calls'), reading, 'reference_tool_calls');
  const cells = {
    reference: pickText(record, 'reference'),
    reference_trajectory: reading.maybeTrajectory(expected, 'reference'),
  };
  const talk = unwrapEncoded(pick(record, 'user_input'));
  if (isJsonList(talk) && isConversation(talk)) {
    const entries = talk.flatMap((message) => readMessage(message, reading));
    writeTurns(entries, { ...cells, response: pickText(record, 'response') }, reading);
    return;
  }
  const prompt = pickText(record, 'user_input');
  reading.row({ ...cells, prompt, response: pickText(record, 'response') });
}
