import { allowNumbersAsText, changeToolRule, ignorePath } from '#core/match/change-rule.ts';
import type { MatchingRules } from '#core/match/rules.ts';
import { waysToCompare as texts } from '#features/metrics/texts.ts';

/** A rule under which two calls that differ may count as equal, in all rows. */
export interface WayToCompare {
  readonly name: string;
  /** What the notice says once it holds. */
  readonly told: string;
  readonly change: (before: MatchingRules) => MatchingRules;
}

/** What differs between two calls of a tool. */
export interface DifferingArgument {
  readonly tool: string;
  /** The argument's path as rules write it, with `*` for places in lists; empty for the whole input. */
  readonly pattern: string;
  /** Whether one side has a number and the other one the same number as text. */
  readonly isNumberAsText: boolean;
}

/** Lists the rules that would let an argument differ, the narrowest first. */
export function waysToCompare({
  tool,
  pattern,
  isNumberAsText,
}: DifferingArgument): readonly WayToCompare[] {
  const names = {
    name: texts.namesOnly(tool),
    told: texts.namesOnlyTold(tool),
    change: (before: MatchingRules) => changeToolRule(before, tool, { mode: 'ignore' }),
  };
  const numbers = {
    name: texts.numbers,
    told: texts.numbersTold,
    change: allowNumbersAsText,
  };
  const ignore = {
    name: texts.ignore(tool, pattern),
    told: texts.ignored(tool, pattern),
    change: (before: MatchingRules) => ignorePath(before, tool, pattern),
  };
  return [...(isNumberAsText ? [numbers] : []), ...(pattern === '' ? [] : [ignore]), names];
}
