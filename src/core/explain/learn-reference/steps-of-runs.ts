import { canonicalText } from '#core/base/json/canonical-text.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';

/**
 * A step that runs have in common. Calls with the same arguments in all runs are steps of their
 * own; the other calls of a tool stand for one another, and have all the same arguments to match.
 */
export interface Step {
  /** Steps of one kind are interchangeable; the first of them is made first. */
  readonly kind: number;
  readonly tool: string;
  /** Whether every run has it. */
  readonly isRequired: boolean;
  /** Where each run has it, from 0; −1 where it has not. */
  readonly places: readonly number[];
}

/** What steps of one kind match. */
export interface StepKind {
  readonly tool: string;
  /** Its calls in each run, by their places, ascending. */
  readonly places: readonly (readonly number[])[];
  /** The arguments of all its calls; of names alone there are none. */
  readonly inputs: readonly JsonValue[];
  /** How many of its steps all runs have. */
  readonly least: number;
  /** How many steps it has. */
  readonly most: number;
}

/**
 * Finds the steps of several runs.
 * @param runs the runs, in any order
 * @returns kinds and steps, in an order that does not depend on that of the runs
 */
export function stepsOf(runs: readonly Trajectory[]): {
  readonly kinds: readonly StepKind[];
  readonly steps: readonly Step[];
} {
  const kinds = kindsOf(runs);
  const steps = kinds.flatMap(({ tool, places, least, most }, kind) =>
    Array.from({ length: most }, (_, at) => ({
      kind,
      tool,
      isRequired: at < least,
      places: places.map((ofRun) => ofRun[at] ?? -1),
    })),
  );
  return { kinds, steps };
}

function kindsOf(runs: readonly Trajectory[]): StepKind[] {
  const perRun = runs.map(placesByCall);
  const keys = new Map(perRun.flatMap((calls) => [...calls].map(([key, { call }]) => [key, call])));
  const kinds: StepKind[] = [];
  const rest = new Map<string, number[][]>();
  for (const key of [...keys.keys()].sort()) {
    const call = keys.get(key) as ToolCall;
    const tool = call.tool_name;
    const places = perRun.map((calls) => calls.get(key)?.places ?? []);
    const common = Math.min(...places.map(({ length }) => length));
    for (let at = 0; at < common; at++) {
      const ofRuns = places.map((ofRun) => ofRun.slice(at, at + 1));
      kinds.push({ tool, places: ofRuns, inputs: inputsOf([call]), least: 1, most: 1 });
    }
    const others = rest.get(tool) ?? runs.map(() => []);
    for (const [run, ofRun] of places.entries()) others[run]?.push(...ofRun.slice(common));
    rest.set(tool, others);
  }
  for (const tool of [...rest.keys()].sort()) {
    const places = (rest.get(tool) ?? []).map((ofRun) => ofRun.sort((a, b) => a - b));
    const counts = places.map(({ length }) => length);
    if (Math.max(...counts) === 0) continue;
    const calls = places.flatMap((ofRun, run) => ofRun.map((place) => runs[run]?.[place]));
    const inputs = inputsOf(calls.filter((call) => call !== undefined));
    kinds.push({ tool, places, inputs, least: Math.min(...counts), most: Math.max(...counts) });
  }
  return kinds;
}

/** Calls by name and arguments, with their places. */
function placesByCall(
  run: Trajectory,
): Map<string, { readonly call: ToolCall; readonly places: number[] }> {
  const calls = new Map<string, { readonly call: ToolCall; readonly places: number[] }>();
  for (const [place, call] of run.entries()) {
    const input = call.isNameOnly ? '' : canonicalText(call.tool_input);
    const key = `${JSON.stringify(call.tool_name)}${input}`;
    const known = calls.get(key);
    if (known) known.places.push(place);
    else calls.set(key, { call, places: [place] });
  }
  return calls;
}

/** Where a call is known by name alone, no arguments can be asked of the others. */
function inputsOf(calls: readonly ToolCall[]): JsonValue[] {
  return calls.some(({ isNameOnly }) => isNameOnly) ? [] : calls.map((call) => call.tool_input);
}
