import type { Trajectory } from '#core/calls/trajectory.ts';
import { readReference } from './reference-pattern.ts';
import { variableUses } from './value-pattern.ts';

/**
 * Lists the variables of a reference that stand in one place only, so that nothing is ever compared
 * with what they are bound to.
 * @returns their names, in the order of the steps; none where the reference cannot be used, and none
 * of those in a repeated group, whose rounds are compared
 */
export function lonelyVariables(reference: Trajectory): readonly string[] {
  const reading = readReference(reference);
  if (!reading?.ok) return [];
  const uses = new Map<string, number>();
  for (const { call, name, input } of reading.compiled.steps) {
    const isRepeated = (call.groups ?? []).some(({ group }) => group.atMost > 1);
    for (const variable of [...variableUses(name), ...variableUses(input)]) {
      uses.set(variable, (uses.get(variable) ?? 0) + (isRepeated ? 2 : 1));
    }
  }
  return [...uses].filter(([, count]) => count === 1).map(([name]) => name);
}
