import type { ArgumentCondition, TrajectoryRule } from '#core/score/trajectory-rules/rule.ts';

/** The fields of the sentence that a rule is built in. */
export interface RuleDraft {
  readonly kind: TrajectoryRule['kind'];
  readonly first: string;
  readonly second: string;
  readonly count: number;
  /** Calls within which another one follows; 0: any later. */
  readonly within: number;
  readonly same: string;
  /** Conditions on the first tool of the sentence. */
  readonly where: readonly ArgumentCondition[];
}

/** A draft of a kind, with nothing filled in. */
export const BLANK_RULE: RuleDraft = {
  kind: 'only-after',
  first: '',
  second: '',
  count: 3,
  within: 3,
  same: '',
  where: [],
};

/** Which fields a kind of rule has, in the order of its sentence. */
export const RULE_FIELDS: Readonly<
  Record<TrajectoryRule['kind'], readonly ('first' | 'second' | 'count' | 'within' | 'same')[]>
> = {
  never: ['first'],
  'at-most': ['count', 'first'],
  'at-least': ['count', 'first'],
  before: ['first', 'second', 'same'],
  'only-after': ['first', 'second', 'same'],
  sequence: ['first', 'second'],
  followed: ['first', 'second', 'within', 'same'],
  'no-repeats': ['first', 'count'],
  'only-if': ['first'],
  answer: [],
};

/** Kinds whose tool may be left out: they are about all calls then. */
const OPTIONAL_TOOL: readonly TrajectoryRule['kind'][] = ['at-most', 'at-least', 'no-repeats'];

/**
 * Builds the rule of a draft.
 * @returns undefined while something is not filled in
 */
export function ruleOfDraft(draft: RuleDraft): TrajectoryRule | undefined {
  const { kind, count, within, where } = draft;
  const call = { tool: draft.first.trim(), where: kind === 'only-if' ? [] : where };
  const other = { tool: draft.second.trim(), where: [] };
  const same = draft.same
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const fields = RULE_FIELDS[kind];
  const isNamed = call.tool !== '';
  if (fields.includes('first') && !isNamed && !OPTIONAL_TOOL.includes(kind)) return undefined;
  if (fields.includes('second') && other.tool === '') return undefined;
  const of = isNamed ? { call } : {};
  switch (kind) {
    case 'never':
      return { kind, call };
    case 'at-most':
    case 'at-least':
      return { kind, count, ...of };
    case 'before':
      return { kind, first: call, then: other, same };
    case 'only-after':
      return { kind, call, after: other, same };
    case 'sequence':
      return { kind, calls: [call, other] };
    case 'followed':
      return { kind, call, by: other, ...(within > 0 ? { within } : {}), same };
    case 'no-repeats':
      return { kind, count: Math.max(1, count), ...of };
    case 'only-if':
      return where.length === 0 ? undefined : { kind, call, where };
    case 'answer':
      return { kind };
  }
}

/**
 * Fills the fields of a draft from a rule.
 * @returns undefined where the fields cannot hold all that the rule says
 */
export function draftOfRule(rule: TrajectoryRule): RuleDraft | undefined {
  const { kind } = rule;
  switch (kind) {
    case 'never':
      return { ...BLANK_RULE, kind, first: rule.call.tool, where: rule.call.where };
    case 'at-most':
    case 'at-least':
    case 'no-repeats': {
      const { tool = '', where = [] } = rule.call ?? {};
      return { ...BLANK_RULE, kind, count: rule.count, first: tool, where };
    }
    case 'answer':
      return { ...BLANK_RULE, kind };
    case 'only-if':
      if (rule.call.where.length > 0) return undefined;
      return { ...BLANK_RULE, kind, first: rule.call.tool, where: rule.where };
    case 'sequence': {
      const [one, other, ...more] = rule.calls;
      if (!one || !other || more.length > 0 || other.where.length > 0) return undefined;
      return { ...BLANK_RULE, kind, first: one.tool, second: other.tool, where: one.where };
    }
    default: {
      const [one, other] =
        kind === 'before'
          ? [rule.first, rule.then]
          : [rule.call, kind === 'followed' ? rule.by : rule.after];
      const isPlain = other.where.length === 0 && rule.same.every((name) => !name.includes(','));
      if (!isPlain) return undefined;
      return {
        kind,
        first: one.tool,
        second: other.tool,
        where: one.where,
        count: 3,
        same: rule.same.join(', '),
        within: kind === 'followed' ? (rule.within ?? 0) : 3,
      };
    }
  }
}
