import type { JsonObject } from '#core/json/json-value.ts';
import { hasKey, pick, pickText } from '#core/json/pick.ts';
import { plainCells, readCalls } from '#core/transcripts/record-cells.ts';
import { recordAdapter } from '../record-adapter.ts';

const CALLED = ['tools_called', 'toolsCalled'];
const EXPECTED = ['expected_tools', 'expectedTools'];
const TEXTS = ['input', 'actual_output', 'actualOutput', 'expected_output', 'expectedOutput'];

/** Test cases and goldens of DeepEval. */
export const deepeval = recordAdapter({
  id: 'deepeval',
  title: 'DeepEval test case',
  isRecord: (value) =>
    hasKey(value, ...CALLED) || (hasKey(value, ...EXPECTED) && hasKey(value, ...TEXTS)) || isTestCase(value),
  readRecord: (record, reading) => {
    const called = readCalls(pick(record, ...CALLED), reading, 'tools_called');
    const expected = readCalls(pick(record, ...EXPECTED), reading, 'expected_tools');
    reading.row({
      ...plainCells(record, [...CALLED, ...EXPECTED, ...TEXTS]),
      prompt: pickText(record, 'input'),
      response: pickText(record, 'actual_output', 'actualOutput'),
      reference: pickText(record, 'expected_output', 'expectedOutput'),
      predicted_trajectory: reading.maybeTrajectory(called, 'predicted'),
      reference_trajectory: reading.maybeTrajectory(expected, 'reference'),
      latency_in_seconds: pick(record, 'completion_time', 'completionTime'),
    });
  },
});

/** Cases and goldens without tools have the texts of both sides. */
function isTestCase(value: JsonObject): boolean {
  return hasKey(value, 'input') && hasKey(value, 'actual_output', 'actualOutput');
}
