import type { FoundCall } from '#core/calls/found-call.ts';
import { isJsonList, type JsonObject } from '#core/json/json-value.ts';
import { hasKey, pick, pickObject, pickText } from '#core/json/pick.ts';
import { readToolInput } from '#core/traces/read-tool-input.ts';
import { callsOf, momentOf, type Step } from '#core/traces/step.ts';
import { readCalls } from '#core/transcripts/record-cells.ts';
import { recordAdapter } from '../record-adapter.ts';
import type { Reading } from '../reading.ts';

const CALLED = ['tools_called', 'toolsCalled'];
const EXPECTED = ['expected_tools', 'expectedTools'];
const TEXTS = ['input', 'actual_output', 'actualOutput', 'expected_output', 'expectedOutput'];
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
  readRecord: (record, reading) => {
    const called =
      readCalls(pick(record, ...CALLED), reading, 'tools_called') ?? tracedCalls(record, reading);
    const expected = readCalls(pick(record, ...EXPECTED), reading, 'expected_tools');
    reading.row({
      prompt: pickText(record, 'input'),
      response: pickText(record, 'actual_output', 'actualOutput'),
      reference: pickText(record, 'expected_output', 'expectedOutput'),
      predicted_trajectory: reading.maybeTrajectory(called, 'predicted'),
      reference_trajectory: reading.maybeTrajectory(expected, 'reference'),
      latency_in_seconds: pick(record, ...TIMES),
    });
  },
});

/** Results of a test run keep the trace instead, its spans sorted by kind. */
function tracedCalls(record: JsonObject, reading: Reading): readonly FoundCall[] | undefined {
  const trace = pickObject(record, 'trace');
  if (!trace) return undefined;
  const spans = Object.values(trace).flatMap((list) => (isJsonList(list) ? list : []));
  const steps = spans.flatMap((span): readonly Step[] => {
    const id = pickText(span, 'uuid');
    if (id === undefined) return [];
    const name = pickText(span, 'type') === 'tool' ? pickText(span, 'name') : undefined;
    const input =
      name === undefined ? undefined : readToolInput(pick(span, 'input'), name, reading);
    return [
      {
        id,
        parentId: pickText(span, 'parentUuid'),
        start: momentOf(pick(span, 'startTime')),
        end: undefined,
        call: name === undefined ? undefined : { name, input, output: pick(span, 'output') },
        asked: undefined,
      },
    ];
  });
  return callsOf(steps, () => reading.note('call_repeated', 'id'));
}

/** Cases and goldens without tools have the texts of both sides. */
function isTestCase(value: JsonObject): boolean {
  return hasKey(value, 'input') && hasKey(value, 'actual_output', 'actualOutput');
}
