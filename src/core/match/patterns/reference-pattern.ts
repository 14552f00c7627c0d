import { addBit, addBits, hasBit, noBits, type Bits } from '#core/base/lists/bits.ts';
import {
  isJsonList,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import type { StepGroup, ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { nearestName } from '#core/base/text/nearest-name.ts';
import {
  holdsPattern,
  readPattern,
  type PatternProblem,
  type ValuePattern,
} from './value-pattern.ts';

/** A step of a reference, compiled. */
export interface CompiledStep {
  readonly call: ToolCall;
  readonly name: ValuePattern;
  readonly input: ValuePattern;
  /** Whether it is a pattern; a plain step is compared as ever. */
  readonly isPattern: boolean;
}

/** One choice of everything in a reference that is to be chosen but the order. */
export interface Way {
  /** Places among the steps; a repeated one is there several times. */
  readonly places: readonly number[];
  readonly optional: readonly boolean[];
  /** Absent where the places come as they are listed and none is optional. */
  readonly before?: readonly Bits[];
}

/** A reference with patterns, compiled. */
export interface CompiledReference {
  readonly steps: readonly CompiledStep[];
  /** None where there are too many. */
  readonly ways: readonly Way[];
}

/** A compiled reference, or the first thing that is wrong with it; undefined for a plain one. */
export type ReferenceReading =
  | { readonly ok: true; readonly compiled: CompiledReference }
  | { readonly ok: false; readonly problem: PatternProblem }
  | undefined;

/** The most ways that one reference may stand for, and the most steps of one. */
export const MOST_WAYS = 256;
const MOST_STEPS = 2000;

/** The keys beside a call that say where it comes. */
export const ORDER_KEYS = ['$step', '$after'] as const;

const READ = new WeakMap<Trajectory, { readonly reading: ReferenceReading }>();

/** Compiles a reference with patterns, once; undefined where it holds none. */
export function readReference(reference: Trajectory): ReferenceReading {
  const known = READ.get(reference);
  if (known) return known.reading;
  const reading = read(reference);
  READ.set(reference, { reading });
  return reading;
}

/** Whether a reference holds anything that is a pattern. */
export function hasPatterns(reference: Trajectory): boolean {
  return reference.some(
    ({ tool_input, source, groups }) =>
      groups !== undefined ||
      ORDER_KEYS.some((key) => Object.hasOwn(source, key)) ||
      holdsPattern(tool_input) ||
      holdsPattern(nameOf(source)),
  );
}

/** The name of a tool as it is written: text, or a pattern for it. */
function nameOf(source: JsonObject): JsonValue {
  const name = ownValue(source, 'tool_name');
  return typeof name === 'object' && name !== null ? name : null;
}

function read(reference: Trajectory): ReferenceReading {
  const steps: CompiledStep[] = [];
  for (const [place, call] of reference.entries()) {
    const path = call.path ?? `/${place}`;
    const written = nameOf(call.source);
    const name = readPattern(written ?? call.tool_name);
    if (!name.ok) return failed(`${path}/tool_name`, name.problem);
    const input = readPattern(call.tool_input);
    if (!input.ok) return failed(`${path}/tool_input`, input.problem);
    const isPattern =
      name.pattern.kind !== 'value' || input.pattern.kind !== 'value' || isLiteral(call);
    steps.push({ call, name: name.pattern, input: input.pattern, isPattern });
  }
  if (!hasPatterns(reference)) return undefined;
  const problem = checkOrder(reference);
  if (problem) return { ok: false, problem };
  try {
    const ways = waysOf(treeOf(reference));
    return { ok: true, compiled: { steps, ways: orderWays(ways) } };
  } catch (error) {
    if (error instanceof TooMany) return { ok: true, compiled: { steps, ways: [] } };
    if (error instanceof Circle) return { ok: false, problem: problemOfCircle(error, reference) };
    throw error;
  }
}

/** A value under `$literal` is compiled to a plain one that is not what the call holds. */
function isLiteral({ tool_input }: ToolCall): boolean {
  return holdsPattern(tool_input);
}

function failed(path: string, problem: PatternProblem): ReferenceReading {
  return { ok: false, problem: { ...problem, path: path + problem.path } };
}

/** A step, or a group with what is in each of its branches. */
type StepNode =
  | { readonly place: number; readonly source: JsonObject }
  | {
      readonly group: StepGroup;
      readonly source: JsonObject;
      readonly branches: readonly StepNode[][];
    };

/** Puts the steps of a reference into their groups. */
function treeOf(reference: Trajectory, from = 0, to = reference.length, depth = 0): StepNode[] {
  const nodes: StepNode[] = [];
  let at = from;
  const groupAt = (place: number) => reference[place]?.groups?.[depth];
  while (at < to) {
    const start = groupAt(at);
    if (!start) {
      nodes.push({ place: at, source: (reference[at] as ToolCall).source });
      at++;
      continue;
    }
    const { group } = start;
    const branches: StepNode[][] = Array.from({ length: group.branches }, () => []);
    while (at < to && groupAt(at)?.group === group) {
      const branch = groupAt(at)?.branch ?? 0;
      const first = at;
      while (at < to && groupAt(at)?.group === group && groupAt(at)?.branch === branch) at++;
      branches[branch] = treeOf(reference, first, at, depth + 1);
    }
    nodes.push({ group, source: group.source, branches });
  }
  return nodes;
}

/** What became of a node once all is chosen. */
type Item =
  | { readonly place: number; readonly isOptional: boolean; readonly source: JsonObject }
  | {
      /** Lists that are free of each other. */
      readonly lists: readonly (readonly Item[])[];
      readonly source: JsonObject;
      /** Whether names within mean steps of the same round. */
      readonly isRound?: true;
    };

class TooMany extends Error {}

const NO_SOURCE: JsonObject = {};

/** Every choice of what is to be chosen; steps that alone may be left out are kept as such. */
function waysOf(nodes: readonly StepNode[]): Item[][] {
  return combine(nodes.map(choicesOf));
}

function choicesOf(node: StepNode): Item[] {
  if (!('group' in node)) return [{ ...node, isOptional: false }];
  const { group, source, branches } = node;
  switch (group.kind) {
    case 'inAnyOrder':
      return combine(branches.map(waysOf)).map((lists) => ({ lists, source }));
    case 'oneOf':
      return branches.flatMap((branch) =>
        waysOf(branch).map((list) => ({ lists: [list], source })),
      );
    case 'optional': {
      const [list = []] = branches;
      const [only] = list;
      if (list.length === 1 && only && !('group' in only)) {
        return [{ lists: [[{ ...only, isOptional: true }]], source }];
      }
      return [...waysOf(list).map((items) => ({ lists: [items], source })), { lists: [], source }];
    }
    case 'repeat':
      return roundsOf(branches[0] ?? [], group).map((list) => ({ lists: [list], source }));
  }
}

function roundsOf(nodes: readonly StepNode[], { atLeast, atMost }: StepGroup): Item[][] {
  const [only] = nodes;
  if (atMost * nodes.length > MOST_STEPS) throw new TooMany();
  if (nodes.length === 1 && only && !('group' in only)) {
    return [
      Array.from({ length: atMost }, (_, round) => ({
        lists: [[{ ...only, isOptional: round >= atLeast }]],
        source: NO_SOURCE,
        isRound: true as const,
      })),
    ];
  }
  const round = waysOf(nodes).map((list) => ({
    lists: [list],
    source: NO_SOURCE,
    isRound: true as const,
  }));
  const all: Item[][] = [];
  for (let count = atMost; count >= atLeast; count--) {
    all.push(...combine(Array.from({ length: count }, () => round)));
    if (all.length > MOST_WAYS) throw new TooMany();
  }
  return all;
}

/** Every way to take one of each. */
function combine<T>(choices: readonly (readonly T[])[]): T[][] {
  let all: T[][] = [[]];
  for (const some of choices) {
    if (all.length * some.length > MOST_WAYS) throw new TooMany();
    const [only] = some;
    if (some.length === 1) for (const list of all) list.push(only as T);
    else all = all.flatMap((list) => some.map((one) => [...list, one]));
  }
  return all;
}

/** Steps that come after each other, from each to one that it comes after, the first once more. */
class Circle extends Error {
  readonly sources: readonly JsonObject[];

  constructor(sources: readonly JsonObject[]) {
    super('steps come after each other');
    this.sources = sources;
  }
}

function problemOfCircle({ sources }: Circle, reference: Trajectory): PatternProblem {
  // it begins with the first step that says what it comes after: that can be changed
  const at = placesIn(reference).find(
    ({ source }) => sources.includes(source) && Object.hasOwn(source, '$after'),
  );
  const start = at ? sources.indexOf(at.source) : 0;
  const inTurn = [...sources.slice(start), ...sources.slice(0, start)];
  const names = inTurn.map((source) => `“${labelOf(source)}”`);
  const [first = '', ...others] = names;
  const reason =
    names.length === 1
      ? `${first} would have to come after itself.`
      : `${first} comes after ${[...others, first].join(', which comes after ')}: these steps would have to come after themselves.`;
  return { path: `${at?.path ?? ''}/$after`, reason };
}

/** The name of a step, else that of its tool or the key of its group. */
function labelOf(source: JsonObject): string {
  const [name] = namesIn(source, '$step') ?? [];
  if (name !== undefined) return name;
  const tool = ownValue(source, 'tool_name');
  if (typeof tool === 'string') return tool;
  return Object.keys(source).find((key) => !ORDER_KEYS.some((other) => other === key)) ?? '';
}

/** The ends of steps and groups, and what each comes after. */
class Ends {
  readonly places: number[] = [];
  readonly optional: boolean[] = [];
  /** By end: the ends that come before it, and the place that it is the end of. */
  readonly earlier: number[][] = [];
  readonly placeOf: (number | undefined)[] = [];
  /** By end: the step or group that it is the end of; undefined for a beginning. */
  readonly sources: (JsonObject | undefined)[] = [];
  readonly #named: {
    readonly from: number;
    readonly names: readonly string[];
    readonly scope: Scope;
  }[] = [];

  add(earlier: number[], source?: JsonObject, place?: number): number {
    this.earlier.push(earlier);
    this.placeOf.push(place);
    this.sources.push(source);
    return this.earlier.length - 1;
  }

  addPlace(place: number, isOptional: boolean, earlier: number[], source: JsonObject): number {
    this.places.push(place);
    this.optional.push(isOptional);
    return this.add(earlier, source, this.places.length - 1);
  }

  /** Lets an end come after those with some names, which may not be known yet. */
  addNamed(from: number, names: readonly string[], scope: Scope): void {
    this.#named.push({ from, names, scope });
  }

  resolve(): void {
    for (const { from, names, scope } of this.#named) {
      for (const name of names) {
        const end = scope.find(name);
        // a step that is not made holds nothing up
        if (end !== undefined) (this.earlier[from] as number[]).push(end);
      }
    }
  }
}

/** The ends of named steps, those of a round before those of all. */
class Scope {
  readonly #ends = new Map<string, number>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  set(name: string, end: number): void {
    this.#ends.set(name, end);
  }

  find(name: string): number | undefined {
    return this.#ends.get(name) ?? this.#outer?.find(name);
  }
}

