import { readCall, type FoundCall } from '#core/calls/read-call.ts';
import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pickList, pickText } from '#core/base/json/pick.ts';
import { recordCells } from '#core/read/transcripts/record-cells.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import { CONVERSATION_KEYS } from '#core/read/framework/understood-keys.ts';

const USES = ['intermediate_steps', 'prompt', 'input', 'response', 'output'];

/** Results of LangChain's agent executor: pairs of an action and what it returned. */
export const langchainSteps = recordAdapter({
  id: 'langchain-steps',
  title: 'LangChain intermediate steps',
  understands: CONVERSATION_KEYS,
  isRecord: (value) => pickList(value, 'intermediate_steps')?.every(isStep) ?? false,
  uses: USES,
  readRecord: (record, out) => {
    const steps = pickList(record, 'intermediate_steps') ?? [];
    out.row({
      ...recordCells(record, out, USES),
      prompt: pickText(record, 'prompt', 'input'),
      response: pickText(record, 'response', 'output'),
      predicted_trajectory: out.trajectory(
        steps.flatMap((step, index) => readStep(step, out, index)),
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

function readStep(step: JsonValue, out: Collector, index: number): readonly FoundCall[] {
  const [action, output] = isJsonList(step) ? step : [step];
  const calls = readCall(action ?? null, out);
  if (calls.length === 0) out.note('call_unreadable', '', `intermediate_steps[${index}]`);
  return calls.map((call) => (output === undefined ? call : { ...call, output }));
}
