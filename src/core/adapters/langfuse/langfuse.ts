import { isJsonList, type JsonObject } from '#core/json/json-value.ts';
import { hasKey, pick, pickText, unwrapEncoded } from '#core/json/pick.ts';
import { readToolInput } from '#core/traces/read-tool-input.ts';
import { momentOf } from '#core/traces/step.ts';
import { askedCalls, hasError, writeTraces, type RunStep } from '#core/traces/write-traces.ts';
import type { Adapter } from '../adapter.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';

const TYPES = /^(SPAN|GENERATION|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/;

/** Observations of Langfuse, in a trace or as a list. */
export const langfuse: Adapter = {
  id: 'langfuse',
  title: 'Langfuse trace',
  recognise: (value) => holdsRecord(value, isObservation),
  read: (values, options) => {
    const reading = new Reading(options);
    const steps: RunStep[] = [];
    for (const value of values) {
      const found = findRecords(value, isObservation);
      reading.from(value);
      if (found.length === 0) reading.note('record_unread');
      for (const observation of found) steps.push(readObservation(observation, reading));
    }
    writeTraces(steps, reading);
    return reading.result();
  },
};

function isObservation(value: JsonObject): boolean {
  return hasKey(value, 'traceId') && TYPES.test(pickText(value, 'type') ?? '');
}

function readObservation(observation: JsonObject, reading: Reading): RunStep {
  const type = pickText(observation, 'type');
  const name = (pickText(observation, 'name') ?? '').replace(/^(execute_tool|running tool:) /, '');
  const input = pick(observation, 'input');
  const output = unwrapEncoded(pick(observation, 'output'));
  return {
    id: pickText(observation, 'id') ?? '',
    parentId: pickText(observation, 'parentObservationId'),
    traceId: pickText(observation, 'traceId') ?? '',
    origin: observation,
    start: momentOf(pick(observation, 'startTime')),
    end: momentOf(pick(observation, 'endTime')),
    input,
    output,
    isFailed: hasError(observation),
    call:
      type === 'TOOL' ? { name, input: readToolInput(input, name, reading), output } : undefined,
    asked:
      type === 'GENERATION'
        ? askedCalls(isJsonList(output) ? output.slice(-1) : output, reading)
        : undefined,
  };
}
