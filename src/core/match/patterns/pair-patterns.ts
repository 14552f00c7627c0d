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

/** Whether a call meets a step with patterns. */
export type MatchStep = (step: CompiledStep, made: ToolCall, bindings: Bindings) => boolean;

/** How the calls of a reference with patterns are paired. */
export interface Pairing {
  readonly pair: (prediction: Trajectory, reference: Trajectory) => InternedPair;
  readonly matches: MatchStep;
  /**
   * Whether a plain call can match unequal calls; patterns then may match several at a time, too.
   */
  readonly isLoose: boolean;
  /** Which calls may be left out because of `optional`; undefined for none. */
  readonly optional: readonly boolean[] | undefined;
}

/** A prefix that no tool's name has. */
const PATTERN = '\u0000pattern ';

/**
 * Pairs a prediction with a reference that has patterns: patterns are linked to the calls they
 * match; values of variables and choices in groups give several variants.
 * @returns the pair with its variants; its own lists are those of the first
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
  // calls that match here whatever the variables are; no others can
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
  // the size of what every score looks at
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

/** The size limit of all variants of a reference: calls, steps and their matches. */
const MAX_EDGES = 100_000;

/** A call and a step that it matches. */
type Link = readonly [made: number, id: number];

/** Adds links to copies of the sets. */
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

/** The distinct calls of a prediction by tool. */
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

  /** The calls whose tool a step matches. */
  of({ name }: CompiledStep): readonly (readonly [id: number, call: ToolCall])[] {
    if (name.kind !== 'value') return this.#all;
    return typeof name.value === 'string' ? (this.#byTool.get(name.value) ?? []) : [];
  }
}

/** A step with the calls that match for some values of its variables. */
interface Fit {
  readonly id: number;
  readonly step: CompiledStep;
  readonly calls: readonly (readonly [id: number, call: ToolCall])[];
  readonly names: ReadonlySet<string>;
}

/** A stand-in call that equals only those of identical steps. */
function asName({ call, name }: CompiledStep): ToolCall {
  const { source, tool_input } = call;
  const written = name.kind === 'value' ? name.value : (ownValue(source, 'tool_name') ?? null);
  return { tool_name: PATTERN + printJson([written, tool_input]), tool_input: null, source };
}

/** A variant of a reference, still without links. */
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

/** How often steps with variables are compared with calls for one row. */
const MAX_TESTS = 20_000;

/**
 * Lists the choices of values for variables, at least one: every value offered by some call,
 * jointly for steps that share variables; choices that match no further call are left out.
 * Undefined where there are too many.
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

/** Groups steps that share variables, directly or through others. */
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

/** The values offered by calls for each variable; undefined where there are too many. */
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

/** Drops choices whose matches are all matched by another choice, too. */
function withoutWorse(choices: readonly Link[][]): Link[][] {
  const kept: { readonly links: Link[]; readonly keys: ReadonlySet<number> }[] = [];
  for (const links of choices.toSorted((a, b) => b.length - a.length)) {
    const keys = links.map(([made, id]) => made * 2 ** 26 + id);
    if (kept.some((other) => keys.every((key) => other.keys.has(key)))) continue;
    kept.push({ links, keys: new Set(keys) });
  }
  return kept.map(({ links }) => links);
}
