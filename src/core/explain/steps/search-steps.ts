import type { Step } from '#core/calls/step.ts';
import { textOfStep, type StepPart } from './step-text.ts';

const PARTS: readonly StepPart[] = ['text', 'input', 'output', 'error'];

/**
 * Finds the steps that hold a text, in whatever case: in what is said, in a tool's name, in
 * arguments, results and errors, all of them whole.
 * @returns numbers of steps, from 1, in order; none for a text without a letter
 */
export function searchSteps(steps: readonly Step[], text: string): readonly number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const holds = (part: string | undefined): boolean =>
    part?.toLowerCase().includes(wanted) === true;
  return steps.flatMap((step, at) =>
    (step.kind === 'call' && holds(step.call.tool_name)) ||
    PARTS.some((part) => holds(textOfStep(step, part)))
      ? [at + 1]
      : [],
  );
}
