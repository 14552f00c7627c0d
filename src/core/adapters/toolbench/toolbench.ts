import { isJsonList, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { joinTurns, splitTurns } from '#core/transcripts/write-turns.ts';
import { recordAdapter } from '../record-adapter.ts';
import type { Reading } from '../reading.ts';

/** Answers of ToolBench: the path through the tree of tries that gave the answer. */
export const toolbench = recordAdapter({
  id: 'toolbench',
  title: 'ToolBench answer',
  isRecord: (value) =>
    pickList(pickObject(value, 'answer_generation'), 'train_messages') !== undefined,
  uses: ['answer_generation', 'win'],
  readRecord,
});

/** Every list of messages goes on from the one before; the last is the whole path. */
function readRecord(record: JsonObject, reading: Reading): void {
  const answer = pickObject(record, 'answer_generation');
  const path: JsonValue = pickList(answer, 'train_messages')?.at(-1) ?? [];
  const messages = isJsonList(path) ? path : [];
  const turn = joinTurns(splitTurns(messages.flatMap((message) => readMessage(message, reading))));
  reading.row({
    prompt: pickText(answer, 'query') ?? turn.prompt,
    response: pickText(answer, 'final_answer'),
    predicted_trajectory: reading.trajectory(turn.calls, 'predicted'),
    win: pick(record, 'win'),
  });
}