/** The most steps that several ways have together, so that they can be compared in time. */
const MOST_IN_ALL = 10_000;

function orderWays(ways: readonly Item[][]): Way[] {
  let count = 0;
  return ways.map((items) => {
    const way = orderWay(items);
    count += way.places.length;
    if (ways.length > 1 && count > MOST_IN_ALL) throw new TooMany();
    return way;
  });
}

function orderWay(items: readonly Item[]): Way {
  const ends = new Ends();
  addList(ends, items, ends.add([]), new Scope());
  ends.resolve();
  return toWay(ends);
}

/** Adds steps of which each comes after the one before; returns the ends of all. */
function addList(ends: Ends, items: readonly Item[], start: number, scope: Scope): number[] {
  const all: number[] = [];
  let last = start;
  for (const item of items) {
    const after = namesIn(item.source, '$after');
    const begin = ends.add(after ? [] : [last]);
    if (after) ends.addNamed(begin, after, scope);
    const inner = 'isRound' in item ? new Scope(scope) : scope;
    if ('place' in item) last = ends.addPlace(item.place, item.isOptional, [begin], item.source);
    else {
      const within = item.lists.flatMap((list) => addList(ends, list, begin, inner));
      last = ends.add([begin, ...within], 'isRound' in item ? undefined : item.source);
    }
    all.push(last);
    const [name] = namesIn(item.source, '$step') ?? [];
    if (name !== undefined) scope.set(name, last);
  }
  return all;
}

