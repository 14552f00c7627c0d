import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickObject } from '#core/base/json/pick.ts';
import { readInputText, readOutputCalls, readOutputText } from '#core/read/shape/read-output.ts';
import { Collector, type Adapter, type Cells } from '#core/read/framework/adapter.ts';
import { holdsRecord, recordAdapter } from './record-adapter.ts';

const results = recordAdapter({
  id: 'braintrust',
  title: 'Evaluation results',
  isRecord: isResult,
  uses: ['input', 'output', 'expected', 'scores'],
  readRecord: writeResult,
});

/** Results of Braintrust's evaluations, and those of autoevals that look alike. */
export const braintrust: Adapter = {
  ...results,
  recognise: (value) => holdsRecord(value, (record) => isResult(record) && holdsCalls(record)),
};

function isResult(value: JsonObject): boolean {
  const isScored = isJsonObject(pick(value, 'scores')) && hasKey(value, 'input');
  return isScored && hasKey(value, 'output', 'expected', 'error');
}

function holdsCalls(value: JsonObject): boolean {
  const out = new Collector();
  return ['output', 'expected'].some(
    (key) => (readOutputCalls(pick(value, key), out, key)?.length ?? 0) > 0,
  );
}

function writeResult(result: JsonObject, out: Collector): void {
  const output = pick(result, 'output');
  out.row({
    prompt: readInputText(pick(result, 'input'), out),
    response: readOutputText(output, out),
    predicted_trajectory: out.prediction(readOutputCalls(output, out, 'output')),
    failure: Number(![undefined, '', false].includes(pick(result, 'error') as undefined)),
    ...judgedCells(result, out),
  });
}

/** Reads what was expected of a record and the scores that were given. */
export function judgedCells(record: JsonObject, out: Collector): Cells {
  const expected = pick(record, 'expected');
  const calls = readOutputCalls(expected, out, 'expected');
  const scores = Object.entries(pickObject(record, 'scores') ?? {}).filter(
    ([, score]) => typeof score === 'number',
  );
  for (const [name] of scores) out.note('scores_kept', name);
  return {
    reference: readOutputText(expected, out),
    reference_trajectory: out.maybeTrajectory(calls, 'reference'),
    ...Object.fromEntries(
      scores.map(([name, score]): [string, JsonValue] => [`${name}/score`, score]),
    ),
  };
}
