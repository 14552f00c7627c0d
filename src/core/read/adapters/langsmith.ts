import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickList,
  pickObject,
  pickText,
  withoutNulls,
  type Maybe,
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
import { knownTokens } from '#core/read/traces/usage-details.ts';
import type { StepRecord } from '#core/calls/step.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { holdsRecord, eachRecord } from './record-adapter.ts';
import { TRACE_KEYS } from '#core/read/framework/understood-keys.ts';

const MILLISECOND = 1_000_000n;

/** Runs of LangSmith and spans of Opik: trees, or flat rows that share a trace. */
export const langsmith: Adapter = {
  id: 'langsmith',
  title: 'LangSmith or Opik runs',
  understands: TRACE_KEYS,
  recognise: (value) => holdsRecord(value, isRun),
  read: (values, out) => {
    const runs = new Map<string, FoundRun>();
    for (const value of values) {
      eachRecord(value, isRun, out, 'unread', (origin) => {
        for (const run of flatten(origin)) {
          const id = pickText(run, 'id') ?? `#${runs.size}`;
          const before = runs.get(id);
          // a run is sent when it starts and again when it ends
          const whole = { ...before?.run, ...withoutNulls(run) };
          runs.set(id, { origin: before?.origin ?? origin, run: whole });
        }
      });
    }
    writeTraces(
      [...runs].map(([id, found]) => readRun(id, found, out)),
      out,
    );
  },
};

/** A run and the record it is in, alone or among the children of another. */
interface FoundRun {
  readonly origin: JsonObject;
  readonly run: JsonObject;
}

const OPIK_TYPE = /^(?:general|llm|tool|guardrail)$/;

function isOpikSpan(value: JsonValue): boolean {
  const isTyped = OPIK_TYPE.test(pickText(value, 'type') ?? '');
  return isTyped && hasKey(value, 'trace_id') && hasKey(value, 'start_time');
}

function isRun(value: JsonObject): boolean {
  if (isOpikSpan(value) || pickList(value, 'spans')?.some(isOpikSpan)) return true;
  const isEnd = hasKey(value, 'dotted_order') && hasKey(value, 'end_time');
  return (
    (pickText(value, 'run_type') !== undefined || isEnd) &&
    hasKey(value, 'child_runs', 'parent_run_id', 'trace_id', 'inputs')
  );
}

function flatten(root: JsonObject): readonly JsonObject[] {
  const runs: JsonObject[] = [];
  const waiting = [root];
  for (let run = waiting.pop(); run; run = waiting.pop()) {
    runs.push(run);
    const children = pickList(run, 'child_runs', 'spans') ?? [];
    const parent = { parent_run_id: pick(run, 'id') ?? null, trace_id: traceOf(run) };
    for (const child of children.filter(isJsonObject).reverse())
      waiting.push({ ...parent, ...withoutNulls(child) });
  }
  return runs;
}

function traceOf(run: JsonObject): string {
  return pickText(run, 'trace_id', 'id') ?? '';
}

function readRun(id: string, { origin, run }: FoundRun, out: Collector): RunStep {
  out.from(origin);
  const name = pickText(run, 'name') ?? '';
  const input = pick(run, 'inputs', 'input');
  const output = pick(run, 'outputs', 'output');
  const kind = pickText(run, 'run_type', 'type');
  return {
    id,
    parentId: pickText(run, 'parent_span_id', 'parent_run_id'),
    traceId: traceOf(run),
    origin,
    start: momentOf(pick(run, 'start_time'), MILLISECOND),
    end: momentOf(pick(run, 'end_time'), MILLISECOND),
    input,
    output,
    isFailed: hasError(run),
    call:
      kind === 'tool'
        ? {
            name,
            input: readToolInput(input, name, out),
            output: pick(output, 'output') ?? output,
            error: errorIn(run) ?? failureIn(output),
          }
        : undefined,
    asked: kind === 'llm' ? askedCalls(output, out) : undefined,
    said: kind === 'llm' ? saidIn(output, out) : undefined,
    isModel: kind === 'llm',
    about: aboutOf(run),
  };
}

/** LangChain hands an error that a tool has thrown on as the tool's message. */
function failureIn(output: Maybe): string | true | undefined {
  const held = pickObject(output, 'output') ?? output;
  const message = pickObject(held, 'kwargs') ?? held;
  if (pick(message, 'status') !== 'error') return undefined;
  const text = textOf(pick(message, 'content'));
  return text === '' ? true : text;
}

/** LangSmith counts in US dollars. What a run around others counts is the sum of those. */
function aboutOf(run: JsonObject): StepRecord {
  const metadata = pickObject(pickObject(run, 'extra'), 'metadata');
  const agent = pickText(metadata, 'lc_agent_name');
  const model = pickText(metadata, 'ls_model_name');
  const usage = usageOf(run, metadata);
  const tokens = knownTokens({
    input: pickAmount(run, 'prompt_tokens') ?? pickAmount(usage, 'input_tokens'),
    output: pickAmount(run, 'completion_tokens') ?? pickAmount(usage, 'output_tokens'),
    cached:
      pickAmount(pickObject(run, 'prompt_token_details'), 'cache_read') ??
      pickAmount(pickObject(usage, 'input_token_details'), 'cache_read'),
  });
  const amount = pickAmount(run, 'total_cost') ?? pickAmount(usage, 'total_cost');
  return {
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(tokens && { tokens }),
    ...(amount !== undefined && { cost: { amount, currency: 'USD' } }),
  };
}

/** LangChain counts in the message of an answer, others beside it. */
function usageOf(run: JsonObject, metadata: JsonObject | undefined): JsonObject | undefined {
  const outputs = pickObject(run, 'outputs');
  const tries = pickList(outputs, 'generations')?.[0];
  const message = pickObject(isJsonList(tries) ? tries[0] : tries, 'message');
  const holders = [metadata, outputs, pickObject(message, 'kwargs') ?? message];
  return holders
    .map((holder) => pickObject(holder, 'usage_metadata'))
    .find((usage) => usage !== undefined);
}