function namesIn(source: JsonObject, key: string): readonly string[] | undefined {
  const value = ownValue(source, key);
  if (typeof value === 'string') return [value];
  return isJsonList(value) ? (value as readonly string[]) : undefined;
}

/** Puts the places in an order that is allowed, each with all that come before it. */
function toWay({ places, optional, earlier, placeOf, sources }: Ends): Way {
  const order: number[] = [];
  const open: number[] = [];
  const state = new Uint8Array(earlier.length);
  const visit = (end: number): void => {
    if (state[end] === 2) return;
    if (state[end] === 1) {
      const circle = open.slice(open.indexOf(end)).map((one) => sources[one]);
      throw new Circle(circle.filter((source): source is JsonObject => source !== undefined));
    }
    state[end] = 1;
    open.push(end);
    for (const other of earlier[end] as number[]) visit(other);
    open.pop();
    state[end] = 2;
    order.push(end);
  };
  for (const end of earlier.keys()) visit(end);
  const rank = new Map<number, number>();
  for (const end of order) {
    const place = placeOf[end];
    if (place !== undefined) rank.set(place, rank.size);
  }
  const before = earlier.map(() => noBits(places.length));
  for (const end of order) {
    const bits = before[end] as Bits;
    for (const other of earlier[end] as number[]) {
      addBits(bits, before[other] as Bits);
      const place = placeOf[other];
      if (place !== undefined) addBit(bits, rank.get(place) as number);
    }
  }
  const inOrder = order.filter((end) => placeOf[end] !== undefined);
  const way = {
    places: inOrder.map((end) => places[placeOf[end] as number] as number),
    optional: inOrder.map((end) => optional[placeOf[end] as number] as boolean),
  };
  const masks = inOrder.map((end) => before[end] as Bits);
  const isListed = masks.every((bits, place) => place === 0 || hasBit(bits, place - 1));
  return isListed && !way.optional.includes(true) ? way : { ...way, before: masks };
}

