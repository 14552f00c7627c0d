import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { call } from '../../../tests/support/build.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import {
  f1Of,
  isCovered,
  isSameSequence,
  isSubsequence,
  precisionOf,
  recallOf,
} from './compare-pair.ts';
import { EXACT_MATCHER, createMatcher } from './match-calls.ts';
import { EXACT_RULES, type ArgumentRule, type MatchingRules } from './rules.ts';

const leaf = fc.constantFrom<JsonValue>(
  1,
  2,
  2.5,
  3,
  'a',
  'A',
  ' a',
  '2',
  '2.50',
  'e\u0301',
  'é',
  null,
  true,
);
const input = fc.oneof(
  fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })), {
    maxKeys: 3,
  }),
  fc.array(leaf, { maxLength: 3 }),
);
const list = fc.array(
  fc.tuple(fc.constantFrom('t', 'u'), input, fc.boolean()).map(([tool, args, optional]) => ({
    ...call(tool, args),
    source: { tool_name: tool, tool_input: args, optional },
  })),
  { minLength: 1, maxLength: 5 },
);
const rule: fc.Arbitrary<ArgumentRule> = fc.record(
  {
    mode: fc.constantFrom('exact', 'ignore', 'subset', 'superset', 'keys'),
    keys: fc.subarray(['x', 'y', 'z']),
    ignoredPaths: fc.subarray(['x', '*/x', '**', 'y/*', 'z']),
    absoluteTolerance: fc.constantFrom(0, 0.5, 1),
    relativeTolerance: fc.constantFrom(0, 0.25, 0.5),
    ignoreCase: fc.boolean(),
    ignoreSpace: fc.boolean(),
    numbersAsText: fc.boolean(),
    unicodeForm: fc.constantFrom('NFC', 'NFKC'),
    ignoreListOrder: fc.boolean(),
  },
  { requiredKeys: ['mode', 'keys'] },
);
const rules: fc.Arbitrary<MatchingRules> = fc.record({
  rule,
  tools: rule.chain((other) => fc.constantFrom([], [{ tool: 'u', rule: other }])),
  optionalCalls: fc.boolean(),
});

/** Changes that let more calls match. */
const LOOSENINGS: readonly ((rule: ArgumentRule) => ArgumentRule)[] = [
  (old) => ({ ...old, mode: 'ignore' }),
  (old) => (old.mode === 'exact' ? { ...old, mode: 'subset' } : old),
  (old) => (old.mode === 'exact' ? { ...old, mode: 'superset' } : old),
  (old) => (old.mode === 'exact' ? { ...old, mode: 'keys' } : old),
  (old) => (old.mode === 'keys' ? { ...old, keys: (old.keys ?? []).slice(1) } : old),
  (old) => ({ ...old, ignoredPaths: [...(old.ignoredPaths ?? []), '**/y'] }),
  (old) => ({ ...old, absoluteTolerance: (old.absoluteTolerance ?? 0) + 1 }),
  (old) => ({ ...old, relativeTolerance: (old.relativeTolerance ?? 0) + 0.5 }),
  (old) => ({ ...old, ignoreCase: true }),
  (old) => ({ ...old, ignoreSpace: true }),
  (old) => ({ ...old, numbersAsText: true }),
  (old) => (old.unicodeForm === undefined ? { ...old, unicodeForm: 'NFC' } : old),
  (old) => (old.unicodeForm === 'NFC' ? { ...old, unicodeForm: 'NFKC' } : old),
  (old) => ({ ...old, ignoreListOrder: true }),
];
const looser = fc
  .tuple(rules, fc.constantFrom(...LOOSENINGS), fc.boolean())
  .map(([old, loosen, allowsOptional]): [MatchingRules, MatchingRules] => [
    old,
    {
      rule: loosen(old.rule),
      tools: old.tools.map(({ tool, rule: own }) => ({ tool, rule: loosen(own) })),
      optionalCalls: old.optionalCalls || allowsOptional,
    },
  ]);

const BAGS = ['any', 'precision', 'recall', 'precision once', 'recall once', 'f1'] as const;

