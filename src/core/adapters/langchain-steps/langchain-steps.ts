import type { FoundCall } from '#core/calls/found-call.ts';
import { readCall } from '#core/calls/read-call.ts';
import { isJsonList, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { pickList, pickText } from '#core/json/pick.ts';
import { recordCells } from '#core/transcripts/record-cells.ts';
import { recordAdapter } from '../record-adapter.ts';
import type { Reading } from '../reading.ts';

const USES = ['intermediate_steps', 'prompt', 'input', 'response', 'output'];

/** Results of LangChain's agent executor: pairs of an action and what it gave back. */
export const langchainSteps = recordAdapter({
  id: 'langchain-steps',
  title: 'LangChain intermediate steps',
  isRecord: (value) => pickList(value, 'intermediate_steps')?.every(isStep) ?? false,
  uses: USES,
  readRecord: (record, reading) => {
    const steps = pickList(record, 'intermediate_steps') ?? [];
    reading.row({
      ...recordCells(record, reading, USES),
      prompt: pickText(record, 'prompt', 'input'),
      response: pickText(record, 'response', 'output'),
      predicted_trajectory: reading.trajectory(
        steps.flatMap((step, index) => readStep(step, reading, index)),
        'predicted',
      ),
    });
  },
});

function isStep(value: JsonValue): boolean {
  return isJsonList(value) ? value.length <= 2 : isAction(value);
}

function isAction(value: JsonValue): value is JsonObject {
  return pickText(value, 'tool') !== undefined;
}

function readStep(step: JsonValue, reading: Reading, index: number): readonly FoundCall[] {
  const [action, output] = isJsonList(step) ? step : [step];
  const calls = readCall(action ?? null, reading);
  if (calls.length === 0) reading.note('call_unreadable', '', `intermediate_steps[${index}]`);
  return calls.map((call) => (output === undefined ? call : { ...call, output }));
}
