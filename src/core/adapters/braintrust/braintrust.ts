import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickObject } from '#core/json/pick.ts';
import { hasError } from '#core/traces/write-traces.ts';
import { readInputText, readOutputCalls, readOutputText } from '#core/transcripts/read-output.ts';
import type { Adapter } from '../adapter.ts';
import { holdsRecord, recordAdapter } from '../record-adapter.ts';
import { Reading, type Cells } from '../reading.ts';

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
  const reading = new Reading({ turns: 'rows', subAgents: 'all', droppedTools: [] });
  return ['output', 'expected'].some(
    (key) => (readOutputCalls(pick(value, key), reading, key)?.length ?? 0) > 0,
  );
}

function writeResult(result: JsonObject, reading: Reading): void {
  const output = pick(result, 'output');
  reading.row({
    prompt: readInputText(pick(result, 'input'), reading),
    response: readOutputText(output, reading),
    predicted_trajectory: reading.prediction(readOutputCalls(output, reading, 'output')),
    failure: Number(hasError(result)),
    ...judgedCells(result, reading),
  });
}

/**
 * Reads what was expected and the scores that were given.
 * @param record a result, or the first span of one
 * @param reading where leniency is noted
 * @returns the cells of the row
 */
export function judgedCells(record: JsonObject, reading: Reading): Cells {
  const expected = pick(record, 'expected');
  const calls = readOutputCalls(expected, reading, 'expected');
  const scores = Object.entries(pickObject(record, 'scores') ?? {}).filter(
    ([, score]) => typeof score === 'number',
  );
  for (const [name] of scores) reading.note('scores_kept', name);
  return {
    reference: readOutputText(expected, reading),
    reference_trajectory: reading.maybeTrajectory(calls, 'reference'),
    ...Object.fromEntries(
      scores.map(([name, score]): [string, JsonValue] => [`${name}/score`, score]),
    ),
  };
}
