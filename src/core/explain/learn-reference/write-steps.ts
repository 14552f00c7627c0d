import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Precedence } from './precedence.ts';

/** A step to be written. */
export interface WrittenStep {
  readonly tool: string;
  /** Its arguments, as a pattern; undefined where only names are known. */
  readonly input: JsonValue | undefined;
  readonly isRequired: boolean;
}

/**
 * Writes steps as a reference. Where what may vary in order is whole groups, these are written as
 * such; else the steps have names, and say after which others they come.
 * @param steps the steps, none before one that it must follow
 * @param before which comes before which, by their places in the list
 * @returns the items of the reference
 */
export function writeSteps(steps: readonly WrittenStep[], before: Precedence): JsonObject[] {
  const parts = inSeries(steps.length, before);
  const isPlain = parts.every((part) => part.every((a) => part.every((b) => before[a]?.[b] !== 1)));
  if (!isPlain) return writeNamed(steps, before);
  return parts.map((part) => {
    const written = part.map((at) => writeStep(steps[at] as WrittenStep));
    const [only] = written;
    return written.length === 1 && only ? only : { $inAnyOrder: written };
  });
}

/** Cuts the list wherever all steps before come before all behind. */
function inSeries(count: number, before: Precedence): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  for (let at = 0; at < count; at++) {
    part.push(at);
    if (isCut(at + 1, count, before)) {
      parts.push(part);
      part = [];
    }
  }
  return parts;
}

function isCut(at: number, count: number, before: Precedence): boolean {
  for (let a = 0; a < at; a++) {
    for (let b = at; b < count; b++) if (before[a]?.[b] !== 1) return false;
  }
  return true;
}

function writeNamed(steps: readonly WrittenStep[], before: Precedence): JsonObject[] {
  const after = steps.map((_, at) => directlyBefore(steps, before, at));
  const isInPlace = after.map((places, at) =>
    at === 0 ? true : places.length === 1 && places[0] === at - 1,
  );
  const wanted = new Set(after.flatMap((places, at) => (isInPlace[at] === true ? [] : places)));
  const names = namesOf(steps);
  return steps.map((step, at) => ({
    ...writeStep(step),
    ...(wanted.has(at) ? { $step: names[at] ?? '' } : {}),
    ...(isInPlace[at] === true
      ? {}
      : { $after: (after[at] ?? []).map((place) => names[place] ?? '') }),
  }));
}

/**
 * The steps that one comes after, without those that a required step between already follows: one
 * that may be left out holds nothing together.
 */
function directlyBefore(steps: readonly WrittenStep[], before: Precedence, at: number): number[] {
  const all: number[] = [];
  for (let place = 0; place < before.length; place++)
    if (before[place]?.[at] === 1) all.push(place);
  return all.filter(
    (place) => !all.some((other) => steps[other]?.isRequired && before[place]?.[other] === 1),
  );
}

function namesOf(steps: readonly WrittenStep[]): string[] {
  const counts = new Map<string, number>();
  const taken = new Set(steps.map(({ tool }) => tool));
  return steps.map(({ tool }) => {
    const count = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, count);
    if (count === 1) return tool;
    let name = `${tool} ${String(count)}`;
    while (taken.has(name)) name += "'";
    taken.add(name);
    return name;
  });
}

function writeStep({ tool, input, isRequired }: WrittenStep): JsonObject {
  const step = { tool_name: tool, ...(input === undefined ? {} : { tool_input: input }) };
  return isRequired ? step : { $optional: [step] };
}
