import type { Step } from '#core/calls/step.ts';

/**
 * Finds the calls that make up for a failed one: the next call of the same tool, made later and not
 * beside it, that does not fail. All failures since the last success lead to the same call.
 * @param steps a row's steps, in order
 * @returns the place of the step that recovers, by the place of the step that failed
 */
export function findRecoveries(steps: readonly Step[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const failed = new Map<string, { readonly at: number; readonly parallel?: number }[]>();
  for (const [at, step] of steps.entries()) {
    if (step.kind !== 'call') continue;
    const tool = step.call.tool_name;
    const open = failed.get(tool) ?? [];
    const { parallel } = step;
    if (step.error !== undefined) {
      failed.set(tool, [...open, { at, ...(parallel !== undefined && { parallel }) }]);
      continue;
    }
    const isBeside = (one: { parallel?: number }): boolean =>
      parallel !== undefined && one.parallel === parallel;
    for (const one of open) if (!isBeside(one)) found.set(one.at, at);
    failed.set(tool, open.filter(isBeside));
  }
  return found;
}
