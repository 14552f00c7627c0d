import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { hasKey, pick, pickAmount, pickObject, pickList, pickText } from '#core/base/json/pick.ts';
import {
  errorIn,
  hasError,
  saidIn,
  writeTraces,
  type RunStep,
} from '#core/read/traces/write-traces.ts';
import { knownTokens } from '#core/read/traces/usage-details.ts';
import type { StepRecord } from '#core/calls/step.ts';
import {
  readInputText,
  readOutputCalls,
  readOutputText,
} from '#core/read/transcripts/read-output.ts';
import { Collector, type Adapter, type Cells } from '#core/read/framework/adapter.ts';
import { holdsRecord, recordAdapter, eachRecord } from './record-adapter.ts';
import { readToolInput, momentOf } from '#core/read/traces/step.ts';
import { TRACE_KEYS } from '#core/read/framework/understood-keys.ts';

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
    failure: Number(hasError(result)),
    ...judgedCells(result, out),
  });
}

/** Reads what was expected and the scores that were given. */
function judgedCells(record: JsonObject, out: Collector): Cells {
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

/** Spans of Braintrust, as its logs and experiments are exported. */
export const braintrustSpans: Adapter = {
  id: 'braintrust-spans',
  title: 'Braintrust spans',
  understands: TRACE_KEYS,
  recognise: (value) => holdsRecord(value, isSpan),
  read: (values, out) => {
    const steps: RunStep[] = [];
    for (const value of values)
      eachRecord(value, isSpan, out, 'unread', (span) => steps.push(readSpan(span, out)));
    writeTraces(steps, out);
  },
};

function isSpan(value: JsonObject): boolean {
  return hasKey(value, 'span_id') && hasKey(value, 'root_span_id', 'span_attributes');
}

function readSpan(span: JsonObject, out: Collector): RunStep {
  const about = pickObject(span, 'span_attributes');
  const metrics = pickObject(span, 'metrics');
  const name = pickText(about, 'name') ?? '';
  const [input, output] = [pick(span, 'input'), pick(span, 'output')];
  const [parentId] = pickList(span, 'span_parents') ?? [];
  const isTool = pickText(about, 'type') === 'tool';
  const isModel = pickText(about, 'type') === 'llm';
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
    call: isTool
      ? { name, input: readToolInput(input, name, out), output, error: errorIn(span) }
      : undefined,
    asked: isTool ? undefined : readOutputCalls(output, out, 'output'),
    said: isModel ? saidIn(pickList(output, 'choices')?.[0] ?? firstOf(output), out) : undefined,
    isModel,
    about: aboutOf(span, metrics),
    cells: hasKey(span, 'expected', 'scores') ? judgedCells(span, out) : {},
  };
}

/** A model's choices are a list; the first is the answer. */
function firstOf(output: JsonValue | undefined): JsonValue | undefined {
  return isJsonList(output) && output.length > 0 ? output[0] : output;
}

/** Braintrust counts in US dollars; its tokens of a prompt include those out of a cache. */
function aboutOf(span: JsonObject, metrics: JsonObject | undefined): StepRecord {
  const model = pickText(pickObject(span, 'metadata'), 'model');
  const amount = pickAmount(metrics, 'estimated_cost', 'cost');
  const tokens = knownTokens({
    input: pickAmount(metrics, 'prompt_tokens'),
    output: pickAmount(metrics, 'completion_tokens'),
    cached: pickAmount(metrics, 'prompt_cached_tokens'),
  });
  return {
    ...(model !== undefined && { model }),
    ...(tokens && { tokens }),
    ...(amount !== undefined && { cost: { amount, currency: 'USD' } }),
  };
}

/** Seconds since 1970, with a fraction. */
function secondsAt(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' ? momentOf(value * 1000, 1_000_000n) : undefined;
}
