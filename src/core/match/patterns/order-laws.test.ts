import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { createMatcher, EXACT_MATCHER } from '#core/match/match-calls.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { DEFAULT_SETTINGS, findMetric, METRICS } from '#core/score/metrics/registry.ts';

const CASES = tablesOf<{
  inOrder: [string, [string, JsonValue][], [JsonValue, JsonValue][]][];
}>('patterns');

const WITH_PATTERNS = createMatcher({ ...EXACT_RULES, patterns: true });
const ROLES = { predicted_trajectory: 'p', reference_trajectory: 'r' };
const VALUES = [1, 2, 3];

type Scores = Readonly<Record<string, number>>;

const COMPARING = METRICS.filter(({ needs }) => needs.includes('reference_trajectory'));

/** The scores of every metric that compares calls; those of which less is better are negative. */
function scored(made: JsonValue, reference: JsonValue, matcher: CallMatcher): Scores {
  const { row } = readRow({ p: made, r: reference }, ROLES, 1, matcher);
  const scores: Record<string, number> = {};
  for (const duplicates of ['membership', 'multiset'] as const)
    for (const { id, better, score } of COMPARING) {
      const value = score?.(row, { ...DEFAULT_SETTINGS, duplicates }, { id, metricId: id });
      // of nothing that is expected, all is made
      const share = value === 'reference_empty' ? 1 : (value as number);
      scores[`${id} ${duplicates}`] = better === 'lower' ? -share : share;
    }
  return scores;
}

/** A step as it is expanded: its name, and every place that it comes after. */
interface Literal {
  readonly tool: string;
  readonly input: JsonValue;
}

/** Every literal reference that a reference stands for, written out as directly as can be. */
function expand(reference: readonly JsonValue[]): Literal[][] {
  return VALUES.flatMap((bound) =>
    choose(reference, bound).flatMap((tree) => {
      const steps: Literal[] = [];
      const edges: [number, number][] = [];
      const named = new Map<string, readonly number[]>();
      const put = (items: readonly Tree[], first: readonly number[]): number[] => {
        let last = first;
        const all: number[] = [];
        for (const item of items) {
          const begins = item.after ? item.after.flatMap((name) => named.get(name) ?? []) : last;
          let own: number[];
          if (item.literal) {
            steps.push(item.literal);
            own = [steps.length - 1];
            for (const earlier of begins) edges.push([earlier, steps.length - 1]);
          } else own = item.lists.flatMap((list) => put(list, begins));
          // what is left out holds nothing up, but what follows still waits for what was before it
          last = [...own, ...begins];
          if (item.name !== undefined) named.set(item.name, last);
          all.push(...own);
        }
        return all;
      };
      put(tree, []);
      return orders(steps.length, edges).map((order) => order.map((i) => steps[i] as Literal));
    }),
  );
}

interface Tree {
  readonly literal?: Literal;
  readonly lists: readonly (readonly Tree[])[];
  readonly after?: readonly string[];
  readonly name?: string;
}

function choose(items: readonly JsonValue[], bound: number): Tree[][] {
  let all: Tree[][] = [[]];
  for (const item of items) {
    const some = chooseOne(item as JsonObject, bound);
    all = all.flatMap((list) => some.map((tree) => [...list, tree]));
  }
  return all;
}

function chooseOne(item: JsonObject, bound: number): Tree[] {
  const { $step, $after, ...rest } = item;
  const order = {
    ...($step === undefined ? {} : { name: $step as string }),
    ...($after === undefined ? {} : { after: $after as string[] }),
  };
  const [key] = Object.keys(rest);
  const payload = rest[key ?? ''] as JsonValue;
  const lists = (trees: readonly (readonly (readonly Tree[])[])[]): Tree[] =>
    trees.map((one) => ({ ...order, lists: one }));
  if (key === '$inAnyOrder') {
    let all: Tree[][][] = [[]];
    for (const step of payload as JsonValue[]) {
      all = all.flatMap((done) => choose([step], bound).map((list) => [...done, list]));
    }
    return lists(all);
  }
  if (key === '$oneOf') {
    return lists(
      (payload as JsonValue[][]).flatMap((list) => choose(list, bound).map((one) => [one])),
    );
  }
  if (key === '$optional') {
    return lists([[], ...choose(payload as JsonValue[], bound).map((one) => [one])]);
  }
  if (key === '$repeat') {
    const { steps, atLeast, atMost } = payload as unknown as {
      steps: JsonValue[];
      atLeast: number;
      atMost: number;
    };
    const all: Tree[][][] = [];
    for (let count = atLeast; count <= atMost; count++) {
      const rounds = choose(
        Array.from({ length: count }, () => ({ $oneOf: [steps] })),
        bound,
      );
      all.push(...rounds.map((one) => [one]));
    }
    return lists(all);
  }
  const { x } = (rest.tool_input ?? {}) as { x?: JsonValue };
  return valuesOf(x ?? 0, bound).map((value) => ({
    ...order,
    literal: { tool: rest.tool_name as string, input: { x: value } },
    lists: [],
  }));
}

