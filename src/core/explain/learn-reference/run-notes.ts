import type { JsonValue } from '#core/base/json/json-value.ts';
import { canonicalText } from '#core/base/json/canonical-text.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { diffArguments } from '#core/match/diff-calls.ts';
import type { LearntReference, LearntStep } from './learn-reference.ts';

/** What one run does that the others do not. */
export interface RunNote {
  /** Steps that only it has, by their places in the proposal. */
  readonly onlyHere: readonly number[];
  /** Steps that all others have. */
  readonly leftOut: readonly number[];
  /** Arguments whose value no other run has there. */
  readonly values: readonly OwnValue[];
}

/** An argument that one run alone has. */
export interface OwnValue {
  readonly step: number;
  /** JSON Pointer into the arguments. */
  readonly path: string;
  /** The value as bounded text; null where the run leaves the argument out. */
  readonly text: string | null;
}

const VALUES_LISTED = 20;
const TEXT_LIMIT = 120;

/**
 * Tells what each run adds to a proposal.
 * @param learnt the proposal
 * @param runs those the proposal was learnt from, in their order
 * @returns a note for each run; empty ones where a run does what others do
 */
export function noteRuns(learnt: LearntReference, runs: readonly Trajectory[]): RunNote[] {
  const { steps } = learnt;
  return runs.map((_, run) => ({
    onlyHere: runs.length < 2 ? [] : indexesOf(steps, (step) => isAlone(step, run)),
    leftOut: indexesOf(
      steps,
      ({ places }) =>
        places[run] === -1 && places.length > 1 && places.filter((place) => place < 0).length === 1,
    ),
    values: steps.flatMap((step, at) => ownValues(step, at, run, runs)).slice(0, VALUES_LISTED),
  }));
}

function indexesOf(
  steps: readonly LearntStep[],
  isWanted: (step: LearntStep) => boolean,
): number[] {
  return steps.flatMap((step, at) => (isWanted(step) ? [at] : []));
}

function isAlone({ places }: LearntStep, run: number): boolean {
  return (places[run] ?? -1) >= 0 && places.every((place, other) => other === run || place < 0);
}

/** Arguments that differ from those of every other run that has the step. */
function ownValues(
  { places }: LearntStep,
  step: number,
  run: number,
  runs: readonly Trajectory[],
): OwnValue[] {
  const inputOf = (one: number) => runs[one]?.[places[one] ?? -1]?.tool_input;
  const mine = inputOf(run);
  if (mine === undefined) return [];
  const others = new Map(
    runs.flatMap((_, other) => {
      const input = other === run ? undefined : inputOf(other);
      return input === undefined ? [] : [[canonicalText(input), input]];
    }),
  );
  if (others.size === 0) return [];
  const differing = [...others.values()].map(
    (other) => new Map(diffArguments(other, mine).map((one) => [one.path, one.prediction])),
  );
  const [first = new Map<string, JsonValue | undefined>()] = differing;
  return [...first]
    .filter(([path]) => differing.every((paths) => paths.has(path)))
    .map(([path, value]) => ({
      step,
      path,
      text: value === undefined ? null : previewJson(value, TEXT_LIMIT),
    }));
}