/** Every group and step with its path, each group once, before what is in it. */
function placesIn(
  reference: Trajectory,
): readonly { readonly source: JsonObject; readonly path: string }[] {
  const paths = new Map<JsonObject, string>();
  for (const [place, call] of reference.entries()) {
    const path = call.path ?? `/${place}`;
    for (const { group } of call.groups ?? []) {
      if (!paths.has(group.source)) paths.set(group.source, `${path} (its group)`);
    }
    if (!paths.has(call.source)) paths.set(call.source, path);
  }
  return [...paths].map(([source, path]) => ({ source, path }));
}

/** Finds names that are used twice or nowhere, and steps that come after themselves. */
function checkOrder(reference: Trajectory): PatternProblem | undefined {
  const known = new Map<string, string>();
  const uses: { readonly path: string; readonly names: readonly string[] }[] = [];
  for (const { source, path: at } of placesIn(reference)) {
    const step = ownValue(source, '$step');
    const after = ownValue(source, '$after');
    if (step !== undefined) {
      if (typeof step !== 'string' || step === '') {
        return { path: `${at}/$step`, reason: '$step is a name.', nearest: '{"$step":"first"}' };
      }
      const other = known.get(step);
      if (other !== undefined) {
        return {
          path: `${at}/$step`,
          reason: `“${step}” is the name of the step at ${other}, too.`,
        };
      }
      known.set(step, at);
    }
    if (after === undefined) continue;
    if (!isJsonList(after) || !after.every((name) => typeof name === 'string')) {
      const nearest = JSON.stringify({ $after: typeof after === 'string' ? [after] : ['first'] });
      return { path: `${at}/$after`, reason: '$after is a list of names of steps.', nearest };
    }
    uses.push({ path: `${at}/$after`, names: after });
  }
  for (const { path, names } of uses) {
    for (const name of names) {
      if (known.has(name)) continue;
      const near = nearestName(name, [...known.keys()]);
      const reason = `No step has the name “${name}”.`;
      return near === undefined
        ? { path, reason }
        : {
            path,
            reason,
            nearest: JSON.stringify({ $after: names.map((n) => (n === name ? near : n)) }),
          };
    }
  }
  return undefined;
}
