import { internCalls, internNames } from '#core/calls/intern-calls.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { ownValue } from '#core/base/json/json-value.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isInputMatch, isRelation, prepareInput, type PrepareInput } from './prepare-input.ts';
import type { CallMatcher } from './call-matcher.ts';
import { diffCalls, diffUnder } from './diff-calls.ts';
import { NOT_RECORDED, withPatterns } from './patterns/with-patterns.ts';
import { isExactRule, type ArgumentRule, type MatchingRules } from './rules.ts';

/** Plain equality, as in the reference service. */
export const EXACT_MATCHER: CallMatcher = {
  pair: internCalls,
  pairNames: internNames,
  diff: diffCalls,
};

/**
 * Compiles matching rules; {@link EXACT_MATCHER} for plain equality. Rules that only ignore or fold
 * give integers; tolerances and subsets add links, found by comparing the distinct calls of each
 * tool.
 */
export function createMatcher(rules: MatchingRules | undefined): CallMatcher {
  if (rules === undefined) return EXACT_MATCHER;
  const isExact = isExactRule(rules.rule) && rules.tools.every(({ rule }) => isExactRule(rule));
  const matcher = isExact ? EXACT_MATCHER : matchByRules(rules);
  const { pair, pairNames } = matcher;
  const withOptions = rules.optionalCalls
    ? { ...matcher, pair: withOptional(pair), pairNames: withOptional(pairNames) }
    : matcher;
  return rules.patterns === true ? withPatterns(rules, withOptions, matcher) : withOptions;
}

function withOptional(pair: CallMatcher['pair']): CallMatcher['pair'] {
  return (prediction, reference) => {
    const ids = pair(prediction, reference);
    const optional = reference.map(({ source }) => ownValue(source, 'optional') === true);
    return optional.includes(true) ? { ...ids, optional } : ids;
  };
}

interface CompiledRule {
  readonly rule: ArgumentRule;
  readonly prepare: PrepareInput;
  readonly isRelation: boolean;
}

function compileRule(rule: ArgumentRule): CompiledRule {
  return { rule, prepare: prepareInput(rule), isRelation: isRelation(rule) };
}

function matchByRules(rules: MatchingRules): CallMatcher {
  const byDefault = compileRule(rules.rule);
  const byTool = new Map(rules.tools.map(({ tool, rule }) => [tool, compileRule(rule)]));
  const ruleOf = (tool: string): CompiledRule => byTool.get(tool) ?? byDefault;
  const prepareCall = (call: ToolCall): ToolCall => ({
    ...call,
    tool_input: ruleOf(call.tool_name).prepare(call.tool_input),
  });
  const hasRelation = [byDefault, ...byTool.values()].some((compiled) => compiled.isRelation);
  return {
    pair: (prediction, reference) => {
      const made = prediction.map(prepareCall);
      const expected = reference.map(prepareCall);
      const pair = internCalls(made, expected);
      return hasRelation ? { ...pair, links: linkCalls(pair, made, expected, ruleOf) } : pair;
    },
    pairNames: internNames,
    diff: diffUnder((made, expected) => {
      const { rule, isRelation } = ruleOf(expected.tool_name);
      const [a, b] = [prepareCall(made).tool_input, prepareCall(expected).tool_input];
      return isRelation ? isInputMatch(a, b, rule) : isJsonEqual(a, b);
    }),
  };
}

function linkCalls(
  pair: InternedPair,
  made: Trajectory,
  expected: Trajectory,
  ruleOf: (tool: string) => CompiledRule,
): ReadonlySet<number>[] {
  const links = Array.from({ length: pair.distinct }, (_, id) => new Set([id]));
  const expectedByTool = new Map<string, Map<number, ToolCall>>();
  for (const [place, call] of expected.entries()) {
    const calls = expectedByTool.get(call.tool_name) ?? new Map<number, ToolCall>();
    expectedByTool.set(call.tool_name, calls.set(pair.reference[place] as number, call));
  }
  const isDone = new Uint8Array(pair.distinct);
  for (const [place, call] of made.entries()) {
    const id = pair.prediction[place] as number;
    const { rule, isRelation } = ruleOf(call.tool_name);
    if (!isRelation || isDone[id] === 1) continue;
    isDone[id] = 1;
    for (const [other, reference] of expectedByTool.get(call.tool_name) ?? []) {
      if (isInputMatch(call.tool_input, reference.tool_input, rule)) links[id]?.add(other);
    }
  }
  return links;
}

/** Pairs calls with recorded names only: links match these with every call of their tool. */
export function pairWithNames(
  pair: CallMatcher['pair'],
  prediction: Trajectory,
  reference: Trajectory,
): InternedPair {
  const hasNames = [prediction, reference].some((calls) => calls.some(isName));
  if (!hasNames) return pair(prediction, reference);
  const ids = pair(prediction.map(withoutArguments), reference.map(withoutArguments));
  return linkNames(ids, prediction, reference);
}

function linkNames(ids: InternedPair, prediction: Trajectory, reference: Trajectory): InternedPair {
  const links = Array.from({ length: ids.distinct }, (_, id) => new Set(ids.links?.[id] ?? [id]));
  const all = new Map<string, Set<number>>();
  const names = new Map<string, number>();
  for (const [at, id] of ids.reference.entries()) {
    const { tool_name, isNameOnly } = reference[ids.listed?.[at] ?? at] as ToolCall;
    const known = all.get(tool_name);
    if (known) known.add(id);
    else all.set(tool_name, new Set([id]));
    if (isNameOnly) names.set(tool_name, id);
  }
  const isDone = new Set<number>();
  for (const [place, { tool_name, isNameOnly }] of prediction.entries()) {
    const id = ids.prediction[place] as number;
    if (isDone.has(id)) continue;
    isDone.add(id);
    const name = names.get(tool_name);
    if (isNameOnly) for (const other of all.get(tool_name) ?? []) links[id]?.add(other);
    else if (name !== undefined) links[id]?.add(name);
  }
  const variants = ids.variants?.map((variant) => linkNames(variant, prediction, reference));
  return variants ? { ...ids, links, variants } : { ...ids, links };
}

function isName({ isNameOnly }: ToolCall): boolean {
  return isNameOnly === true;
}

function withoutArguments(call: ToolCall): ToolCall {
  return call.isNameOnly ? { ...call, tool_input: NOT_RECORDED } : call;
}