function scoresOf(made: Trajectory, expected: Trajectory, by: MatchingRules) {
  const pair = createMatcher(by).pair(made, expected);
  return {
    exact: Number(isSameSequence(pair)),
    'in order': Number(isSubsequence(pair)),
    any: Number(isCovered(pair)),
    precision: precisionOf(pair, 'membership'),
    recall: recallOf(pair, 'membership'),
    'precision once': precisionOf(pair, 'multiset'),
    'recall once': recallOf(pair, 'multiset'),
    f1: f1Of(pair),
  };
}

describe('matching rules', () => {
  it('do not see the order of either list in any-order match, precision, recall and F1', () => {
    const shuffled = list.chain((calls) =>
      fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length })),
    );
    fc.assert(
      fc.property(shuffled, shuffled, rules, ([p, p2], [r, r2], by) => {
        const scores = scoresOf(p, r, by);
        const other = scoresOf(p2, r2, by);
        for (const bag of BAGS) expect(other[bag]).toBe(scores[bag]);
      }),
      { numRuns: lawRuns(1000) },
    );
  });

  it('never lower a score when they are loosened', () => {
    fc.assert(
      fc.property(list, list, looser, (p, r, [strict, loose]) => {
        const before = scoresOf(p, r, strict);
        const after = scoresOf(p, r, loose);
        for (const [name, score] of Object.entries(before)) {
          expect(after[name as keyof typeof after], name).toBeGreaterThanOrEqual(score);
        }
      }),
      { numRuns: lawRuns(3000) },
    );
  });

  it('score a trajectory and itself 1', () => {
    fc.assert(
      fc.property(list, rules, (calls, by) => {
        expect(Object.values(scoresOf(calls, calls, by)).every((score) => score === 1)).toBe(true);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('are plain equality where every option is off', () => {
    const off: ArgumentRule = { mode: 'subset' };
    fc.assert(
      fc.property(list, list, (p, r) => {
        // the calls have no arguments left to differ in, so the slow way must agree with the fast
        const bare = (calls: Trajectory) => calls.map((item) => call(JSON.stringify(item)));
        const pair = EXACT_MATCHER.pair(bare(p), bare(r));
        const linked = createMatcher({ ...EXACT_RULES, rule: off }).pair(bare(p), bare(r));
        expect(linked).toHaveProperty('links');
        expect([isSameSequence(linked), isSubsequence(linked), isCovered(linked)]).toEqual([
          isSameSequence(pair),
          isSubsequence(pair),
          isCovered(pair),
        ]);
        for (const duplicates of ['membership', 'multiset'] as const) {
          expect(precisionOf(linked, duplicates)).toBe(precisionOf(pair, duplicates));
          expect(recallOf(linked, duplicates)).toBe(recallOf(pair, duplicates));
        }
      }),
    );
  });
});

/** The rules once more, as directly as they can be written down. */
function isCallMatch(made: JsonValue, expected: JsonValue, by: ArgumentRule): boolean {
  if (by.mode === 'ignore') return true;
  const numeric = (value: JsonValue): JsonValue =>
    by.numbersAsText === true && (value === '2' || value === '2.50') ? Number(value) : value;
  const matches = (made: JsonValue, expected: JsonValue): boolean => {
    const [a, b] = [numeric(made), numeric(expected)];
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      const orders = by.ignoreListOrder === true ? permutations(b) : [b];
      return orders.some((order) => a.every((item: JsonValue, i) => matches(item, order[i])));
    }
    if (isRecord(a) && isRecord(b)) {
      const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
      return names.every((name) => {
        if (!Object.hasOwn(b, name)) return by.mode === 'superset';
        if (!Object.hasOwn(a, name)) return by.mode === 'subset';
        return matches(a[name] ?? null, b[name] ?? null);
      });
    }
    if (typeof a === 'string' && typeof b === 'string') return plain(a) === plain(b);
    if (typeof a === 'number' && typeof b === 'number') {
      const apart = Math.abs(a - b);
      return (
        apart <= (by.absoluteTolerance ?? 0) || apart <= (by.relativeTolerance ?? 0) * Math.abs(b)
      );
    }
    return isJsonEqual(a, b);
  };
  const plain = (text: string): string => {
    let folded = by.unicodeForm ? text.normalize(by.unicodeForm) : text;
    if (by.ignoreCase === true) folded = folded.toLowerCase();
    return by.ignoreSpace === true ? folded.trim() : folded;
  };
  const ignored = by.ignoredPaths ?? [];
  const prune = (value: JsonValue): JsonValue => {
    if (isJsonList(value)) return ignored.includes('**') ? [] : value;
    if (!isRecord(value)) return value;
    const kept = Object.entries(value).filter(
      ([name]) =>
        (by.mode !== 'keys' || (by.keys ?? []).includes(name)) &&
        !ignored.includes(name) &&
        !ignored.includes('**'),
    );
    // a pattern for the items of a list leaves an empty list behind
    return Object.fromEntries(
      kept.map(([name, item]) => [
        name,
        ignored.includes(`${name}/*`) && Array.isArray(item) ? [] : item,
      ]),
    );
  };
  return matches(prune(made), prune(expected));
}

function isRecord(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]),
  );
}

