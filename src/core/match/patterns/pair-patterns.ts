import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { offerBindings, type Bindings } from './match-pattern.ts';
import {
  MAX_VARIANTS,
  type CompiledReference,
  type CompiledStep,
  type Variant,
} from './reference-pattern.ts';
import { variablesOf } from './value-pattern.ts';

/** Whether a call is one of those that a step with patterns stands for. */
export type MatchStep = (step: CompiledStep, made: ToolCall, bindings: Bindings) => boolean;

/** How the calls of a reference with patterns are paired. */
export interface Pairing {
  readonly pair: (prediction: Trajectory, reference: Trajectory) => InternedPair;
  readonly matches: MatchStep;
  /** Whether a plain call can match calls that differ: then patterns may, too, several at a time. */
  readonly isLoose: boolean;
  /** Which calls of the reference may be left out, whatever its groups say. */
  readonly optional: readonly boolean[] | undefined;
}

/** No name of a tool begins like this. */
const PATTERN = '\u0000pattern ';

/**
 * Pairs the calls of a prediction with a reference that has patterns: each pattern is linked to the
 * calls it stands for; what is to be chosen (values of variables, groups) gives several variants.
 * @returns the pair; its own lists are those of its first variant
 */
export function pairPatterns(
  { steps, variants }: CompiledReference,
  prediction: Trajectory,
  pairing: Pairing,
): InternedPair {
  const plain = pairing.pair(
    prediction,
    steps.map((step) => (step.isPattern ? asName(step) : step.call)),
  );
  const patterns = new Map<number, CompiledStep>();
  for (const [place, step] of steps.entries()) {
    if (step.isPattern) patterns.set(plain.reference[place] as number, step);
  }
  const calls = new CallsByTool(prediction, plain);
  // whatever variables stand for, no other calls can match
  const fits = [...patterns].map(([id, step]): Fit => {
    const found = calls.of(step).filter(([, call]) => pairing.matches(step, call, NOTHING_BOUND));
    const names = new Set([...variablesOf(step.name), ...variablesOf(step.input)]);
    return { id, step, calls: found, names };
  });
  const base = Array.from(
    { length: plain.distinct },
    (_, id) => plain.links?.[id] ?? new Set([id]),
  );
  link(
    base,
    fits
      .filter(({ names }) => names.size === 0)
      .flatMap(({ id, calls: found }) => found.map(([made]): Link => [made, id])),
  );
  const choices = bindingsFor(fits, pairing.matches);
  const variantCount = (choices?.length ?? 0) * variants.length;
  if (choices === undefined || variantCount > MAX_VARIANTS || variantCount === 0)
    return { ...plain, variants: [] };
  const shapes = variants.map((variant) => shapeOf(variant, plain, pairing, patterns));
  const all: InternedPair[] = [];
  // every score looks at all of it
  let edges = variantCount * 2 * (prediction.length + (variants[0] as Variant).places.length);
  for (const choice of choices) {
    const links = base.slice();
    link(links, choice);
    for (const id of plain.prediction)
      edges += (links[id] as ReadonlySet<number>).size * variants.length;
    if (variantCount > 1 && edges > MAX_EDGES) return { ...plain, variants: [] };
    for (const shape of shapes) all.push({ ...shape, links, variantCount });
  }
  const [first] = all;
  if (all.length === 1 && first && first.before === undefined) return first;
  return { ...(first as InternedPair), variants: all };
}

/** The most calls, steps and matches of them in several variants of a reference together. */
const MAX_EDGES = 100_000;

/** A call that a step matches, and the step. */
type Link = readonly [made: number, id: number];

/** Adds links; the sets that were there stay what they are. */
function link(links: ReadonlySet<number>[], added: readonly Link[]): void {
  const own = new Map<number, Set<number>>();
  for (const [made, id] of added) {
    let set = own.get(made);
    if (!set) {
      set = new Set(links[made]);
      own.set(made, set);
      links[made] = set;
    }
    set.add(id);
  }
}

/** The distinct calls of a prediction, by the names of their tools. */
class CallsByTool {
  readonly #all: (readonly [id: number, call: ToolCall])[] = [];
  readonly #byTool = new Map<string, (readonly [id: number, call: ToolCall])[]>();

  constructor(prediction: Trajectory, plain: InternedPair) {
    const isKnown = new Uint8Array(plain.distinct);
    for (const [place, call] of prediction.entries()) {
      const id = plain.prediction[place] as number;
      if (isKnown[id] === 1) continue;
      isKnown[id] = 1;
      this.#all.push([id, call]);
      const ofTool = this.#byTool.get(call.tool_name);
      if (ofTool) ofTool.push([id, call]);
      else this.#byTool.set(call.tool_name, [[id, call]]);
    }
  }

