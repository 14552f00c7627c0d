import type { StepsView, StepView } from '#core/explain/steps/step-view.ts';
import type { WrittenSteps } from './questions.ts';

/**
 * Reads steps that came from the worker. What else there is to do has its turn in between.
 * @returns undefined where they are no longer wanted
 */
export async function readSteps(
  { parts, ...about }: WrittenSteps,
  signal: AbortSignal,
): Promise<StepsView | undefined> {
  const items: StepView[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return undefined;
    items.push(...(JSON.parse(part) as StepView[]));
  }
  return { ...about, items };
}
