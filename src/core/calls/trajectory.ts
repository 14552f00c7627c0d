import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Leniency } from '#core/base/literals/leniency.ts';

/** One tool invocation: the tool's name and its arguments, any JSON value. */
export interface ToolCall {
  readonly tool_name: string;
  readonly tool_input: JsonValue;
  /** The call as it stood in the data, other keys included; shown, never matched. */
  readonly source: JsonObject;
  /** Set where only the name is known: the call is compared by name, `tool_input` is empty. */
  readonly isNameOnly?: true;
  /** In a reference: the groups of steps that it is in, the outermost first. */
  readonly groups?: readonly GroupPlace[];
  /** JSON Pointer to it from the list of steps, where it is in a group. */
  readonly path?: string;
}

/** A group of steps in a reference. */
export interface StepGroup {
  readonly kind: 'inAnyOrder' | 'oneOf' | 'optional' | 'repeat';
  /** How many steps or groups are free of each other, or how many lists one is chosen from. */
  readonly branches: number;
  /** How often the steps of a `repeat` may be made. */
  readonly atLeast: number;
  readonly atMost: number;
  /** The group as it stood in the data. */
  readonly source: JsonObject;
}

/** The part of a group that a step is in, from 0. */
export interface GroupPlace {
  readonly group: StepGroup;
  readonly branch: number;
}

/** The tool calls of one agent run, in the order they were made. */
export type Trajectory = readonly ToolCall[];

/** Why a trajectory cell could not be read. */
export type TrajectoryProblem =
  | {
      readonly code: 'trajectory_not_json';
      readonly column: number;
      readonly reason: string;
      /** The program that cuts cells at just this length. */
      readonly cutBy?: string;
    }
  | { readonly code: 'trajectory_not_list'; readonly found: string }
  | { readonly code: 'call_not_object'; readonly call: number; readonly found: string }
  | { readonly code: 'call_without_tool_name'; readonly call: number; readonly found: string }
  | { readonly code: 'call_is_definition'; readonly call: number }
  /** `keys`: of what may be the arguments. */
  | { readonly code: 'arguments_unclear'; readonly call: number; readonly keys: readonly string[] }
  | { readonly code: 'trajectory_too_deep'; readonly limit: number }
  /** A pattern in a reference that cannot be used; `path` from the list of steps. */
  | {
      readonly code: 'pattern_malformed';
      readonly path: string;
      readonly reason: string;
      readonly nearest?: string;
    }
  /** Groups of steps in a reference that is read as plain values. */
  | { readonly code: 'patterns_off' };

/** A way of writing calls that is not the playground's own. */
export type CallForm =
  | 'double_encoded'
  | 'single_call'
  | 'other_keys'
  | 'arguments_json'
  | 'arguments_lenient'
  | 'arguments_absent'
  | 'expressions'
  | 'some_names'
  | 'conversation'
  | 'empty_word';

/** What reading a cell has needed beyond a plain list of calls. */
export interface SideNotes {
  /** What was not strict JSON in the cell's text. */
  readonly leniencies: readonly Leniency[];
  readonly forms: readonly CallForm[];
  /** The first call whose arguments look like JSON and are not; they are compared as text. */
  readonly unparsed: { readonly call: number; readonly reason: string } | null;
  /** The first call whose arguments are under no usual key, and the keys they were read from. */
  readonly found: { readonly call: number; readonly keys: readonly string[] } | null;
  /** Whether only names were recorded: calls are then compared by name. */
  readonly isNamesOnly: boolean;
}

/** A side that has a list of calls, and what reading it has needed. */
export interface CallsSide {
  readonly state: 'calls';
  readonly calls: Trajectory;
  /** The tools called, in order, where they are known before the calls are. */
  readonly tools?: readonly string[];
  readonly reading?: SideNotes;
  /** Whether there are groups of steps, or tools that are patterns: only a reference has such. */
  readonly hasStepPatterns?: boolean;
}

/**
 * One side of a row: its calls, or why there are none. `missing` (not recorded) is not an empty
 * list (the agent called nothing).
 */
export type TrajectorySide =
  | CallsSide
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly problem: TrajectoryProblem };
