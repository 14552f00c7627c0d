import type { JsonValue } from '#core/base/json/json-value.ts';
import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import { quoteName } from './rule-tokens.ts';
import type {
  ArgumentCondition,
  CallCondition,
  NamedRule,
  SameArguments,
  TrajectoryRule,
} from './rule.ts';

/** Writes a rule so that `parseRule` reads it back. */
export function printRule({ name, rule }: NamedRule): string {
  const sentence = printSentence(rule);
  return name === undefined ? sentence : `${quoteName(name)}: ${sentence}`;
}

/** Writes a rule without its name. */
export function printSentence(rule: TrajectoryRule): string {
  switch (rule.kind) {
    case 'never':
      return `never ${printCall(rule.call)}`;
    case 'at-most':
      return `at most ${countCalls(rule.count)}${ofCall(rule.call)}`;
    case 'at-least':
      return `at least ${countCalls(rule.count)}${ofCall(rule.call)}`;
    case 'before':
      return `${printCall(rule.first)} before ${printCall(rule.then)}${printSame(rule.same)}`;
    case 'only-after':
      return `${printCall(rule.call)} only after ${printCall(rule.after)}${printSame(rule.same)}`;
    case 'sequence':
      return rule.calls.map(printCall).join(' then ');
    case 'followed': {
      const within = rule.within === undefined ? '' : ` within ${countCalls(rule.within)}`;
      const same = printSame(rule.same);
      return `after ${printCall(rule.call)}, ${printCall(rule.by)}${within}${same}`;
    }
    case 'no-repeats': {
      const what = rule.call ? printCall(rule.call) : 'call';
      const times = `${String(rule.count)} ${rule.count === 1 ? 'time' : 'times'}`;
      return `no identical ${what} more than ${times} in a row`;
    }
    case 'only-if':
      return `${printCall(rule.call)} only if ${rule.where.map(printCondition).join(' and ')}`;
    case 'answer':
      return 'ends with an answer';
  }
}

function countCalls(count: number): string {
  return `${String(count)} ${count === 1 ? 'call' : 'calls'}`;
}

function ofCall(call: CallCondition | undefined): string {
  return call ? ` of ${printCall(call)}` : '';
}

function printSame(same: SameArguments): string {
  return same.length === 0 ? '' : ` with the same ${same.map(quoteName).join(' and ')}`;
}

/** Writes a condition on calls, e.g. `transfer(amount > 100)`. */
export function printCall({ tool, where }: CallCondition): string {
  const name = quoteName(tool);
  return where.length === 0 ? name : `${name}(${where.map(printCondition).join(', ')})`;
}

/** Writes a condition on an argument, e.g. `amount > 100`. */
export function printCondition({ argument, relation, value }: ArgumentCondition): string {
  const name = quoteName(argument);
  switch (relation) {
    case 'present':
    case 'absent':
      return `${name} is ${relation}`;
    case 'matches':
      return `${name} matches ${printJson(value)}`;
    default:
      return `${name} ${relation} ${printValue(value)}`;
  }
}

/** Writes a value; a text as a bare word where that is read back as the same text. */
function printValue(value: JsonValue): string {
  const isWord = typeof value === 'string' && readWord(value) === value;
  return isWord ? quoteName(value) : printJson(value);
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a word as a value: `true`, `false`, `null` and JSON numbers; any other word is a text. */
export function readWord(word: string): JsonValue {
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  return NUMBER.test(word) ? parseJson(word) : word;
}