  /** Those that a step can match. */
  of({ name }: CompiledStep): readonly (readonly [id: number, call: ToolCall])[] {
    if (name.kind !== 'value') return this.#all;
    return typeof name.value === 'string' ? (this.#byTool.get(name.value) ?? []) : [];
  }
}

/** A step, and the calls that it matches as long as its variables may be anything. */
interface Fit {
  readonly id: number;
  readonly step: CompiledStep;
  readonly calls: readonly (readonly [id: number, call: ToolCall])[];
  readonly names: ReadonlySet<string>;
}

/** A plain call that only steps written just like this one are equal to. */
function asName({ call, name }: CompiledStep): ToolCall {
  const { source, tool_input } = call;
  const written = name.kind === 'value' ? name.value : (ownValue(source, 'tool_name') ?? null);
  return { tool_name: PATTERN + printJson([written, tool_input]), tool_input: null, source };
}

/** A variant of a reference, but for what matches what. */
function shapeOf(
  variant: Variant,
  { prediction, reference, distinct }: InternedPair,
  { isLoose, optional }: Pairing,
  patterns: ReadonlyMap<number, unknown>,
): InternedPair {
  const isOptional = variant.places.map(
    (place, at) => variant.optional[at] === true || optional?.[place] === true,
  );
  return {
    prediction,
    reference: variant.places.map((place) => reference[place] as number),
    distinct,
    listed: variant.places,
    ...(isOptional.includes(true) ? { optional: isOptional } : {}),
    ...(variant.before ? { before: variant.before } : {}),
    ...(patterns.size > 0 && !isLoose ? { oneOfMany: new Set(patterns.keys()) } : {}),
  };
}

const MAX_VALUES = 64;

/** The most often that a step with variables is compared with a call for one row. */
const MAX_TESTS = 20_000;

/**
 * Lists what variables may stand for, at least one choice: every value that some call offers, those
 * of steps that share variables together; choices by which no further call matches are left out.
 * Undefined where they are too many.
 */
function bindingsFor(fits: readonly Fit[], matches: MatchStep): Link[][] | undefined {
  const groups = groupByNames(fits);
  const values = valuesOf(fits);
  if (values === undefined) return undefined;
  let all: Link[][] = [[]];
  let tests = 0;
  for (const group of groups) {
    const choices = choicesFor([...group.names], values);
    if (choices === undefined) return undefined;
    const count = group.fits.reduce((sum, { calls }) => sum + calls.length, 0);
    tests += choices.length * count;
    if (tests > MAX_TESTS) return undefined;
    const best = withoutWorse(choices.map((bindings) => linksUnder(bindings, group.fits, matches)));
    if (all.length * best.length > MAX_VARIANTS) return undefined;
    all = all.flatMap((one) => best.map((other) => [...one, ...other]));
  }
  return all;
}

const NOTHING_BOUND: Bindings = new Map();

interface FitGroup {
  readonly names: Set<string>;
  readonly fits: Fit[];
}

/** Steps that share variables, if only through others, stand together. */
function groupByNames(fits: readonly Fit[]): ReadonlySet<FitGroup> {
  const byName = new Map<string, FitGroup>();
  for (const fit of fits) {
    const known = new Set([...fit.names].flatMap((name) => byName.get(name) ?? []));
    const [group = { names: new Set<string>(), fits: [] }, ...others] = known;
    group.fits.push(fit);
    for (const { fits: more } of others) group.fits.push(...more);
    for (const name of [fit.names, ...others.map(({ names }) => names)].flatMap((some) => [
      ...some,
    ])) {
      group.names.add(name);
      byName.set(name, group);
    }
  }
  return new Set(byName.values());
}

/** The values that calls offer for each variable; undefined where they are too many. */
function valuesOf(fits: readonly Fit[]): ReadonlyMap<string, readonly JsonValue[]> | undefined {
  const values = new Map<string, JsonValue[]>();
  const offer = (name: string, value: JsonValue): void => {
    const known = values.get(name);
    if (!known) values.set(name, [value]);
    else if (known.length <= MAX_VALUES && !known.some((other) => isJsonEqual(other, value))) {
      known.push(value);
    }
  };
  for (const { step, calls, names } of fits) {
    if (names.size === 0) continue;
    for (const [, call] of calls) {
      offerBindings(step.name, call.tool_name, offer);
      offerBindings(step.input, call.tool_input, offer);
    }
  }
  return [...values.values()].some((some) => some.length > MAX_VALUES) ? undefined : values;
}

function choicesFor(
  names: readonly string[],
  values: ReadonlyMap<string, readonly JsonValue[]>,
): Bindings[] | undefined {
  let all: [string, JsonValue | undefined][][] = [[]];
  for (const name of names) {
    const some = values.get(name) ?? [undefined];
    if (all.length * some.length > MAX_VARIANTS * 8) return undefined;
    all = all.flatMap((list) => some.map((value): typeof list => [...list, [name, value]]));
  }
  return all.map((list) => new Map(list));
}

function linksUnder(bindings: Bindings, fits: readonly Fit[], matches: MatchStep): Link[] {
  return fits.flatMap(({ id, step, calls }) =>
    calls.flatMap(([made, call]): Link[] => (matches(step, call, bindings) ? [[made, id]] : [])),
  );
}

/** Leaves out choices by which only calls match that match by another choice, too. */
function withoutWorse(choices: readonly Link[][]): Link[][] {
  const kept: { readonly links: Link[]; readonly keys: ReadonlySet<number> }[] = [];
  for (const links of choices.toSorted((a, b) => b.length - a.length)) {
    const keys = links.map(([made, id]) => made * 2 ** 26 + id);
    if (kept.some((other) => keys.every((key) => other.keys.has(key)))) continue;
    kept.push({ links, keys: new Set(keys) });
  }
  return kept.map(({ links }) => links);
}
