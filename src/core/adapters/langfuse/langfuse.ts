import { isJsonList, type JsonObject } from '#core/json/json-value.ts';
import { hasKey, pick, pickText, unwrapEncoded, withoutNulls } from '#core/json/pick.ts';
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
    // an export has the observations of a trace beside it and once more within it
    const observations = new Map<string, FoundObservation>();
    for (const value of values) {
      const found = findRecords(value, isObservation);
      reading.from(value);
      if (found.length === 0) reading.unread(value);
      for (const observation of found) {
        const key = keyOf(observation) ?? `#${observations.size}`;
        const before = observations.get(key);
        observations.set(key, {
          origin: before?.origin ?? observation,
          observation: before ? join(before.observation, observation) : observation,
        });
      }
    }
    const steps = [...observations.values()].map((found) => readObservation(found, reading));
    writeTraces(steps, reading);
    return reading.result();
  },
};

/** An observation and where it was found first. */
interface FoundObservation {
  readonly origin: JsonObject;
  readonly observation: JsonObject;
}

function isObservation(value: JsonObject): boolean {
  return hasKey(value, 'traceId', 'trace_id') && TYPES.test(pickText(value, 'type') ?? '');
}

function traceOf(observation: JsonObject): string {
  return pickText(observation, 'traceId', 'trace_id') ?? '';
}

function keyOf(observation: JsonObject): string | undefined {
  const id = pickText(observation, 'id');
  return id === undefined ? undefined : JSON.stringify([traceOf(observation), id]);
}

/** Two records of one observation: where both say something, the one that says more is right. */
function join(one: JsonObject, other: JsonObject): JsonObject {
  const [poor, rich] = [withoutNulls(one), withoutNulls(other)].sort(
    (a, b) => Object.keys(a).length - Object.keys(b).length,
  );
  return { ...poor, ...rich };
}

function readObservation({ origin, observation }: FoundObservation, reading: Reading): RunStep {
  const type = pickText(observation, 'type');
  const name = (pickText(observation, 'name') ?? '').replace(/^(execute_tool|running tool:) /, '');
  const input = pick(observation, 'input');
  const output = unwrapEncoded(pick(observation, 'output'));
  return {
    id: pickText(observation, 'id') ?? '',
    parentId: pickText(observation, 'parentObservationId', 'parent_observation_id'),
    traceId: traceOf(observation),
    origin,
    start: momentOf(pick(observation, 'startTime', 'start_time')),
    end: momentOf(pick(observation, 'endTime', 'end_time')),
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
