import type { Step, StepKind } from './steps-of-runs.ts';

/** Which step comes before which: `before[a][b]` is 1 where `a` does, directly or through others. */
export type Precedence = readonly Uint8Array[];

/**
 * Finds the precedence that held in all runs. A kind precedes another one where each run that has
 * both has made all calls of the first before those of the second, and one of the two is required.
 * A step that may be left out passes on no precedence that did not hold without it, and none to a
 * kind some of whose steps may be left out: which of its calls these are is not told. So more runs
 * never add a precedence.
 * @param kinds what steps match
 * @param steps the steps of these kinds
 */
export function precedenceOf(kinds: readonly StepKind[], steps: readonly Step[]): Precedence {
  const held = heldBetween(kinds);
  const before = steps.map(() => new Uint8Array(steps.length));
  const ends = kinds.map((_, kind) => endsOf(steps, kind));
  for (let at = 1; at < steps.length; at++) {
    if (steps[at]?.kind === steps[at - 1]?.kind) put(before, at - 1, at);
  }
  for (const [kind, { least }] of kinds.entries()) {
    for (const [later, other] of kinds.entries()) {
      if (!isHeld(held, kind, later) || (least === 0 && other.least === 0)) continue;
      const { last, lastRequired } = ends[kind] as Ends;
      const { first } = ends[later] as Ends;
      const isOptional = last !== lastRequired;
      if (lastRequired >= 0) put(before, lastRequired, first);
      if (isOptional && other.least === other.most && mayPassOn(held, kinds.length, kind, later))
        put(before, last, first);
    }
  }
  close(before);
  return before;
}

interface Held {
  /** Whether all calls of one kind are before those of another, in each run that has both. */
  readonly always: readonly Uint8Array[];
  /** Whether some call of one kind is before one of another, in some run. */
  readonly ever: readonly Uint8Array[];
}

function heldBetween(kinds: readonly StepKind[]): Held {
  const always = kinds.map(() => new Uint8Array(kinds.length));
  const ever = kinds.map(() => new Uint8Array(kinds.length));
  for (const [kind, { places }] of kinds.entries()) {
    for (const [other, { places: others }] of kinds.entries()) {
      if (kind === other) continue;
      let isAlways = 1;
      for (let run = 0; run < places.length; run++) {
        const [mine, theirs] = [places[run] ?? [], others[run] ?? []];
        if (mine.length === 0 || theirs.length === 0) continue;
        if ((mine.at(-1) as number) > (theirs[0] as number)) isAlways = 0;
        if ((mine[0] as number) < (theirs.at(-1) as number)) put(ever, kind, other);
      }
      if (isAlways === 1) put(always, kind, other);
    }
  }
  return { always, ever };
}

function isHeld({ always, ever }: Held, kind: number, later: number): boolean {
  return always[kind]?.[later] === 1 && ever[kind]?.[later] === 1;
}

/** Whether all that may come before an optional step comes before the later step anyway. */
function mayPassOn(held: Held, count: number, kind: number, later: number): boolean {
  for (let other = 0; other < count; other++) {
    if (other === kind || other === later) continue;
    if (held.ever[other]?.[kind] === 1 && !isHeld(held, other, later)) return false;
  }
  return true;
}

interface Ends {
  readonly first: number;
  readonly last: number;
  /** −1 where none is required. */
  readonly lastRequired: number;
}

function endsOf(steps: readonly Step[], kind: number): Ends {
  return {
    first: steps.findIndex((step) => step.kind === kind),
    last: steps.findLastIndex((step) => step.kind === kind),
    lastRequired: steps.findLastIndex((step) => step.kind === kind && step.isRequired),
  };
}

function put(relation: readonly Uint8Array[], from: number, to: number): void {
  const row = relation[from];
  if (row) row[to] = 1;
}

/** Adds what follows through other steps. */
function close(before: Precedence): void {
  for (const [middle, after] of before.entries()) {
    for (const row of before) {
      if (row[middle] !== 1) continue;
      for (let later = 0; later < after.length; later++) if (after[later] === 1) row[later] = 1;
    }
  }
}
