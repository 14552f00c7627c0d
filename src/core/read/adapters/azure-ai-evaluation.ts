import type { FoundCall } from '#core/calls/read-call.ts';
import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import { isConversation } from '#core/read/transcripts/find-conversations.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { isPartOf } from '#core/read/transcripts/read-part.ts';
import { readCalls } from '#core/read/transcripts/record-cells.ts';
import { predictionOf, readWhole, type Turn } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

const USES = ['query', 'response', 'tool_calls', 'ground_truth'];

/** Rows of Azure AI Evaluation: a query and a response as messages, beside the tools' schemas. */
export const azureAiEvaluation = recordAdapter({
  id: 'azure-ai-evaluation',
  title: 'Azure AI Evaluation row',
  isRecord: (value) => {
    if (!hasKey(value, 'query') || !hasKey(value, 'response', 'tool_calls')) return false;
    return (
      hasKey(value, 'tool_definitions') ||
      [pick(value, 'query'), pick(value, 'response')].some(hasToolPart)
    );
  },
  uses: USES,
  readRecord,
});

function hasToolPart(side: JsonValue | undefined): boolean {
  const messages = unwrapEncoded(side);
  if (!isJsonList(messages)) return false;
  return messages.some((message) =>
    pickList(message, 'content')?.some((part) => isPartOf(part, 'tool_call', 'tool_result')),
  );
}

/** The query repeats what was called before; only the response's calls are this row's. */
function readRecord(record: JsonObject, out: Collector): void {
  const asked = unwrapEncoded(pick(record, 'query'));
  const answered = unwrapEncoded(pick(record, 'response'));
  const turn = isJsonList(answered)
    ? readWhole([...questions(asked, out), ...messages(answered, out)], out)
    : undefined;
  const listed = readCalls(pick(record, 'tool_calls'), out, 'tool_calls');
  const texts = {
    prompt: pickText(record, 'query') ?? turn?.prompt,
    response: pickText(record, 'response') ?? turn?.response,
  };
  out.row({
    ...texts,
    reference: pickText(record, 'ground_truth'),
    predicted_trajectory: chosen(turn, listed, out),
    transcript: turn && out.transcript(turn, texts),
  });
}

/** A column of calls repeats those of the response. */
function chosen(
  turn: Turn | undefined,
  listed: readonly FoundCall[] | undefined,
  out: Collector,
): readonly JsonValue[] | undefined {
  const isListed = listed && (!turn || turn.calls.length === 0);
  return isListed ? out.trajectory(listed, 'predicted') : turn && predictionOf(turn, out);
}

function messages(list: readonly JsonValue[], out: Collector) {
  return readMessages(list, out);
}

function questions(list: JsonValue | undefined, out: Collector) {
  if (!isJsonList(list) || !isConversation(list)) return [];
  return messages(list, out)
    .filter(({ kind }) => kind === 'user')
    .slice(-1);
}
