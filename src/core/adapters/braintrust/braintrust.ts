import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import { readToolInput } from '#core/traces/read-tool-input.ts';
import { momentOf } from '#core/traces/step.ts';
import { hasError, writeTraces, type RunStep } from '#core/traces/write-traces.ts';
import { readInputText, readOutputCalls, readOutputText } from '#core/transcripts/read-output.ts';
import type { Adapter } from '../adapter.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading, type Cells } from '../reading.ts';

const KEYS = ['input', 'output', 'expected', 'error'];

/** Results of Braintrust's evaluations, those of autoevals that look alike, and Braintrust's spans. */
export const braintrust: Adapter = {
  id: 'braintrust',
  title: 'Evaluation results',
  recognise: (value) =>
    holdsRecord(value, (record) => isSpan(record) || (isResult(record) && holdsCalls(record))),
  read: (values, options) => {
    const reading = new Reading(options);
    const steps: RunStep[] = [];
    for (const value of values) {
      const found = findRecords(value, (record) => isSpan(record) || isResult(record), true);
      reading.from(value);
      if (found.length === 0) reading.note('record_unread');
      for (const record of found) {
        reading.from(record, value);
        if (isSpan(record)) steps.push(readSpan(record, reading));
        else if (isResult(record)) writeResult(record, reading);
        else reading.other(record);
      }
    }
    writeTraces(steps, reading);
    return reading.result();
  },
};

function isSpan(value: JsonObject): boolean {
  return hasKey(value, 'span_id') && hasKey(value, 'root_span_id', 'span_attributes');
}

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
  reading.keepRest(result, [...KEYS, 'scores']);
  reading.row({
    prompt: readInputText(pick(result, 'input'), reading),
    response: readOutputText(output, reading),
    predicted_trajectory: reading.prediction(readOutputCalls(output, reading, 'output')),
    failure: Number(hasError(result)),
    ...judgedCells(result, reading),
  });
}

/** What was expected, and the scores that were given. */
function judgedCells(record: JsonObject, reading: Reading): Cells {
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

function readSpan(span: JsonObject, reading: Reading): RunStep {
  const about = pickObject(span, 'span_attributes');
  const metrics = pickObject(span, 'metrics');
  const name = pickText(about, 'name') ?? '';
  const [input, output] = [pick(span, 'input'), pick(span, 'output')];
  const [parentId] = pickList(span, 'span_parents') ?? [];
  const isTool = pickText(about, 'type') === 'tool';
  const id = pickText(span, 'span_id') ?? '';
  return {
    id,
    parentId: typeof parentId === 'string' ? parentId : undefined,
    traceId: pickText(span, 'root_span_id') ?? id,
    origin: span,
    start: secondsAt(pick(metrics, 'start')),
    end: secondsAt(pick(metrics, 'end')),
    input,
    output,
    isFailed: hasError(span),
    call: isTool ? { name, input: readToolInput(input, name, reading), output } : undefined,
    asked: isTool ? undefined : readOutputCalls(output, reading, 'output'),
    cells: hasKey(span, 'expected', 'scores') ? judgedCells(span, reading) : {},
  };
}

/** Seconds since 1970, with a fraction. */
function secondsAt(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' ? momentOf(value * 1000, 1_000_000n) : undefined;
}
