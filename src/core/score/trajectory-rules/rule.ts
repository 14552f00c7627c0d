import type { JsonValue } from '#core/base/json/json-value.ts';

/** How an argument of a call is compared. */
export const RELATIONS = ['=', '!=', '<=', '>=', '<', '>', 'matches', 'present', 'absent'] as const;

/** One of {@link RELATIONS}. */
type ArgumentRelation = (typeof RELATIONS)[number];

/** What one argument of a call must be. */
export interface ArgumentCondition {
  /** Its name at the top of the arguments; a JSON Pointer where it begins with `/`. */
  readonly argument: string;
  readonly relation: ArgumentRelation;
  /**
   * For `=` and `!=` a value that may hold patterns, for `<` to `>` a number, for `matches` the text
   * of a regular expression; null for `present` and `absent`.
   */
  readonly value: JsonValue;
}

/** The calls that a rule is about. */
export interface CallCondition {
  /** The tool; `*` stands for any characters, `?` for one, a backslash takes the next as it is. */
  readonly tool: string;
  /** All of them hold. */
  readonly where: readonly ArgumentCondition[];
}

/** Arguments, by their names or pointers, that two calls must have in common. */
export type SameArguments = readonly string[];

/** A rule that a trajectory keeps or breaks, whatever its reference. Plain data. */
export type TrajectoryRule =
  | { readonly kind: 'never'; readonly call: CallCondition }
  /** Without a call it counts all calls. */
  | { readonly kind: 'at-most'; readonly count: number; readonly call?: CallCondition }
  | { readonly kind: 'at-least'; readonly count: number; readonly call?: CallCondition }
  /** Each call of `then` has one of `first` before it. */
  | {
      readonly kind: 'before';
      readonly first: CallCondition;
      readonly then: CallCondition;
      readonly same: SameArguments;
    }
  /** The same from the other end: each call has one of `after` before it. */
  | {
      readonly kind: 'only-after';
      readonly call: CallCondition;
      readonly after: CallCondition;
      readonly same: SameArguments;
    }
  /** They are made in this order, others between them; two at least. */
  | { readonly kind: 'sequence'; readonly calls: readonly CallCondition[] }
  /** Each call has one of `by` after it, among the next calls where their number is given. */
  | {
      readonly kind: 'followed';
      readonly call: CallCondition;
      readonly by: CallCondition;
      readonly within?: number;
      readonly same: SameArguments;
    }
  /** Without a call it is about all tools. */
  | { readonly kind: 'no-repeats'; readonly count: number; readonly call?: CallCondition }
  /** Each call meets the conditions. */
  | {
      readonly kind: 'only-if';
      readonly call: CallCondition;
      readonly where: readonly ArgumentCondition[];
    }
  | { readonly kind: 'answer' };

/** A rule with the name that rows call it by; absent: its own sentence. */
export interface NamedRule {
  readonly name?: string;
  readonly rule: TrajectoryRule;
}

/** The calls that a rule names, in the order of its sentence. */
export function callsOfRule(rule: TrajectoryRule): readonly CallCondition[] {
  switch (rule.kind) {
    case 'never':
    case 'only-if':
      return [rule.call];
    case 'at-most':
    case 'at-least':
    case 'no-repeats':
      return rule.call ? [rule.call] : [];
    case 'before':
      return [rule.first, rule.then];
    case 'only-after':
      return [rule.call, rule.after];
    case 'sequence':
      return rule.calls;
    case 'followed':
      return [rule.call, rule.by];
    case 'answer':
      return [];
  }
}
