import { nameMatcher } from '#core/match/path-glob.ts';
import type { RuleSetting } from '#core/score/metric/settings.ts';
import { parseRule } from './parse-rule.ts';
import { printCall, printSentence } from './print-rule.ts';
import {
  callsOfRule,
  type ArgumentCondition,
  type CallCondition,
  type TrajectoryRule,
} from './rule.ts';

/** What is to be said of a rule before any row is checked against it. */
export interface RuleWarning {
  readonly kind: 'tool-unused' | 'always-kept' | 'always-broken' | 'twice' | 'contradiction';
  readonly text: string;
}

/**
 * Checks a rule without looking at a row: whether it can be broken at all, whether it can be kept,
 * and whether the run has the tools that it names.
 * @param tools the tools that the run calls; undefined where there is no run
 * @param others the other rules
 */
export function checkRule(
  rule: TrajectoryRule,
  tools: readonly string[] | undefined,
  others: readonly RuleSetting[] = [],
): readonly RuleWarning[] {
  const known = others.flatMap(({ text, isOn }) => {
    const parsed = isOn ? parseRule(text) : undefined;
    return parsed?.ok ? [parsed.rule.rule] : [];
  });
  return [
    ...checkItself(rule),
    ...(tools ? checkTools(rule, tools) : []),
    ...known.flatMap((other) => checkPair(rule, other)),
  ];
}

function checkItself(rule: TrajectoryRule): readonly RuleWarning[] {
  const warnings: RuleWarning[] = callsOfRule(rule).flatMap((call) => {
    const [one, other] = conflict(call.where) ?? [];
    if (one === undefined || other === undefined) return [];
    const text = `No call can be ${printCall(call)}: its conditions exclude each other.`;
    return [{ kind: 'always-kept', text }];
  });
  switch (rule.kind) {
    case 'at-least':
      if (rule.count === 0) warnings.push(alwaysKept('every run has at least 0 calls'));
      break;
    case 'before':
      if (isSame(rule.first, rule.then)) warnings.push(alwaysBroken(rule.then));
      break;
    case 'only-after':
      if (isSame(rule.call, rule.after)) warnings.push(alwaysBroken(rule.call));
      break;
    case 'followed':
      if (isSame(rule.call, rule.by)) warnings.push(alwaysBroken(rule.call, 'last'));
      break;
    case 'only-if':
      if (conflict(rule.where)) {
        const text = `Every ${printCall(rule.call)} breaks it: its conditions exclude each other.`;
        warnings.push({ kind: 'always-broken', text });
      }
      break;
    default:
  }
  return warnings;
}

function alwaysKept(why: string): RuleWarning {
  return { kind: 'always-kept', text: `It can never be broken: ${why}.` };
}

function alwaysBroken(call: CallCondition, place = 'first'): RuleWarning {
  const text = `The ${place} call of ${printCall(call)} always breaks it. To forbid the call, write never ${printCall(call)}.`;
  return { kind: 'always-broken', text };
}

function isSame(a: CallCondition, b: CallCondition): boolean {
  return printCall(a) === printCall(b);
}

/** Two conditions on one argument that no value meets. */
function conflict(
  where: readonly ArgumentCondition[],
): readonly [ArgumentCondition, ArgumentCondition] | undefined {
  for (const [index, one] of where.entries())
    for (const other of where.slice(index + 1))
      if (one.argument === other.argument && excludes(one, other)) return [one, other];
  return undefined;
}

function excludes(a: ArgumentCondition, b: ArgumentCondition): boolean {
  if (a.relation === 'absent' || b.relation === 'absent') {
    const other = a.relation === 'absent' ? b.relation : a.relation;
    return other !== 'absent' && other !== '!=';
  }
  const least = strictest([lowest(a), lowest(b)], 1);
  const most = strictest([highest(a), highest(b)], -1);
  if (!least || !most) return false;
  return least.at > most.at || (least.at === most.at && (least.isOpen || most.isOpen));
}

interface Bound {
  readonly at: number;
  readonly isOpen: boolean;
}

function lowest({ relation, value }: ArgumentCondition): Bound | undefined {
  if (typeof value !== 'number') return undefined;
  if (relation === '>' || relation === '>=') return { at: value, isOpen: relation === '>' };
  return relation === '=' ? { at: value, isOpen: false } : undefined;
}

function highest({ relation, value }: ArgumentCondition): Bound | undefined {
  if (typeof value !== 'number') return undefined;
  if (relation === '<' || relation === '<=') return { at: value, isOpen: relation === '<' };
  return relation === '=' ? { at: value, isOpen: false } : undefined;
}

function strictest(bounds: readonly (Bound | undefined)[], sign: 1 | -1): Bound | undefined {
  const known = bounds.filter((bound) => bound !== undefined);
  return known.sort((a, b) => sign * (b.at - a.at) || Number(b.isOpen) - Number(a.isOpen))[0];
}

function checkTools(rule: TrajectoryRule, tools: readonly string[]): readonly RuleWarning[] {
  const names = new Set(callsOfRule(rule).map(({ tool }) => tool));
  return [...names].flatMap((name): RuleWarning[] => {
    const isNamed = nameMatcher(name);
    if (tools.some(isNamed)) return [];
    const text = `No row calls ${name}. ${whatThen(rule, name)}`;
    return [{ kind: 'tool-unused', text }];
  });
}

/** What a rule gives while a tool that it names is never called. */
function whatThen(rule: TrajectoryRule, tool: string): string {
  if (rule.kind === 'at-least' || rule.kind === 'sequence') return 'Every row breaks the rule.';
  const isNeeded =
    (rule.kind === 'only-after' && rule.after.tool === tool) ||
    (rule.kind === 'before' && rule.first.tool === tool) ||
    (rule.kind === 'followed' && rule.by.tool === tool);
  return isNeeded
    ? 'Every row that makes the other call breaks the rule.'
    : 'The rule is kept everywhere until one does.';
}

function checkPair(rule: TrajectoryRule, other: TrajectoryRule): readonly RuleWarning[] {
  if (printSentence(rule) === printSentence(other))
    return [{ kind: 'twice', text: 'This rule is in the list already.' }];
  const [mine, theirs] = [boundsOf(rule), boundsOf(other)];
  if (!mine || !theirs || mine.of !== theirs.of) return [];
  if (mine.most >= theirs.least && theirs.most >= mine.least) return [];
  const text = `No row can keep both this rule and “${printSentence(other)}”.`;
  return [{ kind: 'contradiction', text }];
}

function boundsOf(
  rule: TrajectoryRule,
): { readonly of: string; readonly least: number; readonly most: number } | undefined {
  if (rule.kind === 'never') return { of: printCall(rule.call), least: 0, most: 0 };
  if (rule.kind !== 'at-most' && rule.kind !== 'at-least') return undefined;
  const of = rule.call ? printCall(rule.call) : '';
  return rule.kind === 'at-most'
    ? { of, least: 0, most: rule.count }
    : { of, least: rule.count, most: Infinity };
}
