import type { Step } from '#core/calls/step.ts';

/** What a step of a run is called. */
export interface StepName {
  /** The tool called; empty for a message. */
  readonly tool: string;
  /** The 1-based place of the call in its trajectory; 0 for a message. */
  readonly call: number;
}

/** Steps listed; a longer run says what is left. */
export const STEP_LIMIT = 20_000;
const NAME_LIMIT = 200;

/** Names the first 20,000 steps of a run in their order, so that one of them can be pointed at. */
export function stepNames(steps: readonly Step[]): readonly StepName[] {
  return steps
    .slice(0, STEP_LIMIT)
    .map((step) =>
      step.kind === 'call'
        ? { tool: step.call.tool_name.slice(0, NAME_LIMIT), call: step.place + 1 }
        : { tool: '', call: 0 },
    );
}

/** A place of an alignment, as far as it is needed to guess the first wrong step. */
interface AlignedStep {
  readonly kind: string;
  readonly at: 'reference' | 'prediction' | 'both';
  readonly prediction: { readonly place: number } | null;
  readonly isSkipped?: boolean;
}

/**
 * Guesses which step went wrong first, by its 0-based place: the call that differs, or the one made
 * in place of a missing one; the last step where no call differs, −1 without steps.
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
 * Finds the next step after a 0-based place that calls a tool, the first after the last; the place
 * itself where there is no other.
 */
export function nextCallStep(steps: readonly StepName[], from: number): number {
  const after = steps.findIndex(({ call }, step) => call > 0 && step > from);
  if (after >= 0) return after;
  const first = steps.findIndex(({ call }) => call > 0);
  return first < 0 ? from : first;
}
