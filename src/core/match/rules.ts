/** Which arguments of two calls of one tool must agree; see {@link ArgumentRule}. */
export const ARGUMENT_MODES = ['exact', 'ignore', 'subset', 'superset', 'keys'] as const;

/** One of {@link ARGUMENT_MODES}. */
export type ArgumentMode = (typeof ARGUMENT_MODES)[number];

/**
 * When a call made counts as the call expected, both being of the same tool. Plain data, stored
 * with a run. An absent option is off, so that `{ mode: 'exact' }` is equality as JSON.
 */
export interface ArgumentRule {
  /**
   * `exact`: all arguments; `ignore`: none; `subset`: those made, all of which must be expected;
   * `superset`: those expected, all of which must be made; `keys`: those named. Subset and
   * superset hold for objects at every depth.
   */
  readonly mode: ArgumentMode;
  /** The arguments that `keys` compares, by their top-level names. */
  readonly keys?: readonly string[];
  readonly ignoredPaths?: readonly string[];
  /** How far numbers may be apart; ≥ 0. */
  readonly absoluteTolerance?: number;
  /** How far numbers may be apart as a share of the expected number; ≥ 0. */
  readonly relativeTolerance?: number;
  /** Texts are compared in lower case. */
  readonly ignoreCase?: boolean;
  /** Outer white space does not count, inner runs of it count as one space. */
  readonly ignoreSpace?: boolean;
  /** A text that writes a number as JSON does counts as that number: "21" is 21, and "1.0" is "1". */
  readonly numbersAsText?: boolean;
  /** Texts are compared in this Unicode normal form. */
  readonly unicodeForm?: 'NFC' | 'NFKC';
  /** Lists are compared as multisets. */
  readonly ignoreListOrder?: boolean;
}

/** The rules of a run: one for all tools, and those of single tools that replace it. */
export interface MatchingRules {
  readonly rule: ArgumentRule;
  /** Rules of single tools; a list, because a tool may have any name. */
  readonly tools: readonly { readonly tool: string; readonly rule: ArgumentRule }[];
  /** Whether a reference call with `"optional": true` may be left out. */
  readonly optionalCalls: boolean;
  /**
   * Whether objects with a reserved key in a reference are patterns: true or false once somebody has
   * said so. Absent, they are plain values, and a dataset that has such objects is asked about.
   */
  readonly patterns?: boolean;
}

/** Equality as the reference service has it. */
export const EXACT_RULES: MatchingRules = {
  rule: { mode: 'exact' },
  tools: [],
  optionalCalls: false,
};

/** Whether a rule is plain equality. */
export function isExactRule(rule: ArgumentRule): boolean {
  return (
    rule.mode === 'exact' &&
    (rule.ignoredPaths ?? []).length === 0 &&
    !isTolerant(rule) &&
    rule.ignoreCase !== true &&
    rule.ignoreSpace !== true &&
    rule.numbersAsText !== true &&
    rule.unicodeForm === undefined &&
    rule.ignoreListOrder !== true
  );
}

/** Whether a rule lets numbers be apart. */
export function isTolerant(rule: ArgumentRule): boolean {
  return (rule.absoluteTolerance ?? 0) > 0 || (rule.relativeTolerance ?? 0) > 0;
}

/** The rules; undefined when they change nothing and answer nothing. */
export function departingRules(rules: MatchingRules): MatchingRules | undefined {
  return isEquality(rules) && rules.patterns === undefined ? undefined : rules;
}

/** Whether rules are plain equality. */
export function isEquality(rules: MatchingRules): boolean {
  return (
    !rules.optionalCalls &&
    rules.patterns !== true &&
    isExactRule(rules.rule) &&
    rules.tools.every(({ rule }) => isExactRule(rule))
  );
}
