/** Which arguments of two calls must agree; see {@link ArgumentRule}. */
export const ARGUMENT_MODES = ['exact', 'ignore', 'subset', 'superset', 'keys'] as const;

/** One of {@link ARGUMENT_MODES}. */
export type ArgumentMode = (typeof ARGUMENT_MODES)[number];

/**
 * When a made call matches an expected call of the same tool. Plain data, stored with a run; an
 * absent option is off, so `{ mode: 'exact' }` is equality as JSON.
 */
export interface ArgumentRule {
  /**
   * `exact`: all arguments; `ignore`: none; `subset`: the made ones must be expected; `superset`:
   * the expected ones must be made; `keys`: the named ones. Subset and superset apply to objects at
   * every depth.
   */
  readonly mode: ArgumentMode;
  /** The top-level arguments compared by `keys`. */
  readonly keys?: readonly string[];
  readonly ignoredPaths?: readonly string[];
  /** The largest difference between numbers; ≥ 0. */
  readonly absoluteTolerance?: number;
  /** The largest difference as a share of the expected number; ≥ 0. */
  readonly relativeTolerance?: number;
  /** Texts are compared in lower case. */
  readonly ignoreCase?: boolean;
  /** Outer white space is ignored, inner runs of it are one space. */
  readonly ignoreSpace?: boolean;
  /** A text that is a number in JSON equals that number: "21" is 21, and "1.0" is "1". */
  readonly numbersAsText?: boolean;
  /** Texts are compared in this Unicode normal form. */
  readonly unicodeForm?: 'NFC' | 'NFKC';
  /** Lists are compared as multisets. */
  readonly ignoreListOrder?: boolean;
}

/** The rules of a run: one for all tools, and replacements for single tools. */
export interface MatchingRules {
  readonly rule: ArgumentRule;
  /** A list, because a tool may have any name. */
  readonly tools: readonly { readonly tool: string; readonly rule: ArgumentRule }[];
  /** Whether a reference call with `"optional": true` may be left out. */
  readonly optionalCalls: boolean;
  /**
   * Whether objects with reserved keys in references are patterns. Absent until the user has
   * decided: they are then plain values, and the page asks.
   */
  readonly patterns?: boolean;
}

/** Equality as in the reference service. */
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

/** Whether a rule has a tolerance for numbers. */
export function isTolerant(rule: ArgumentRule): boolean {
  return (rule.absoluteTolerance ?? 0) > 0 || (rule.relativeTolerance ?? 0) > 0;
}

/** The rules; undefined where they change nothing and the user decided nothing. */
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
