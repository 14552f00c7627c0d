import { isJsonList, type JsonObject } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickText, unwrapEncoded, withoutNulls } from '#core/base/json/pick.ts';
import { readToolInput, momentOf } from '#core/read/traces/step.ts';
import { askedCalls, hasError, writeTraces, type RunStep } from '#core/read/traces/write-traces.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { holdsRecord, eachRecord } from './record-adapter.ts';
import { TRACE_KEYS } from '#core/read/framework/understood-keys.ts';

const TYPES = /^(SPAN|GENERATION|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EVALUATOR|EMBEDDING|GUARDRAIL)$/;

/** Observations of Langfuse, in a trace or as a list. */
export const langfuse: Adapter = {
  id: 'langfuse',
  title: 'Langfuse trace',
  understands: TRACE_KEYS,
  recognise: (value) => holdsRecord(value, isObservation),
  read: (values, out) => {
    // an export has the observations of a trace beside it and once more within it
    const observations = new Map<string, FoundObservation>();
    for (const value of values) {
      eachRecord(value, isObservation, out, 'unread', (observation) => {
        const key = keyOf(observation) ?? `#${observations.size}`;
        const before = observations.get(key);
        observations.set(key, {
          origin: before?.origin ?? observation,
          observation: before ? join(before.observation, observation) : observation,
        });
      });
    }
    const steps = [...observations.values()].map((found) => readObservation(found, out));
    writeTraces(steps, out);
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

function readObservation({ origin, observation }: FoundObservation, out: Collector): RunStep {
  out.from(origin);
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
    call: type === 'TOOL' ? { name, input: readToolInput(input, name, out), output } : undefined,
    asked:
      type === 'GENERATION'
        ? askedCalls(isJsonList(output) ? output.slice(-1) : output, out)
        : undefined,
  };
}
