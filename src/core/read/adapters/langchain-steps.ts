import { readCall, type FoundCall } from '#core/calls/read-call.ts';
import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { recordCells } from '#core/read/transcripts/record-cells.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Adapter, Collector } from '#core/read/framework/adapter.ts';

const STEPS = ['intermediate_steps', 'intermediateSteps'];
const USES = [...STEPS, 'prompt', 'input', 'response', 'output'];

const results = recordAdapter({
  id: 'langchain-steps',
  title: 'LangChain intermediate steps',
  isRecord: (value) => pickList(value, ...STEPS)?.every(isStep) ?? false,
  uses: USES,
  readRecord: (record, out) => {
    const steps = pickList(record, ...STEPS) ?? [];
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

/** Results of LangChain's agent executor: pairs of an action and what it returned; or its stream. */
export const langchainSteps: Adapter = {
  ...results,
  recognise: (value) => joinPieces(value) !== undefined || results.recognise(value),
  read: (values, out) => {
    const whole = joinPieces(values);
    results.read(whole ? [whole] : values.map((value) => joinPieces(value) ?? value), out);
  },
};

const PIECE_KEYS = ['actions', 'steps', 'output', 'messages'];

/** Joins what the executor streams: actions once decided, steps once done, and the output. */
function joinPieces(list: JsonValue | readonly JsonValue[]): JsonObject | undefined {
  const isStream =
    isJsonList(list) && list.length > 1 && list.every(isPiece) && hasKey(list[0], 'actions');
  const isOneRun = isStream && !list.slice(0, -1).some((piece) => hasKey(piece, 'output'));
  if (!isOneRun) return undefined;
  const actions = list.flatMap((piece) => pickList(piece, 'actions') ?? []);
  const steps = list.flatMap((piece) => pickList(piece, 'steps') ?? []);
  return {
    intermediate_steps: actions.map((action, index) => {
      const observation = pick(steps[index], 'observation');
      return observation === undefined ? [action] : [action, observation];
    }),
    output: pick(list.at(-1), 'output') ?? null,
  };
}

function isPiece(value: JsonValue): value is JsonObject {
  return (
    hasKey(value, 'actions', 'steps', 'output') &&
    Object.keys(value).every((key) => PIECE_KEYS.includes(key))
  );
}

function isStep(value: JsonValue): boolean {
  return isJsonList(value) ? value.length <= 2 : isAction(pickObject(value, 'action') ?? value);
}

function isAction(value: JsonValue): value is JsonObject {
  return pickText(value, 'tool') !== undefined;
}

function readStep(step: JsonValue, out: Collector, index: number): readonly FoundCall[] {
  const taken = pickObject(step, 'action');
  const pair = taken ? [taken, pick(step, 'observation')] : [step];
  const [action, output] = isJsonList(step) ? step : pair;
  const calls = readCall(action ?? null, out);
  if (calls.length === 0) out.note('call_unreadable', '', `intermediate_steps[${index}]`);
  return calls.map((call) => (output === undefined ? call : { ...call, output }));
}
