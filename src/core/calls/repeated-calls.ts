import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { callStep } from './transcript.ts';
import type { CallStep } from './step.ts';
import type { ToolCall } from './trajectory.ts';

/** How a call ended, as far as that is recorded. */
export type CallEnd = 'succeeded' | 'failed' | 'unrecorded';

/** Says how a call ended: a recorded result without an error is a success. */
export function endOf({ call, error, output }: CallStep): CallEnd {
  if (error !== undefined) return 'failed';
  return output !== undefined || call.source['tool_error'] === false ? 'succeeded' : 'unrecorded';
}

/**
 * Whether equal calls returned something new, as in polling: two of their recorded results differ,
 * or one failed and another did not. Errors are all alike, whatever they say; calls without a
 * recorded result tell nothing.
 */
export function isPolling(calls: readonly ToolCall[]): boolean {
  const ends = calls.flatMap(resultOfEnd);
  const [first] = ends;
  return first !== undefined && ends.some((end) => !isJsonEqual(first, end));
}

/** What a call ended with, in a list of its own so that no result looks like an error. */
function resultOfEnd(call: ToolCall): readonly (readonly JsonValue[])[] {
  const step = callStep(call, 0);
  if (step.error !== undefined) return [[]];
  return step.output === undefined ? [] : [[step.output]];
}
