import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { predictionOf, readWhole } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

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
function readRecord(record: JsonObject, out: Collector): void {
  const answer = pickObject(record, 'answer_generation');
  const path: JsonValue = pickList(answer, 'train_messages')?.at(-1) ?? [];
  const messages = isJsonList(path) ? path : [];
  const turn = readWhole(readMessages(messages, out), out);
  const prompt = pickText(answer, 'query') ?? turn.prompt;
  const response = pickText(answer, 'final_answer');
  out.row({
    prompt,
    response,
    predicted_trajectory: predictionOf(turn, out),
    transcript: out.transcript(turn, { prompt, response }),
    win: pick(record, 'win'),
  });
}