const noListPaths = rules.map((by): MatchingRules => {
  const simple = (old: ArgumentRule): ArgumentRule => ({
    ...old,
    ignoredPaths: (old.ignoredPaths ?? []).filter((path) => path !== '*/x'),
  });
  return {
    rule: simple(by.rule),
    tools: by.tools.map(({ tool, rule: own }) => ({ tool, rule: simple(own) })),
    optionalCalls: false,
  };
});

it('scores under rules are those of trying every way to pair the calls', () => {
  fc.assert(
    fc.property(list, list, noListPaths, (p, r, by) => {
      const ruleOf = (tool: string) => by.tools.find((own) => own.tool === tool)?.rule ?? by.rule;
      const edges = p.map((made) =>
        r.flatMap((expected, i) => {
          const isSameTool = made.tool_name === expected.tool_name;
          const isMatch =
            isSameTool && isCallMatch(made.tool_input, expected.tool_input, ruleOf(made.tool_name));
          return isMatch ? [i] : [];
        }),
      );
      const most = mostPairs(edges);
      const inOrder = mostPairs(edges, [], true);
      expect(scoresOf(p, r, by)).toEqual({
        exact: Number(p.length === r.length && edges.every((found, i) => found.includes(i))),
        'in order': Number(inOrder === r.length),
        any: Number(most === r.length),
        precision: edges.filter((found) => found.length > 0).length / p.length,
        recall: new Set(edges.flat()).size / r.length,
        'precision once': most / p.length,
        'recall once': most / r.length,
        f1: (2 * most) / (p.length + r.length),
      });
    }),
    { numRuns: lawRuns(1500) },
  );
});

function mostPairs(edges: number[][], taken: number[] = [], inOrder = false): number {
  const [first, ...rest] = edges;
  if (first === undefined) return taken.length;
  const free = first.filter((i) => (inOrder ? i > (taken.at(-1) ?? -1) : !taken.includes(i)));
  return Math.max(
    mostPairs(rest, taken, inOrder),
    ...free.map((i) => mostPairs(rest, [...taken, i], inOrder)),
  );
}

const optionalRules: MatchingRules = { ...EXACT_RULES, optionalCalls: true };

it('optional calls score as the best reference with some of them left out', () => {
  fc.assert(
    fc.property(list, list, (p, r) => {
      const scores = scoresOf(p, r, optionalRules);
      const variants = leaveOut(r).map((kept) => scoresOf(p, kept, EXACT_RULES));
      const best = (name: keyof typeof scores): number =>
        Math.max(...variants.map((variant) => variant[name]));
      expect(scores.exact).toBe(best('exact'));
      expect(scores['in order']).toBe(best('in order'));
      expect(scores.any).toBe(best('any'));
      expect(scores['precision once']).toBe(best('precision once'));
      expect(scores['recall once']).toBe(best('recall once'));
      expect(scores.f1).toBe(best('f1'));
    }),
    { numRuns: lawRuns(500) },
  );
});

/** Every list that comes of leaving optional calls out. */
function leaveOut(calls: Trajectory): Trajectory[] {
  const [first, ...rest] = calls;
  if (first === undefined) return [[]];
  const kept = leaveOut(rest).map((others) => [first, ...others]);
  return first.source.optional === true ? [...kept, ...leaveOut(rest)] : kept;
}
