import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickText, withoutNulls } from '#core/json/pick.ts';
import { readToolInput } from '#core/traces/read-tool-input.ts';
import { momentOf } from '#core/traces/step.ts';
import { askedCalls, hasError, writeTraces, type RunStep } from '#core/traces/write-traces.ts';
import type { Adapter } from '../adapter.ts';
import { findRecords, holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';

const MILLISECOND = 1_000_000n;

/** Runs of LangSmith: trees, or flat rows that share a trace. */
export const langsmith: Adapter = {
  id: 'langsmith',
  title: 'LangSmith runs',
  recognise: (value) => holdsRecord(value, isRun),
  read: (values, options) => {
    const reading = new Reading(options);
    const runs = new Map<string, FoundRun>();
    for (const value of values) {
      const found = findRecords(value, isRun);
      reading.from(value);
      if (found.length === 0) reading.unread(value);
      for (const origin of found) {
        for (const run of flatten(origin)) {
          const id = pickText(run, 'id') ?? `#${runs.size}`;
          const before = runs.get(id);
          // a run is sent when it starts and again when it ends
          const whole = { ...before?.run, ...withoutNulls(run) };
          runs.set(id, { origin: before?.origin ?? origin, run: whole });
        }
      }
    }
    writeTraces(
      [...runs].map(([id, found]) => readRun(id, found, reading)),
      reading,
    );
    return reading.result();
  },
};

/** A run and the record it stands in, alone or among the children of another. */
interface FoundRun {
  readonly origin: JsonObject;
  readonly run: JsonObject;
}

function isRun(value: JsonObject): boolean {
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
    const trace = traceOf(run);
    const children = pickList(run, 'child_runs') ?? [];
    for (const child of [...children].reverse()) {
      if (typeof child !== 'object' || child === null || Array.isArray(child)) continue;
      const parent = { parent_run_id: pick(run, 'id') ?? null, trace_id: trace };
      waiting.push({ ...parent, ...withoutNulls(child as JsonObject) });
    }
  }
  return runs;
}

function traceOf(run: JsonObject): string {
  return pickText(run, 'trace_id', 'id') ?? '';
}

function readRun(id: string, { origin, run }: FoundRun, reading: Reading): RunStep {
  const name = pickText(run, 'name') ?? '';
  const input = pick(run, 'inputs');
  const output = pick(run, 'outputs');
  const kind = pickText(run, 'run_type');
  const call = {
    name,
    input: readToolInput(input, name, reading),
    output: unwrapOutput(output),
  };
  return {
    id,
    parentId: pickText(run, 'parent_run_id'),
    traceId: traceOf(run),
    origin,
    start: momentOf(pick(run, 'start_time'), MILLISECOND),
    end: momentOf(pick(run, 'end_time'), MILLISECOND),
    input,
    output,
    isFailed: hasError(run),
    call: kind === 'tool' ? call : undefined,
    asked: kind === 'llm' ? askedCalls(output, reading) : undefined,
  };
}

function unwrapOutput(output: JsonValue | undefined): JsonValue | undefined {
  return pick(output, 'output') ?? output;
}
