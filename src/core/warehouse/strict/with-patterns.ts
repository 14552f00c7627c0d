import type { CallMatcher } from '#core/match/match-calls.ts';
import type { MatchingRules } from '#core/match/rules.ts';

/** See the module that this stands in for. */
export const NOT_RECORDED = '\u0000not recorded';

/** Scripts are not written for references with patterns. */
export function withPatterns(_: MatchingRules, whole: CallMatcher): CallMatcher {
  return whole;
}
