import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Tolerance } from '#core/base/literals/tolerance.ts';

/** One tool call; the arguments may be any JSON value. */
export interface ToolCall {
  readonly tool_name: string;
  readonly tool_input: JsonValue;
  /** The call as in the data with all keys; shown, never matched. */
  readonly source: JsonObject;
  /**
   * Set where only the name is recorded: `tool_input` is empty and the call is compared by name.
   */
  readonly isNameOnly?: true;
  /** In a reference: the groups of steps it is in, outermost first. */
  readonly groups?: readonly GroupPlace[];
  /** For a step in a group: JSON Pointer from the list of steps. */
  readonly path?: string;
}

/** A group of steps in a reference. */
export interface StepGroup {
  readonly kind: 'inAnyOrder' | 'oneOf' | 'optional' | 'repeat';
  /** The number of branches of a group, or of lists to choose from. */
  readonly branches: number;
  /** The bounds of a `repeat`. */
  readonly atLeast: number;
  readonly atMost: number;
  /** The group as in the data. */
  readonly source: JsonObject;
}

/** The branch of a group that a step is in, from 0. */
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
      /** The program known to cut cells at this length. */
      readonly cutBy?: string;
    }
  | { readonly code: 'trajectory_not_list'; readonly found: string }
  | { readonly code: 'call_not_object'; readonly call: number; readonly found: string }
  | { readonly code: 'call_without_tool_name'; readonly call: number; readonly found: string }
  | { readonly code: 'call_is_definition'; readonly call: number }
  /** `keys`: the candidates for the arguments. */
  | { readonly code: 'arguments_unclear'; readonly call: number; readonly keys: readonly string[] }
  /** Bytes that are no text: nobody knows what they were. */
  | { readonly code: 'characters_lost'; readonly call: number }
  | { readonly code: 'trajectory_too_deep'; readonly limit: number }
  /** An invalid pattern; `path` is from the list of steps. */
  | {
      readonly code: 'pattern_malformed';
      readonly path: string;
      readonly reason: string;
      readonly nearest?: string;
    }
  /** Groups of steps where patterns are off. */
  | { readonly code: 'patterns_off' };

/** A form of calls other than the playground's own. */
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

/** How a cell was read that is not a plain list of calls. */
export interface SideNotes {
  /** Departures from strict JSON in the cell's text. */
  readonly tolerances: readonly Tolerance[];
  readonly forms: readonly CallForm[];
  /** The first call whose arguments look like JSON but are not; they are compared as text. */
  readonly unparsed: { readonly call: number; readonly reason: string } | null;
  /** The first call whose arguments are under unusual keys, and those keys. */
  readonly found: { readonly call: number; readonly keys: readonly string[] } | null;
  /** Whether only names are recorded; calls are then compared by name. */
  readonly isNamesOnly: boolean;
}

/** A side with a list of calls. */
export interface CallsSide {
  readonly state: 'calls';
  readonly calls: Trajectory;
  /** The tools called, in order, where known before the calls are parsed. */
  readonly tools?: readonly string[];
  readonly reading?: SideNotes;
  /** Whether a reference has groups of steps or patterns for tools. */
  readonly hasStepPatterns?: boolean;
}

/**
 * One side of a row: its calls, or the reason why there are none. `missing` means not recorded; an
 * empty list means that no tool was called.
 */
export type TrajectorySide =
  | CallsSide
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly problem: TrajectoryProblem };