function valuesOf(x: JsonValue, bound: number): JsonValue[] {
  if (typeof x !== 'object' || x === null) return [x];
  if ('$any' in x) return x.$any as JsonValue[];
  if ('$var' in x) return [bound];
  return VALUES;
}

function orders(count: number, edges: readonly (readonly [number, number])[]): number[][] {
  const out: number[][] = [];
  const go = (order: readonly number[]): void => {
    if (order.length === count) out.push([...order]);
    for (let i = 0; i < count; i++) {
      if (order.includes(i)) continue;
      if (edges.every(([a, b]) => b !== i || order.includes(a))) go([...order, i]);
    }
  };
  go([]);
  return out;
}

const value = fc.oneof(
  { arbitrary: fc.constantFrom<JsonValue>(1, 2, 3), weight: 3 },
  fc.constantFrom<JsonValue>(
    { $any: [1, 2] },
    { $any: [2, 3] },
    { $anything: true },
    { $var: 'v' },
  ),
);
const plain = fc
  .tuple(fc.constantFrom('a', 'b'), value)
  .map(([tool_name, x]): JsonValue => ({ tool_name, tool_input: { x } }));
const group = (inner: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    fc.array(inner, { minLength: 2, maxLength: 3 }).map((steps) => ({ $inAnyOrder: steps })),
    fc
      .tuple(fc.array(inner, { minLength: 1, maxLength: 2 }), fc.array(inner, { maxLength: 2 }))
      .map((lists) => ({ $oneOf: lists })),
    fc.array(inner, { minLength: 1, maxLength: 2 }).map((steps) => ({ $optional: steps })),
    fc
      .tuple(
        fc.array(inner, { minLength: 1, maxLength: 1 }),
        fc.nat(1),
        fc.integer({ min: 1, max: 2 }),
      )
      .map(([steps, atLeast, atMost]) => ({ $repeat: { steps, atLeast, atMost } })),
  );
const step = fc.oneof(
  { arbitrary: plain, weight: 3 },
  group(plain),
  group(fc.oneof({ arbitrary: plain, weight: 3 }, group(plain))),
);

/** References of few steps: with names and what each comes after now and then. */
const reference = fc
  .tuple(
    fc.array(step, { minLength: 1, maxLength: 3 }),
    fc.array(fc.constantFrom<readonly number[] | undefined>(undefined, undefined, [], [0], [1]), {
      minLength: 3,
      maxLength: 3,
    }),
  )
  .map(([steps, after]) =>
    steps.map((item, i): JsonValue => {
      const names = after[i]?.filter((other) => other < i).map(String);
      const own = { ...(item as JsonObject), $step: String(i) };
      return names === undefined ? own : { ...own, $after: names };
    }),
  );
const prediction = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b'), fc.constantFrom(1, 2, 3))
    .map(([tool_name, x]) => ({ tool_name, tool_input: { x } })),
  { maxLength: 5 },
);

function isSmall(steps: readonly JsonValue[]): boolean {
  const count = JSON.stringify(steps).split('tool_name').length - 1;
  return count <= 5;
}

