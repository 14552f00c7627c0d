import { isJsonList, type JsonObject } from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickObject,
  pickText,
  unwrapEncoded,
  withoutNulls,
} from '#core/base/json/pick.ts';
import { readToolInput, momentOf } from '#core/read/traces/step.ts';
import {
  askedCalls,
  errorIn,
  hasError,
  saidIn,
  writeTraces,
  type RunStep,
} from '#core/read/traces/write-traces.ts';
import { detailedTokens, knownTokens, sumOfDetails } from '#core/read/traces/usage-details.ts';
import type { StepRecord } from '#core/calls/step.ts';
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
  const answer = isJsonList(output) ? output.slice(-1) : output;
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
      type === 'TOOL'
        ? { name, input: readToolInput(input, name, out), output, error: errorIn(observation) }
        : undefined,
    said: type === 'GENERATION' ? saidIn(answer, out) : undefined,
    isModel: type === 'GENERATION',
    about: aboutOf(observation, type === 'AGENT' ? name : undefined),
    asked: type === 'GENERATION' ? askedCalls(answer, out) : undefined,
  };
}

/** Langfuse counts costs in US dollars, and its latency in seconds. */
function aboutOf(observation: JsonObject, agent: string | undefined): StepRecord {
  const model = pickText(observation, 'model', 'providedModelName', 'provided_model_name');
  const seconds = pickAmount(observation, 'latency');
  const usage = pickObject(observation, 'usage');
  const tokens =
    detailedTokens(pick(observation, 'usageDetails', 'usage_details')) ??
    knownTokens({
      input: pickAmount(usage, 'input') ?? pickAmount(observation, 'promptTokens', 'inputUsage'),
      output:
        pickAmount(usage, 'output') ?? pickAmount(observation, 'completionTokens', 'outputUsage'),
      cached: undefined,
    });
  const amount =
    sumOfDetails(pick(observation, 'costDetails', 'cost_details')) ??
    pickAmount(observation, 'calculatedTotalCost', 'totalCost', 'total_cost');
  return {
    ...(agent !== undefined && agent !== '' && { agent }),
    ...(model !== undefined && { model }),
    ...(seconds !== undefined && { durationMs: seconds * 1000 }),
    ...(tokens && { tokens }),
    ...(amount !== undefined && { cost: { amount, currency: 'USD' } }),
  };
}
