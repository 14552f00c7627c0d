import { readArguments, type FoundCall } from '#core/calls/read-call.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { hashJson } from '#core/base/json/hash-json.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import { isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pickList, pickObject, unwrapEncoded } from '#core/base/json/pick.ts';

/** A span, run or observation of a trace, whatever program recorded it. */
export interface Step {
  readonly id: string;
  readonly parentId: string | undefined;
  /** When it started; only the order counts. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  /** The call it stands for, when it is a tool's. */
  readonly call: FoundCall | undefined;
  /** The calls that a model asked for in it; undefined when it is no model's. */
  readonly asked: readonly FoundCall[] | undefined;
}

/** Nanoseconds in a second. */
const SECOND = 1_000_000_000n;

/**
 * Sorts steps by the moment they started; steps of one moment keep their order.
 * @returns the steps in order of time; those without a time come last
 */
export function inTimeOrder<T extends Step>(steps: readonly T[]): readonly T[] {
  return [...steps].sort((a, b) => {
    if (a.start === undefined || b.start === undefined) {
      return Number(a.start === undefined) - Number(b.start === undefined);
    }
    return a.start < b.start ? -1 : Number(a.start > b.start);
  });
}

/**
 * Lists the calls of a trace, each once: those of tools; without any, those that models asked for.
 * @param steps the steps of one trace, in any order
 * @returns the calls in order of time; a call inside another one is nested
 */
export function callsOf(steps: readonly Step[], onRepeated: () => void): readonly FoundCall[] {
  const ordered = inTimeOrder(steps);
  const nested = nestedSteps(steps, ({ call }) => call !== undefined);
  const made = ordered.flatMap(({ id, call }) =>
    call ? [nested.has(id) ? { ...call, isNested: true } : call] : [],
  );
  if (made.length > 0) return once(made, onRepeated);
  // a wrapper around a model's step repeats what it says
  const wrappers = ancestorsOf(
    steps.filter(({ asked }) => asked !== undefined),
    steps,
  );
  return once(
    ordered.flatMap(({ id, asked }) => (asked && !wrappers.has(id) ? asked : [])),
    onRepeated,
  );
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
  const ids = new Set(steps.map(({ id }) => id));
  const roots = steps.filter(({ parentId }) => parentId === undefined || !ids.has(parentId));
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

/**
 * Reads a moment.
 * @param value nanoseconds as number or digits, or an ISO time
 * @param perUnit nanoseconds in one unit of a number
 * @returns nanoseconds since 1970; undefined when it is no moment
 */
export function momentOf(value: unknown, perUnit = 1n): bigint | undefined {
  if (typeof value === 'bigint') return value * perUnit;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? BigInt(Math.trunc(value)) * perUnit : undefined;
  }
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,30}$/.test(value)) return BigInt(value) * perUnit;
  return isoMoment(value);
}

/** Times of Python have microseconds, which dates here do not. */
function isoMoment(text: string): bigint | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/.exec(
    text,
  );
  if (!match) return undefined;
  const [, day = '', time = '', fraction = '', zone = 'Z'] = match;
  const seconds = Date.parse(`${day}T${time}${zone}`);
  if (Number.isNaN(seconds)) return undefined;
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/**
 * Leaves out calls that were recorded again: under the same id, by the same tool, with the same
 * arguments or without any.
 */
function once(calls: readonly FoundCall[], onRepeated: () => void): readonly FoundCall[] {
  const kept: FoundCall[] = [];
  const firstPlaces = new Map<string, number>();
  const places = new Map<string, number[]>();
  for (const call of calls) {
    const { id, name, input } = call;
    if (id === undefined) {
      kept.push(call);
      continue;
    }
    const tool = JSON.stringify([id, name]);
    const first = firstPlaces.get(tool);
    const bucket = input === undefined ? [] : mapList(places, `${tool}${hashJson(input)}`);
    const isBare = first !== undefined && kept[first]?.input === undefined;
    const known =
      input === undefined
        ? first
        : (bucket.find((place) => isJsonEqual(kept[place]?.input ?? null, input)) ??
          (isBare ? first : undefined));
    if (known === undefined) {
      bucket.push(kept.push(call) - 1);
      if (first === undefined) firstPlaces.set(tool, kept.length - 1);
      continue;
    }
    onRepeated();
    if (!isBare || input === undefined) continue;
    kept[known] = { ...call, output: call.output ?? kept[known]?.output };
    bucket.push(known);
  }
  return kept;
}

function mapList(lists: Map<string, number[]>, key: string): number[] {
  const known = lists.get(key);
  if (known) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

/** The steps with an ancestor of some kind. Every step is looked at once; circles end. */
function nestedSteps(steps: readonly Step[], isKind: (step: Step) => boolean): ReadonlySet<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const isBelow = new Map<string, boolean>();
  for (const step of steps) {
    const path: string[] = [];
    let at: Step | undefined = step;
    let found = false;
    while (at && !isBelow.has(at.id)) {
      path.push(at.id);
      isBelow.set(at.id, false);
      at = at.parentId === undefined ? undefined : byId.get(at.parentId);
    }
    if (at) found = isKind(at) || isBelow.get(at.id) === true;
    for (const id of path.reverse()) {
      isBelow.set(id, found);
      const own = byId.get(id);
      found ||= own !== undefined && isKind(own);
    }
  }
  return new Set([...isBelow].flatMap(([id, isNested]) => (isNested ? [id] : [])));
}

function ancestorsOf(some: readonly Step[], all: readonly Step[]): ReadonlySet<string> {
  const byId = new Map(all.map((step) => [step.id, step]));
  const found = new Set<string>();
  for (const step of some) {
    let id = step.parentId;
    while (id !== undefined && !found.has(id)) {
      found.add(id);
      id = byId.get(id)?.parentId;
    }
  }
  return found;
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
  return readArguments(unwrapInput(unwrapEncoded(value)), tool, out);
}

function unwrapInput(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  // a Python function's arguments, positional and named
  const positional = pickList(value, 'args');
  const named = pickObject(value, 'kwargs');
  if (positional && named) {
    return Object.keys(named).length > 0 || positional.length === 0 ? named : positional;
  }
  const inputs = pickObject(value, 'inputs');
  if (inputs) return inputs;
  const [key, inner] = Object.entries(value)[0] ?? [];
  const isWrapper = Object.keys(value).length === 1 && (key === 'input' || key === 'input_str');
  if (!isWrapper || inner === undefined) return value;
  // one argument named input stays an argument; arguments inside it do not
  const opened = unwrapEncoded(inner);
  if (typeof opened === 'object' && opened !== null) return opened;
  return typeof opened === 'string' && /^\s*[{[]/.test(opened) ? opened : value;
}
