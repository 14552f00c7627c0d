import { ownValue } from '#core/base/json/json-value.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { isRelation } from '#core/match/prepare-input.ts';
import type { MatchingRules } from '#core/match/rules.ts';
import { diffWithPatterns } from './diff-patterns.ts';
import { matchesPattern, matchPatternUnder } from './match-pattern.ts';
import { pairPatterns, type MatchStep } from './pair-patterns.ts';
import { readReference } from './reference-pattern.ts';

/** The arguments of a call with only a recorded name; they equal no others. */
export const NOT_RECORDED = '\u0000not recorded';

/** Adds patterns to a matcher. `plain` pairs without regard to optional calls. */
export function withPatterns(
  rules: MatchingRules,
  whole: CallMatcher,
  plain: CallMatcher,
): CallMatcher {
  const byDefault = matchPatternUnder(rules.rule);
  const byTool = new Map(rules.tools.map(({ tool, rule }) => [tool, matchPatternUnder(rule)]));
  const isLoose = [rules.rule, ...rules.tools.map(({ rule }) => rule)].some(isRelation);
  const matchesName: MatchStep = ({ name }, made, bindings) =>
    name.kind === 'value'
      ? name.value === made.tool_name
      : matchesPattern(name, made.tool_name, bindings);
  const matches: MatchStep = (step, made, bindings) => {
    if (!matchesName(step, made, bindings)) return false;
    if (made.tool_input === NOT_RECORDED || step.call.tool_input === NOT_RECORDED) return true;
    const matchInput = byTool.get(made.tool_name) ?? byDefault;
    return matchInput(step.input, made.tool_input, bindings);
  };
  const pairBy =
    (form: 'pair' | 'pairNames', matchStep: MatchStep): CallMatcher['pair'] =>
    (prediction, reference) => {
      const reading = readReference(reference);
      if (!reading?.ok) return whole[form](prediction, reference);
      const optional = rules.optionalCalls
        ? reference.map(({ source }) => ownValue(source, 'optional') === true)
        : undefined;
      const pairing = { pair: plain[form], matches: matchStep, isLoose, optional };
      return pairPatterns(reading.compiled, prediction, pairing);
    };
  return {
    pair: pairBy('pair', matches),
    pairNames: pairBy('pairNames', matchesName),
    diff: diffWithPatterns(whole.diff, (step, made) => matches(step, made, new Map())),
    readReference,
  };
}
