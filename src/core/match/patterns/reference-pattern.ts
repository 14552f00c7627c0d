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
  /** Whether it has a pattern; other steps are compared as plain calls. */
  readonly isPattern: boolean;
}

/** A reference with all choices made except the order. */
export interface Variant {
  /** Indices of steps; repeated steps occur several times. */
  readonly places: readonly number[];
  readonly optional: readonly boolean[];
  /**
   * By place, the places before it; absent where all are in the listed order and none is optional.
   */
  readonly before?: readonly Bits[];
}

/** A reference with patterns, compiled. */
export interface CompiledReference {
  readonly steps: readonly CompiledStep[];
  /** Empty where there are too many. */
  readonly variants: readonly Variant[];
}

/** A compiled reference or its first problem; undefined for a plain one. */
export type ReferenceReading =
  | { readonly ok: true; readonly compiled: CompiledReference }
  | { readonly ok: false; readonly problem: PatternProblem }
  | undefined;

/** Limits of one reference: its variants, and the steps of each. */
export const MAX_VARIANTS = 256;
const MAX_STEPS = 2000;

/** The keys beside a call that set its order. */
export const ORDER_KEYS = ['$step', '$after'] as const;

const READ = new WeakMap<Trajectory, { readonly reading: ReferenceReading }>();

/** Compiles a reference with patterns, cached; undefined where it has none. */
export function readReference(reference: Trajectory): ReferenceReading {
  const known = READ.get(reference);
  if (known) return known.reading;
  const reading = read(reference);
  READ.set(reference, { reading });
  return reading;
}

/** Whether a reference has any pattern. */
export function hasPatterns(reference: Trajectory): boolean {
  return reference.some(
    ({ tool_input, source, groups }) =>
      groups !== undefined ||
      ORDER_KEYS.some((key) => Object.hasOwn(source, key)) ||
      holdsPattern(tool_input) ||
      holdsPattern(nameOf(source)),
  );
}

/** The tool's name in the source: text or a pattern. */
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
    const variants = variantsOf(treeOf(reference));
    return { ok: true, compiled: { steps, variants: orderVariants(variants) } };
  } catch (error) {
    if (error instanceof TooMany) return { ok: true, compiled: { steps, variants: [] } };
    if (error instanceof Circle) return { ok: false, problem: problemOfCircle(error, reference) };
    throw error;
  }
}

/** Whether a call uses `$literal`, which compiles to a plain value other than its source. */
function isLiteral({ tool_input }: ToolCall): boolean {
  return holdsPattern(tool_input);
}

function failed(path: string, problem: PatternProblem): ReferenceReading {
  return { ok: false, problem: { ...problem, path: path + problem.path } };
}

/** A step, or a group with its branches. */
type StepNode =
  | { readonly place: number; readonly source: JsonObject }
  | {
      readonly group: StepGroup;
      readonly source: JsonObject;
      readonly branches: readonly StepNode[][];
    };

/** Builds the tree of groups and steps. */
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

/** A node once all choices are made. */
type Item =
  | { readonly place: number; readonly isOptional: boolean; readonly source: JsonObject }
  | {
      /** Lists without an order between them. */
      readonly lists: readonly (readonly Item[])[];
      readonly source: JsonObject;
      /** Whether names within refer to steps of the same round. */
      readonly isRound?: true;
    };

class TooMany extends Error {}

const NO_SOURCE: JsonObject = {};

/** Lists every combination of choices; a single optional step stays optional instead. */
function variantsOf(nodes: readonly StepNode[]): Item[][] {
  return combine(nodes.map(choicesOf));
}

function choicesOf(node: StepNode): Item[] {
  if (!('group' in node)) return [{ ...node, isOptional: false }];
  const { group, source, branches } = node;
  switch (group.kind) {
    case 'inAnyOrder':
      return combine(branches.map(variantsOf)).map((lists) => ({ lists, source }));
    case 'oneOf':
      return branches.flatMap((branch) =>
        variantsOf(branch).map((list) => ({ lists: [list], source })),
      );
    case 'optional': {
      const [list = []] = branches;
      const [only] = list;
      if (list.length === 1 && only && !('group' in only)) {
        return [{ lists: [[{ ...only, isOptional: true }]], source }];
      }
      return [
        ...variantsOf(list).map((items) => ({ lists: [items], source })),
        { lists: [], source },
      ];
    }
    case 'repeat':
      return roundsOf(branches[0] ?? [], group).map((list) => ({ lists: [list], source }));
  }
}

