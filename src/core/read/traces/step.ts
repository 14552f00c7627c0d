import { readArguments, type FoundCall } from '#core/calls/read-call.ts';
import { isoMoment } from '#core/calls/moment.ts';
import type { StepRecord } from '#core/calls/step.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import type { Result, Unread } from '#core/read/transcripts/entry.ts';
import { isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickList, pickObject, pickText, unwrapEncoded } from '#core/base/json/pick.ts';

/** A span, run or observation of a trace, whatever program recorded it. */
export interface Step {
  readonly id: string;
  readonly parentId: string | undefined;
  /** Nanoseconds since 1970; in a tracer that counts otherwise, since whatever it counts from. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  /** The call it stands for, when it is a tool's. */
  readonly call: FoundCall | undefined;
  /** The calls that a model asked for in it; undefined when it is no model's. */
  readonly asked: readonly FoundCall[] | undefined;
  /** What a model said in it, empty where that is not recorded; undefined when it is no model's. */
  readonly said: string | undefined;
  /** Whether it says that it is a model's; a step that only holds an answer may be one around it. */
  readonly isModel: boolean;
  /** Agent, model, tokens and cost, as far as they are recorded; times only where it has no end. */
  readonly about: StepRecord;
  /** All calls since the last question that a request tells again, and those it answered with. */
  readonly told?: readonly FoundCall[] | undefined;
  /** What tools returned, as the next request tells. */
  readonly results?: readonly Result[] | undefined;
  /** What was not understood in an answer. */
  readonly unread?: Unread | undefined;
}

/** Nanoseconds in a second. */
const SECOND = 1_000_000_000n;

/**
 * Sorts steps by the moment they started. Of those of one moment the one around others comes first,
 * then the one asked for first; else they keep their order.
 * @param placeOf where a step's call stands among all that were asked for
 * @returns the steps in order of time; those without a time come last
 */
export function inTimeOrder<T extends Step>(
  steps: readonly T[],
  placeOf: (step: Step) => number = () => 0,
): readonly T[] {
  const depths = new Map<Step, number>();
  for (const [step, outer] of aroundOf(steps))
    depths.set(step, outer ? (depths.get(outer) ?? 0) + 1 : 0);
  return [...steps].sort((a, b) => {
    const byStart = compareMoments(a.start, b.start);
    if (byStart !== 0) return byStart;
    const byDepth = (depths.get(a) ?? 0) - (depths.get(b) ?? 0);
    return byDepth || placeOf(a) - placeOf(b);
  });
}

function compareMoments(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -1 : Number(a > b);
}

/** Each step with the one around it, the outermost first; circles are cut. */
export type Around<T extends Step = Step> = ReadonlyMap<T, T | undefined>;

/**
 * Finds what is around what.
 * @param enclosing the steps around those whose parents are not recorded
 */
export function aroundOf<T extends Step>(
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

/**
 * Whether steps were recorded with their calls. A tracer that records tools or models at all
 * records those of every trace.
 */
export function showsCalls(steps: readonly Step[]): boolean {
  return steps.some(({ call, asked }) => call !== undefined || asked !== undefined);
}

/**
 * Finds the step that a trace starts with.
 * @returns the earliest step whose parent is not among them, and whether it is the only one, so
 * that it holds all others; undefined for no steps
 */
export function rootOf<T extends Step>(
  steps: readonly T[],
): { readonly root: T; readonly isOnly: boolean } | undefined {
  const roots = [...aroundOf(steps)].flatMap(([step, outer]) => (outer ? [] : [step]));
  const [root] = inTimeOrder(roots);
  return root && { root, isOnly: roots.length === 1 };
}

/**
 * How long a step took.
 * @returns seconds; undefined when a moment is missing or they are the wrong way round
 */
export function secondsOf(step: Step | undefined): number | undefined {
  if (step?.start === undefined || step.end === undefined || step.end < step.start) {
    return undefined;
  }
  const whole = step.end - step.start;
  return Number(whole / SECOND) + Number(whole % SECOND) / Number(SECOND);
}

/** Nanoseconds in a microsecond. */
const THOUSAND = 1000n;

/**
 * Returns when a step began and how long it took.
 * @returns milliseconds, whole microseconds after the point; no duration where a moment is missing or
 * they are the wrong way round
 */
export function timesOf({ start, end, about }: Step): Pick<StepRecord, 'startMs' | 'durationMs'> {
  const isKnown = start !== undefined && end !== undefined && end >= start;
  const durationMs = isKnown ? Number(end - start) / 1e6 : about.durationMs;
  return {
    ...(start !== undefined && start >= 0n && { startMs: Number(start / THOUSAND) / 1000 }),
    ...(durationMs !== undefined && { durationMs }),
  };
}

/**
 * Reads a moment.
 * @param value nanoseconds as number or digits, or an ISO time
 * @param perUnit nanoseconds in one unit of a number
 * @returns nanoseconds since 1970; undefined when it is no moment
 */
export function momentOf(value: unknown, perUnit = 1n): bigint | undefined {
  if (typeof value === 'bigint') return value * perUnit;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return undefined;
    // floats of seconds since 1970 are no finer than microseconds
    const rest = Math.round(((value % 1) * Number(perUnit)) / 1000) * 1000;
    const fine = perUnit > 1000n ? rest : Math.round((value % 1) * Number(perUnit));
    return BigInt(Math.trunc(value)) * perUnit + BigInt(fine);
  }
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,30}$/.test(value)) return BigInt(value) * perUnit;
  return isoMoment(value);
}

/**
 * Reads the input of a tool's span or run, through the wrappers that tracers put around it.
 * @returns the arguments; undefined when nothing was recorded
 */
export function readToolInput(
  value: JsonValue | undefined,
  tool: string,
  out: Collector,
): JsonValue | undefined {
  if (value === undefined) return undefined;
  const isWritten = typeof value === 'string';
  return readArguments(unwrapInput(unwrapEncoded(value), tool, isWritten), tool, out);
}

function unwrapInput(value: JsonValue, tool: string, isWritten: boolean): JsonValue {
  if (!isJsonObject(value)) return value;
  // a Python function's arguments, positional and named
  const positional = pickList(value, 'args');
  const named = pickObject(value, 'kwargs');
  if (positional && named) {
    return Object.keys(named).length > 0 || positional.length === 0 ? named : positional;
  }
  const inputs = pickObject(value, 'inputs');
  if (inputs) return inputs;
  // the whole call where its arguments would be
  const held = pickText(value, 'name') === tool ? pick(value, 'args', 'arguments') : undefined;
  if (held !== undefined) return unwrapEncoded(held);
  const [key, inner] = Object.entries(value)[0] ?? [];
  const isWrapper =
    Object.keys(value).length === 1 && /^(?:input|input_str|value|parameters)$/.test(key ?? '');
  if (!isWrapper || inner === undefined) return value;
  // one argument named input stays an argument; arguments that a tracer wrote as text do not
  const opened = unwrapEncoded(inner);
  const isText = isWritten || typeof inner === 'string' || key === 'parameters';
  if (typeof opened === 'object' && opened !== null) return isText ? opened : value;
  return typeof opened === 'string' && /^\s*[{[]/.test(opened) ? opened : value;
}
