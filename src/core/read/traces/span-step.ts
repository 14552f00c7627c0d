import { roundToMicroseconds } from '#core/calls/moment.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { namesOf } from '#core/read/shape/run.ts';
import { callsIn, type Entry } from '#core/read/transcripts/entry.ts';

/** A span, run or observation of a trace, whatever program recorded it. */
export interface Step {
  readonly id: string;
  readonly parentId: string | undefined;
  /**
   * Milliseconds since 1970, whole microseconds after the point; in a tracer that counts otherwise,
   * since whatever it counts from.
   */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** The call it stands for, when it is a tool's. */
  readonly call: FoundCall | undefined;
  /** What a model answered in it and asked for; undefined when it is no model's. */
  readonly asked: readonly Entry[] | undefined;
  /** The model's message in it, empty where not recorded; undefined when no model ran. */
  readonly said: string | undefined;
  /** Whether it says that it is a model's; a step that only holds an answer may be one around it. */
  readonly isModel: boolean;
  /** Agent, model, tokens and cost, as far as they are recorded; times only where it has no end. */
  readonly about: StepRecord;
  /** The earlier messages that a request repeats, and its answer. */
  readonly told?: readonly Entry[] | undefined;
}

/** Where what has no moment stands. */
const LAST = Number.MAX_VALUE;

/**
 * Sorts steps by the moment they started. Of those of one moment the one around others comes first,
 * then the call asked for first; else they keep their order.
 * @returns the steps in order of time; those without a time come last
 */
export function inTimeOrder<T extends Step>(steps: readonly T[]): readonly T[] {
  if (steps.length < 2) return steps;
  const byStart = (a: T, b: T): number => (a.start ?? LAST) - (b.start ?? LAST);
  // most steps have moments of their own
  const isSure = (list: readonly T[], compare: (a: T, b: T) => number): boolean =>
    list.every((step, at) => at === 0 || compare(list[at - 1] as T, step) < 0);
  if (isSure(steps, byStart)) return steps;
  const inTime = [...steps].sort(byStart);
  if (isSure(inTime, byStart)) return inTime;
  const depths = new Map<Step, number>();
  for (const [step, outer] of aroundOf(steps))
    depths.set(step, outer ? (depths.get(outer) ?? 0) + 1 : 0);
  const byTime = (a: T, b: T): number =>
    byStart(a, b) || (depths.get(a) ?? 0) - (depths.get(b) ?? 0);
  inTime.sort(byTime);
  if (isSure(inTime, byTime)) return inTime;
  const places = placesAsked(inTime);
  return inTime.sort((a, b) => byTime(a, b) || (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** Where in what models asked for a call stands: by its id, else where it was last asked for. */
function placesAsked(inTime: readonly Step[]): ReadonlyMap<Step, number> {
  const asked = inTime.flatMap((step) => callsIn(step.asked ?? []));
  const byId = new Map(asked.map(({ id }, place) => [id, place]));
  const told = new Map<string | undefined, number>();
  const places = new Map<Step, number>();
  const nameOf = (call: FoundCall): string | undefined => namesOf({ kind: 'call', call }).at(-1);
  let count = 0;
  for (const step of inTime) {
    for (const call of callsIn(step.asked ?? [])) told.set(nameOf(call), count++);
    const { call } = step;
    if (call) places.set(step, byId.get(call.id ?? '') ?? told.get(nameOf(call)) ?? 0);
  }
  return places;
}

/** What stands in something of the same kind. */
type Within = Pick<Step, 'id' | 'parentId'>;

/** Each step with the one around it, the outermost first; circles are cut. */
export type Around<T extends Within = Step> = ReadonlyMap<T, T | undefined>;

/**
 * Finds what is around what.
 * @param enclosing the steps around those whose parents are not recorded
 */
export function aroundOf<T extends Within>(
  steps: readonly T[],
  enclosing: ReadonlyMap<T, T> = new Map(),
): Around<T> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const around = new Map<T, T | undefined>();
  for (const step of steps) {
    const path = new Set<T>();
    let at: T | undefined = step;
    while (at && !around.has(at) && !path.has(at)) {
      path.add(at);
      at = byId.get(at.parentId ?? '') ?? enclosing.get(at);
    }
    let outer = at && around.has(at) ? at : undefined;
    for (const inner of [...path].reverse()) {
      around.set(inner, outer);
      outer = inner;
    }
  }
  return around;
}

/** What is known of each step, or of the nearest one around it of which something is. */
export function nearest<T extends Within, V>(
  around: Around<T>,
  valueOf: (step: T) => V | undefined,
): ReadonlyMap<T, V | undefined> {
  const known = new Map<T, V | undefined>();
  for (const [step, outer] of around) known.set(step, valueOf(step) ?? (outer && known.get(outer)));
  return known;
}

/**
 * Whether steps were recorded with their calls. A tracer that records tools or models at all
 * records those of every trace.
 */
export function showsCalls(steps: readonly Step[]): boolean {
  return steps.some(({ call, asked }) => call !== undefined || asked !== undefined);
}

/** The steps whose parents are not among them, in order of time: a trace starts with the first. */
export function rootsOf<T extends Step>(steps: readonly T[]): readonly T[] {
  return inTimeOrder([...aroundOf(steps)].flatMap(([step, outer]) => (outer ? [] : [step])));
}

/**
 * Returns when a step began and how long it took.
 * @returns milliseconds, whole microseconds after the point; no duration where a moment is missing or
 * they are the wrong way round
 */
export function timesOf({ start, end, about }: Step): Pick<StepRecord, 'startMs' | 'durationMs'> {
  const isKnown = start !== undefined && end !== undefined && end >= start;
  const durationMs = isKnown ? roundToMicroseconds(end - start) : about.durationMs;
  return {
    ...(start !== undefined && start >= 0 && { startMs: start }),
    ...(durationMs !== undefined && { durationMs }),
  };
}
