import type { FoundCall } from '#core/calls/read-call.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickObject, pickText } from '#core/base/json/pick.ts';
import { runOf } from '#core/read/traces/run-of-trace.ts';
import { findSpans } from '#core/read/traces/find-spans.ts';
import { readStep } from '#core/read/traces/read-step.ts';
import { holdsCalls, readCalls } from '#core/read/transcripts/record-cells.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

const CALLED = ['tools_called', 'toolsCalled'];
const EXPECTED = ['expected_tools', 'expectedTools'];
const ACTUAL = ['actual_output', 'actualOutput'];
const WANTED = ['expected_output', 'expectedOutput'];
const TEXTS = ['input', ...ACTUAL, ...WANTED];
const TIMES = ['completion_time', 'completionTime'];

/** Test cases and goldens of DeepEval. */
export const deepeval = recordAdapter({
  id: 'deepeval',
  title: 'DeepEval test case',
  isRecord: (value) =>
    hasKey(value, ...CALLED) ||
    (hasKey(value, ...EXPECTED) && hasKey(value, ...TEXTS)) ||
    isTestCase(value),
  uses: [...CALLED, ...EXPECTED, ...TEXTS, ...TIMES, 'trace'],
  readRecord: (record, out) => {
    const called =
      readCalls(pick(record, ...CALLED), out, 'tools_called') ??
      tracedCalls(record, out) ??
      callsAsText(record, ACTUAL, out);
    const expected =
      readCalls(pick(record, ...EXPECTED), out, 'expected_tools') ??
      callsAsText(record, WANTED, out);
    out.row({
      prompt: pickText(record, 'input'),
      response: pickText(record, ...ACTUAL),
      reference: pickText(record, ...WANTED),
      predicted_trajectory: out.maybeTrajectory(called, 'predicted'),
      reference_trajectory: out.maybeTrajectory(expected, 'reference'),
      latency_in_seconds: pick(record, ...TIMES),
    });
  },
});

/** Where texts would be, a list of calls is what was called, or what was to be. */
function callsAsText(
  record: JsonObject,
  keys: readonly string[],
  out: Collector,
): readonly FoundCall[] | undefined {
  const cell = pick(record, ...keys);
  return holdsCalls(cell, 'outputs') ? readCalls(cell, out, keys[0] ?? '') : undefined;
}

/** Results of a test run keep the trace instead, its spans sorted by kind. */
function tracedCalls(record: JsonObject, out: Collector): readonly FoundCall[] | undefined {
  const trace = pickObject(record, 'trace');
  if (!trace) return undefined;
  const marks = { isSpan: (span: JsonObject) => pickText(span, 'uuid') !== undefined };
  const steps = findSpans([trace], marks, out).map((span) => readStep(span, out));
  return runOf(steps, () => out.note('call_repeated', 'id')).calls;
}

/** Cases and goldens without tools have the texts of both sides. */
function isTestCase(value: JsonObject): boolean {
  return hasKey(value, 'input') && hasKey(value, ...ACTUAL);
}
