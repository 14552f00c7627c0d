import type { JsonObject, JsonValue } from '#core/json/json-value.ts';

/** One tool invocation: the tool's name and its arguments, any JSON value. */
export interface ToolCall {
  readonly tool_name: string;
  readonly tool_input: JsonValue;
  /** The call as it stood in the data, other keys included; shown, never matched. */
  readonly source: JsonObject;
}

/** The tool calls of one agent run, in the order they were made. */
export type Trajectory = readonly ToolCall[];

/** Why a trajectory cell could not be read. */
export type TrajectoryProblem =
  | { readonly code: 'trajectory_not_json'; readonly column: number; readonly reason: string }
  | { readonly code: 'trajectory_not_list'; readonly found: string }
  | { readonly code: 'call_not_object'; readonly call: number; readonly found: string }
  | { readonly code: 'call_without_tool_name'; readonly call: number; readonly found: string }
  | { readonly code: 'trajectory_too_deep'; readonly limit: number };

/**
 * One side of a row: its calls, or why there are none. `missing` (not recorded) is not an empty
 * list (the agent called nothing).
 */
export type TrajectorySide =
  | { readonly state: 'calls'; readonly calls: Trajectory }
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly problem: TrajectoryProblem };
