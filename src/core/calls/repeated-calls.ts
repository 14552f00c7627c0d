import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { callStep } from './transcript.ts';
import type { CallStep } from './step.ts';
import type { ToolCall } from './trajectory.ts';

/** How a call ended, where recorded. */
export type CallEnd = 'succeeded' | 'failed' | 'unrecorded';

/** How a call ended: a recorded result without an error is a success. */
export function endOf({ call, error, output }: CallStep): CallEnd {
  if (error !== undefined) return 'failed';
  return output !== undefined || call.source['tool_error'] === false ? 'succeeded' : 'unrecorded';
}

/**
 * Whether equal calls returned different things, as in polling: two recorded results differ, or
 * some failed and some did not. All errors count as equal; calls without a result are ignored.
 */
export function isPolling(calls: readonly ToolCall[]): boolean {
  const ends = calls.flatMap(resultOfEnd);
  const [first] = ends;
  return first !== undefined && ends.some((end) => !isJsonEqual(first, end));
}

/** The result in a list, so that no result can equal an error. */
function resultOfEnd(call: ToolCall): readonly (readonly JsonValue[])[] {
  const step = callStep(call, 0);
  if (step.error !== undefined) return [[]];
  return step.output === undefined ? [] : [[step.output]];
}