describe('a reference with patterns', () => {
  it('scores the best of all that it stands for', () => {
    fc.assert(
      fc.property(prediction, reference, (made, steps) => {
        fc.pre(isSmall(steps));
        const literals = expand(steps);
        fc.pre(literals.length < 3000);
        const distinct = new Map(literals.map((list) => [JSON.stringify(list), list]));
        const best: Record<string, number> = {};
        for (const list of distinct.values()) {
          const calls = list.map(({ tool, input }) => ({ tool_name: tool, tool_input: input }));
          for (const [name, score] of Object.entries(scored(made, calls, EXACT_MATCHER))) {
            best[name] = Math.max(best[name] ?? -Infinity, score);
          }
        }
        const scores = scored(made, steps, WITH_PATTERNS);
        for (const [name, score] of Object.entries(scores)) {
          expect(score, name).toBeCloseTo(best[name] ?? NaN, 9);
        }
      }),
      { numRuns: lawRuns(400) },
    );
  });

  it('has the score it had where it has none', () => {
    const literal = fc.array(
      fc.record({
        tool_name: fc.constantFrom('a', 'b'),
        tool_input: fc.record({ x: fc.constantFrom(1, 2, 3) }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(prediction, literal, (made, steps) => {
        expect(scored(made, steps, WITH_PATTERNS)).toEqual(scored(made, steps, EXACT_MATCHER));
        // the same through the search, as a group of one list
        const grouped = scored(made, [{ $oneOf: [steps] }], WITH_PATTERNS);
        expect(grouped).toEqual(scored(made, steps, EXACT_MATCHER));
      }),
    );
  });

  it('never scores lower when it stands for more', () => {
    const loosened = reference.chain((steps) =>
      fc
        .tuple(fc.nat(), fc.constantFrom('any', 'anything', 'optional', 'other list'))
        .map(([at, how]): [JsonValue[], JsonValue[]] => [
          steps,
          steps.map((item, i) =>
            i === at % steps.length ? loosen(item as JsonObject, how) : item,
          ),
        ]),
    );
    fc.assert(
      fc.property(prediction, loosened, (made, [strict, loose]) => {
        const before = scored(made, strict, WITH_PATTERNS);
        const after = scored(made, loose, WITH_PATTERNS);
        for (const [name, score] of Object.entries(before)) {
          expect(after[name], name).toBeGreaterThanOrEqual(score - 1e-9);
        }
      }),
      { numRuns: lawRuns(100) },
    );
  });

  it('does not see the order in which free steps are listed', () => {
    const free = fc.array(plain, { minLength: 2, maxLength: 5 });
    const shuffled = free.chain((steps) =>
      fc.tuple(fc.constant(steps), fc.shuffledSubarray(steps, { minLength: steps.length })),
    );
    fc.assert(
      fc.property(prediction, shuffled, ([...made], [steps, others]) => {
        const scores = scored(made, [{ $inAnyOrder: steps }], WITH_PATTERNS);
        expect(scored(made, [{ $inAnyOrder: others }], WITH_PATTERNS)).toEqual(scores);
      }),
    );
  });
});

it.each(CASES.inOrder)('finds %s', (_, made, steps) => {
  const list = (all: readonly (readonly [JsonValue, JsonValue])[]): JsonValue =>
    all.map(([tool_name, tool_input]) => ({ tool_name, tool_input }));
  expect(scored(list(made), list(steps), WITH_PATTERNS)).toMatchObject({
    'trajectory_in_order_match membership': 1,
  });
});

it('ends a search that would take long', () => {
  // each call could be one of many steps, and each second step waits for the one before it
  const made: JsonObject[] = [];
  const makeStep = (place: number): JsonObject => {
    const min = (place * 5) % 13;
    made.push({ tool_name: 'a', tool_input: { x: min + ((place * 7) % 6) } });
    return { tool_name: 'a', tool_input: { x: { $range: { min, max: min + 5 } } } };
  };
  const lists = Array.from({ length: 100 }, (_, i) => ({
    $oneOf: [[makeStep(2 * i), makeStep(2 * i + 1)]],
  }));
  const mixed = made.map((_, i) => made[(i * 77) % 200] as JsonObject);
  const { row } = readRow({ p: mixed, r: [{ $inAnyOrder: lists }] }, ROLES, 1, WITH_PATTERNS);
  const scoreBy = (id: string) =>
    findMetric(id)?.score?.(row, DEFAULT_SETTINGS, { id, metricId: id });
  for (const name of ['exact_match', 'in_order_match', 'lcs', 'edit_distance'])
    expect(scoreBy(`trajectory_${name}`), name).toBe('too_many_ways');
  expect(scoreBy('trajectory_f1')).toBe(1);
});

/** A step or group that stands for all that it stood for, and more. */
function loosen(item: JsonObject, how: string): JsonValue {
  const { $step, $after, ...rest } = item;
  const order = {
    ...($step === undefined ? {} : { $step }),
    ...($after === undefined ? {} : { $after }),
  };
  const input = rest.tool_input as { x: JsonValue } | undefined;
  const isPlainValue = typeof input?.x === 'number';
  if (input && isPlainValue && how === 'any') {
    return { ...item, tool_input: { x: { $any: [input.x, 3] } } };
  }
  if (input && isPlainValue && how === 'anything') {
    return { ...item, tool_input: { x: { $anything: true } } };
  }
  if (how === 'optional') return { ...order, $optional: [rest] };
  if (how === 'other list') {
    return { ...order, $oneOf: [[rest], [{ tool_name: 'b', tool_input: { x: 1 } }]] };
  }
  return item;
}
