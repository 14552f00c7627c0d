import type { JsonValue } from '#core/base/json/json-value.ts';

/** The relations between an argument and a value. */
export const RELATIONS = ['=', '!=', '<=', '>=', '<', '>', 'matches', 'present', 'absent'] as const;

/** One of {@link RELATIONS}. */
type ArgumentRelation = (typeof RELATIONS)[number];

/** A condition on one argument. */
export interface ArgumentCondition {
  /** A name at the top level, or a JSON Pointer that begins with `/`. */
  readonly argument: string;
  readonly relation: ArgumentRelation;
  /**
   * For `=` and `!=` a value that may have patterns; for `<` to `>` a number; for `matches` a
   * regular expression, found in a text or in one of a list; null for `present` and `absent`.
   */
  readonly value: JsonValue;
}

/** A condition that selects calls. */
export interface CallCondition {
  /** The tool; `*` matches any characters, `?` one, a backslash escapes the next. */
  readonly tool: string;
  /** All of them must hold. */
  readonly where: readonly ArgumentCondition[];
}

/** A tool that a run calls, and the arguments that its calls have, those of most calls first. */
export type ToolArguments = readonly [tool: string, names: readonly string[]];

/** So many rows of a run are looked at for the arguments of its calls while somebody waits. */
export const ARGUMENT_ROWS = 3000;

/** Arguments, by names or pointers, that two calls must have in common. */
export type SameArguments = readonly string[];

/** A rule on trajectories that needs no reference. Plain data. */
export type TrajectoryRule =
  | { readonly kind: 'never'; readonly call: CallCondition }
  /** Without a call: all calls count. */
  | { readonly kind: 'at-most'; readonly count: number; readonly call?: CallCondition }
  | { readonly kind: 'at-least'; readonly count: number; readonly call?: CallCondition }
  /** Each call of `then` needs one of `first` before it. */
  | {
      readonly kind: 'before';
      readonly first: CallCondition;
      readonly then: CallCondition;
      readonly same: SameArguments;
    }
  /** The reverse: each call needs one of `after` before it. */
  | {
      readonly kind: 'only-after';
      readonly call: CallCondition;
      readonly after: CallCondition;
      readonly same: SameArguments;
    }
  /** Two or more calls in this order, others between them. */
  | { readonly kind: 'sequence'; readonly calls: readonly CallCondition[] }
  /** Each call needs one of `by` after it, within the next calls if their number is given. */
  | {
      readonly kind: 'followed';
      readonly call: CallCondition;
      readonly by: CallCondition;
      readonly within?: number;
      readonly same: SameArguments;
    }
  /** Without a call: all tools. */
  | { readonly kind: 'no-repeats'; readonly count: number; readonly call?: CallCondition }
  /** Each call meets the conditions. */
  | {
      readonly kind: 'only-if';
      readonly call: CallCondition;
      readonly where: readonly ArgumentCondition[];
    }
  | { readonly kind: 'answer' };

/** A rule with the name that rows list it by; absent: its sentence. */
export interface NamedRule {
  readonly name?: string;
  readonly rule: TrajectoryRule;
}

/** The conditions on calls in a rule, in the order of its sentence. */
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
