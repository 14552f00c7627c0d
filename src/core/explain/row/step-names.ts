import type { Step } from '#core/calls/step.ts';

/** A short description of a step. */
export interface StepName {
  /** The tool called; empty for a message. */
  readonly tool: string;
  /** The 1-based place of the call in its trajectory; 0 for a message. */
  readonly call: number;
}

/** How many steps are listed at most. */
export const STEP_LIMIT = 20_000;
const NAME_LIMIT = 200;

/** Names the first steps of a run, so that one can be chosen. */
export function stepNames(steps: readonly Step[]): readonly StepName[] {
  return steps
    .slice(0, STEP_LIMIT)
    .map((step) =>
      step.kind === 'call'
        ? { tool: step.call.tool_name.slice(0, NAME_LIMIT), call: step.place + 1 }
        : { tool: '', call: 0 },
    );
}

/** The parts of an alignment slot needed to guess the first wrong step. */
interface AlignedStep {
  readonly kind: string;
  readonly at: 'reference' | 'prediction' | 'both';
  readonly prediction: { readonly place: number } | null;
  readonly isSkipped?: boolean;
}

/**
 * Guesses the first wrong step, by its place from 0: the call that differs, or the one made in
 * place of a missing one; else the last step; −1 without steps.
 */
export function likelyWrongStep(steps: readonly StepName[], slots: readonly AlignedStep[]): number {
  const first = slots.findIndex(({ kind, isSkipped }) => kind !== 'equal' && isSkipped !== true);
  const made = first < 0 ? undefined : slots.slice(first).find(isMadeHere);
  const step = steps.findIndex(({ call }) => call > 0 && call === made?.prediction?.place);
  return step < 0 ? steps.length - 1 : step;
}

function isMadeHere({ at, prediction }: AlignedStep): boolean {
  return prediction !== null && at !== 'reference';
}

/**
 * Finds the next tool call after a place, continuing from the start; the same place without
 * another.
 */
export function nextCallStep(steps: readonly StepName[], from: number): number {
  const after = steps.findIndex(({ call }, step) => call > 0 && step > from);
  if (after >= 0) return after;
  const first = steps.findIndex(({ call }) => call > 0);
  return first < 0 ? from : first;
}
