import { isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { valueAt } from '#core/base/json/pointer.ts';
import { nameMatcher } from '#core/match/path-glob.ts';
import { matchesPattern } from '#core/match/patterns/match-pattern.ts';
import { readPattern } from '#core/match/patterns/value-pattern.ts';
import type { ArgumentCondition, CallCondition } from './rule.ts';

/** The calls that a rule is about, compiled. */
export interface CallTest {
  readonly matches: (call: ToolCall) => boolean;
  /** Whether a call is of the tool, whatever its arguments. */
  readonly isOfTool: (call: ToolCall) => boolean;
  readonly looksAtArguments: boolean;
}

/** Compiles what a rule says of the calls that it is about. */
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

/** Compiles conditions on a call's arguments, all of which must hold. */
export function compileConditions(
  where: readonly ArgumentCondition[],
): (call: ToolCall) => boolean {
  const tests = where.map(compileCondition);
  return (call) => tests.every((test) => test(call));
}

function compileCondition(condition: ArgumentCondition): (call: ToolCall) => boolean {
  const { argument, relation } = condition;
  const test = compileTest(condition);
  // what is not there is unequal to any value, and is nothing else
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

/** A number, or a text that writes one; anything else is neither above nor below a number. */
function toNumber(value: JsonValue): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** Reads an argument by its name, or a JSON Pointer that begins with `/`; undefined without it. */
export function readArgument(input: JsonValue, argument: string): JsonValue | undefined {
  if (argument.startsWith('/')) return valueAt(input, argument);
  return isJsonObject(input) ? ownValue(input, argument) : undefined;
}

/** Says why the value that an argument is compared with cannot be used; undefined where it can. */
export function checkCondition({ relation, value }: ArgumentCondition): string | undefined {
  if (relation !== 'matches' && relation !== '=' && relation !== '!=') return undefined;
  const reading = readPattern(relation === 'matches' ? { $regex: value } : value);
  if (reading.ok) return undefined;
  const { path, reason, nearest } = reading.problem;
  const where = path === '' || relation === 'matches' ? '' : `${path}: `;
  const hint = nearest === undefined ? '' : ` Nearest right form: ${nearest}`;
  return `${where}${reason}${hint}`;
}
