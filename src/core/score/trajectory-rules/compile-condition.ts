import { isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { valueAt } from '#core/base/json/json-path.ts';
import { nameMatcher } from '#core/match/path-glob.ts';
import { matchesPattern } from '#core/match/patterns/match-pattern.ts';
import { readPattern } from '#core/match/patterns/value-pattern.ts';
import type { ArgumentCondition, CallCondition } from './rule.ts';

/** A compiled condition on calls. */
export interface CallTest {
  readonly matches: (call: ToolCall) => boolean;
  /** Whether a call is of the tool, with any arguments. */
  readonly isOfTool: (call: ToolCall) => boolean;
  readonly looksAtArguments: boolean;
}

/** Compiles the condition by which a rule selects calls. */
export function compileCall({ tool, where }: CallCondition): CallTest {
  const isNamed = nameMatcher(tool);
  const isOfTool = ({ tool_name }: ToolCall): boolean => isNamed(tool_name);
  const meets = compileConditions(where);
  return {
    matches: (call) => isOfTool(call) && meets(call),
    isOfTool,
    looksAtArguments: where.length > 0,
  };
}

/** Compiles conditions on a call's arguments; all must hold. */
export function compileConditions(
  where: readonly ArgumentCondition[],
): (call: ToolCall) => boolean {
  const tests = where.map(compileCondition);
  return (call) => tests.every((test) => test(call));
}

function compileCondition(condition: ArgumentCondition): (call: ToolCall) => boolean {
  const { argument, relation } = condition;
  const test = compileTest(condition);
  // a missing argument differs from any value
  const ifAbsent = relation === '!=' || relation === 'absent';
  return ({ tool_input }) => {
    const value = readArgument(tool_input, argument);
    return value === undefined ? ifAbsent : test(value);
  };
}

function compileTest({ relation, value }: ArgumentCondition): (made: JsonValue) => boolean {
  const limit = Number(value);
  switch (relation) {
    case 'present':
      return () => true;
    case 'absent':
      return () => false;
    case '<':
      return (made) => toNumber(made) < limit;
    case '<=':
      return (made) => toNumber(made) <= limit;
    case '>':
      return (made) => toNumber(made) > limit;
    case '>=':
      return (made) => toNumber(made) >= limit;
    default: {
      const reading = readPattern(relation === 'matches' ? { $regex: value } : value);
      if (!reading.ok) return () => false;
      const isNot = relation === '!=';
      return (made) => matchesPattern(reading.pattern, made) !== isNot;
    }
  }
}

/** A number, or a text that is one; NaN for others, which are neither above nor below a number. */
function toNumber(value: JsonValue): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/**
 * Reads an argument by name, or by a JSON Pointer that begins with `/`; undefined where missing.
 */
export function readArgument(input: JsonValue, argument: string): JsonValue | undefined {
  if (argument.startsWith('/')) return valueAt(input, argument);
  return isJsonObject(input) ? ownValue(input, argument) : undefined;
}

/** The reason why a condition's value is unusable; undefined where it is usable. */
export function checkCondition({ relation, value }: ArgumentCondition): string | undefined {
  if (relation !== 'matches' && relation !== '=' && relation !== '!=') return undefined;
  const reading = readPattern(relation === 'matches' ? { $regex: value } : value);
  if (reading.ok) return undefined;
  const { path, reason, nearest } = reading.problem;
  const where = path === '' || relation === 'matches' ? '' : `${path}: `;
  const hint = nearest === undefined ? '' : ` Nearest right form: ${nearest}`;
  return `${where}${reason}${hint}`;
}
