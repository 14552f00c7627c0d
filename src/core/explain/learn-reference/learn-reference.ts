import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { joinValues } from './join-values.ts';
import { precedenceOf, type Precedence } from './precedence.ts';
import { findSharedValues, type SharedValue } from './shared-values.ts';
import { stepsOf, type Step, type StepKind } from './steps-of-runs.ts';
import { writeSteps } from './write-steps.ts';

/** A reference proposed from several runs. */
export interface LearntReference {
  /** The reference, in the syntax of patterns. */
  readonly reference: readonly JsonObject[];
  /** Its steps, in the order in which they are listed. */
  readonly steps: readonly LearntStep[];
}

/** A step of the proposal, and where each run has it. */
export interface LearntStep {
  readonly tool: string;
  /** Its arguments as a pattern; undefined where only names are known. */
  readonly input: JsonValue | undefined;
  readonly isRequired: boolean;
  /** The places of the calls it was learnt from, one a run, from 0; −1 where a run has none. */
  readonly places: readonly number[];
}

/** Why there is no proposal. */
export type NothingLearnt = 'no_runs' | 'too_many_runs' | 'too_many_calls';

/** More runs teach nothing that these do not. */
export const MOST_RUNS = 100;
/** Calls of a run, and steps of a proposal. */
export const MOST_STEPS = 200;

/**
 * Proposes a reference from runs that did a task well: the calls they share, arguments that vary
 * as patterns, the precedence that held in all of them, and the rest as optional. The idea of a
 * reference merged from passing runs is that of AgentLens (arXiv 2605.12925), whose merged
 * references are automata over kinds of actions; here they are partial orders of calls.
 *
 * Each run matches the proposal; the order of the runs does not matter; one run gives itself; more
 * runs never make it stricter.
 * @param runs the calls of each run; an empty run counts
 * @returns the proposal, or why there is none
 */
export function learnReference(runs: readonly Trajectory[]): LearntReference | NothingLearnt {
  if (runs.length === 0) return 'no_runs';
  if (runs.length > MOST_RUNS) return 'too_many_runs';
  if (runs.some(({ length }) => length > MOST_STEPS)) return 'too_many_calls';
  const { kinds, steps } = stepsOf(runs);
  if (steps.length > MOST_STEPS) return 'too_many_calls';
  const inputs = patternsOf(runs, kinds);
  const before = precedenceOf(kinds, steps);
  const order = listingOrder(steps, before, inputs);
  const listed = order.map((at) => {
    const { kind, tool, isRequired, places } = steps[at] as Step;
    return { tool, isRequired, places, input: inputs[kind] };
  });
  const listedBefore = order.map((a) => Uint8Array.from(order, (b) => before[a]?.[b] ?? 0));
  return { steps: listed, reference: writeSteps(listed, listedBefore) };
}

/** The arguments of each kind as a pattern, with variables for values that go from call to call. */
function patternsOf(
  runs: readonly Trajectory[],
  kinds: readonly StepKind[],
): (JsonValue | undefined)[] {
  const single = kinds.flatMap((kind, at) =>
    kind.least === 1 && kind.most === 1 && kind.inputs.length === runs.length ? [at] : [],
  );
  const byPlace = single.toSorted((a, b) => placeOf(kinds[a]) - placeOf(kinds[b]) || a - b);
  const shared = findSharedValues(byPlace.map((at) => kinds[at]?.inputs ?? []));
  const seen = new Set<string>();
  const patterns = kinds.map(({ inputs }) => (inputs.length === 0 ? undefined : inputs));
  const written = byPlace.map((at, call) => {
    const ofCall = new Map(
      shared.filter((one) => one.call === call).map((one) => [JSON.stringify(one.path), one]),
    );
    return joinValues(patterns[at] ?? [], (path) => {
      const variable = ofCall.get(JSON.stringify(path));
      return variable && writeVariable(variable, seen);
    });
  });
  return patterns.map((inputs, at) => {
    const call = byPlace.indexOf(at);
    return call >= 0 ? written[call] : inputs && joinValues(inputs);
  });
}

/** At its first place a variable says what it may be. */
function writeVariable({ name, values }: SharedValue, seen: Set<string>): JsonObject {
  if (seen.has(name)) return { $var: name };
  seen.add(name);
  return { $var: { name, as: joinValues(values) } };
}

function placeOf(kind: StepKind | undefined): number {
  return kind ? meanOf(kind.places.flat()) : 0;
}

function meanOf(places: readonly number[]): number {
  const known = places.filter((place) => place >= 0);
  return known.reduce((sum, place) => sum + place, 0) / Math.max(1, known.length);
}

/** No step before one that it must follow; of those that may be next, the one most often first. */
function listingOrder(
  steps: readonly Step[],
  before: Precedence,
  inputs: readonly (JsonValue | undefined)[],
): number[] {
  const rank = steps
    .map(({ places, tool, kind }, at) => ({
      ...{ at, mean: meanOf(places), tool },
      input: printJson(inputs[kind] ?? null),
    }))
    .sort(
      (a, b) =>
        a.mean - b.mean ||
        compareTexts(a.tool, b.tool) ||
        compareTexts(a.input, b.input) ||
        a.at - b.at,
    )
    .map(({ at }) => at);
  const order: number[] = [];
  const left = new Set(rank);
  for (let count = 0; count < steps.length; count++) {
    const next = rank.find(
      (at) => left.has(at) && ![...left].some((other) => before[other]?.[at] === 1),
    );
    if (next === undefined) break; // cannot be: precedence that held in a run has no circle
    left.delete(next);
    order.push(next);
  }
  return order;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