function roundsOf(nodes: readonly StepNode[], { atLeast, atMost }: StepGroup): Item[][] {
  const [only] = nodes;
  if (atMost * nodes.length > MAX_STEPS) throw new TooMany();
  if (nodes.length === 1 && only && !('group' in only)) {
    return [
      Array.from({ length: atMost }, (_, round) => ({
        lists: [[{ ...only, isOptional: round >= atLeast }]],
        source: NO_SOURCE,
        isRound: true as const,
      })),
    ];
  }
  const round = variantsOf(nodes).map((list) => ({
    lists: [list],
    source: NO_SOURCE,
    isRound: true as const,
  }));
  const all: Item[][] = [];
  for (let count = atMost; count >= atLeast; count--) {
    all.push(...combine(Array.from({ length: count }, () => round)));
    if (all.length > MAX_VARIANTS) throw new TooMany();
  }
  return all;
}

/** Lists every choice of one item from each list. */
function combine<T>(choices: readonly (readonly T[])[]): T[][] {
  let all: T[][] = [[]];
  for (const some of choices) {
    if (all.length * some.length > MAX_VARIANTS) throw new TooMany();
    const [only] = some;
    if (some.length === 1) for (const list of all) list.push(only as T);
    else all = all.flatMap((list) => some.map((one) => [...list, one]));
  }
  return all;
}

/** A cycle of steps, each with one that it comes after; the first is repeated at the end. */
class Circle extends Error {
  readonly sources: readonly JsonObject[];

  constructor(sources: readonly JsonObject[]) {
    super('steps come after each other');
    this.sources = sources;
  }
}

function problemOfCircle({ sources }: Circle, reference: Trajectory): PatternProblem {
  // it is reported at the first step with `$after`, which the user can change
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

/** The step's name, else its tool or its group's key. */
function labelOf(source: JsonObject): string {
  const [name] = namesIn(source, '$step') ?? [];
  if (name !== undefined) return name;
  const tool = ownValue(source, 'tool_name');
  if (typeof tool === 'string') return tool;
  return Object.keys(source).find((key) => !ORDER_KEYS.some((other) => other === key)) ?? '';
}

/** The ends of steps and groups, with the ends before each. */
class Ends {
  readonly places: number[] = [];
  readonly optional: boolean[] = [];
  /** By end: the ends before it, and the place it is the end of. */
  readonly earlier: number[][] = [];
  readonly placeOf: (number | undefined)[] = [];
  /** By end: its step or group; undefined for a beginning. */
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

  /** Orders an end after named steps, which may come later in the list. */
  addNamed(from: number, names: readonly string[], scope: Scope): void {
    this.#named.push({ from, names, scope });
  }

  resolve(): void {
    for (const { from, names, scope } of this.#named) {
      for (const name of names) {
        const end = scope.find(name);
        // a step that is left out delays nothing
        if (end !== undefined) (this.earlier[from] as number[]).push(end);
      }
    }
  }
}

/** The ends of named steps; names of the same round win. */
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

/** Limits the steps of all variants together, so that they can be compared in time. */
const MAX_IN_ALL = 10_000;

function orderVariants(variants: readonly Item[][]): Variant[] {
  let count = 0;
  return variants.map((items) => {
    const variant = orderVariant(items);
    count += variant.places.length;
    if (variants.length > 1 && count > MAX_IN_ALL) throw new TooMany();
    return variant;
  });
}

function orderVariant(items: readonly Item[]): Variant {
  const ends = new Ends();
  addList(ends, items, ends.add([]), new Scope());
  ends.resolve();
  return toVariant(ends);
}

/** Adds steps in sequence; returns the ends of the last. */
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

/** Sorts the places into an allowed order, each with all places before it. */
function toVariant({ places, optional, earlier, placeOf, sources }: Ends): Variant {
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
  const variant = {
    places: inOrder.map((end) => places[placeOf[end] as number] as number),
    optional: inOrder.map((end) => optional[placeOf[end] as number] as boolean),
  };
  const masks = inOrder.map((end) => before[end] as Bits);
  const isListed = masks.every((bits, place) => place === 0 || hasBit(bits, place - 1));
  return isListed && !variant.optional.includes(true) ? variant : { ...variant, before: masks };
}

/** Every group and step with its path, groups before their content, each once. */
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

/** Finds duplicate and unknown names, and cycles. */
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
