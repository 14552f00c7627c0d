import { ownValue, isJsonObject, isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { isRelation } from '#core/match/prepare-input.ts';
import type { MatchingRules } from '#core/match/rules.ts';
import { matchesPattern, matchPatternUnder } from './match-pattern.ts';
import { pairPatterns, type MatchStep } from './pair-patterns.ts';
import { readReference, type CompiledStep } from './reference-pattern.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { escapeKey } from '#core/base/json/json-path.ts';
import type { ArgumentDifference, DiffCalls } from '#core/match/diff-calls.ts';
import { describePattern } from './describe-pattern.ts';
import { isPlain, variableUses, type ValuePattern } from './value-pattern.ts';

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

/** Lists where a call departs from a step; an unmet pattern is one difference at its own path. */
function diffWithPatterns(
  diff: DiffCalls,
  isMatch: (step: CompiledStep, made: ToolCall) => boolean,
): DiffCalls {
  return (expected, made, limit) => {
    const step = expected && stepOf(expected);
    if (!step?.isPattern || !made) return diff(expected, made, limit);
    const out: ArgumentDifference[] = [];
    // a call that matches alone can only differ in values of variables used elsewhere
    const isMet = isMatch(step, made) ? hasNoVariable : matchesPattern;
    walk(step.input, expected?.tool_input ?? null, made.tool_input, '', out, isMet);
    return out.slice(0, limit);
  };
}

function stepOf(call: ToolCall): CompiledStep | undefined {
  const known = STEPS.get(call);
  if (known) return known.step;
  const reading = readReference([
    { tool_name: call.tool_name, tool_input: call.tool_input, source: withoutOrder(call) },
  ]);
  const step = reading?.ok ? reading.compiled.steps[0] : undefined;
  STEPS.set(call, { step });
  return step;
}

const STEPS = new WeakMap<ToolCall, { readonly step: CompiledStep | undefined }>();

function withoutOrder({ source }: ToolCall): ToolCall['source'] {
  const tool_name = ownValue(source, 'tool_name');
  return tool_name === undefined ? {} : { tool_name };
}

/** Whether a value meets a pattern. */
type IsMet = (pattern: ValuePattern, made: JsonValue) => boolean;

const hasNoVariable: IsMet = (pattern) => variableUses(pattern).length === 0;

function walk(
  pattern: ValuePattern,
  written: JsonValue,
  made: JsonValue,
  path: string,
  out: ArgumentDifference[],
  isMet: IsMet,
): void {
  if (isMet(pattern, made)) return;
  if (pattern.kind === 'object' && isJsonObject(made)) {
    const inside = pattern.isOpen ? within(written, '$atLeast') : written;
    for (const [name, { pattern: member, isOptional }] of pattern.members) {
      const value = ownValue(made, name);
      const at = `${path}/${escapeKey(name)}`;
      const raw = isJsonObject(inside) ? (ownValue(inside, name) ?? null) : null;
      if (value !== undefined) {
        walk(member, isOptional ? within(raw, '$optional') : raw, value, at, out, isMet);
      } else if (!isOptional) {
        const expected = isPlain(member) ? {} : { expected: describePattern(member) };
        out.push({ path: at, reference: raw, prediction: undefined, ...expected });
      }
    }
    if (pattern.isOpen) return;
    for (const name of Object.keys(made)) {
      if (pattern.members.has(name)) continue;
      const at = `${path}/${escapeKey(name)}`;
      out.push({ path: at, reference: undefined, prediction: made[name] });
    }
    return;
  }
  if (pattern.kind === 'list' && isJsonList(made) && isJsonList(written)) {
    for (let i = 0; i < Math.max(made.length, written.length); i++) {
      const [item, value] = [pattern.items[i], made[i]];
      if (item && value !== undefined)
        walk(item, written[i] as JsonValue, value, `${path}/${i}`, out, isMet);
      else out.push({ path: `${path}/${i}`, reference: written[i], prediction: value });
    }
    return;
  }
  if (pattern.kind === 'value' && isJsonObject(pattern.value) && isJsonObject(made)) {
    const { value } = pattern;
    for (const name of new Set([...Object.keys(value), ...Object.keys(made)])) {
      const [expected, found] = [ownValue(value, name), ownValue(made, name)];
      const at = `${path}/${escapeKey(name)}`;
      if (expected === undefined || found === undefined) {
        out.push({ path: at, reference: expected, prediction: found });
      } else walk({ kind: 'value', value: expected }, expected, found, at, out, isMet);
    }
    return;
  }
  const expected = isPlain(pattern) ? {} : { expected: describePattern(pattern) };
  out.push({ path, reference: written, prediction: made, ...expected });
}

function within(written: JsonValue, key: string): JsonValue {
  return isJsonObject(written) ? (ownValue(written, key) ?? written) : written;
}
