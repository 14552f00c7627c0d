import type { JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { boundText, listWords, percent } from '#core/base/text/sentence.ts';
import type { TypeName, ValuePattern } from './value-pattern.ts';

const MAX_NAMED = 3;
const LONGEST_VALUE = 60;

/** Describes a pattern to follow “expected”: `one of 2: "a" or "b"`; a plain value as JSON. */
export function describePattern(pattern: ValuePattern): string {
  switch (pattern.kind) {
    case 'value':
      return printValue(pattern.value);
    case 'any':
      return describeAny(pattern.of);
    case 'range':
      return describeRange(pattern);
    case 'near': {
      const { value, by, distance } = pattern;
      const most = by === 'within' ? String(distance) : percent(distance);
      return `a number within ${most} of ${value}`;
    }
    case 'regex':
      return `a string that matches /${pattern.source}/${pattern.flags}`;
    case 'type':
      return listWords(
        pattern.types.map((type) => TYPE_PHRASES[type]),
        'or',
      );
    case 'nonEmpty':
      return 'a value that is not empty';
    case 'anything':
      return 'any value';
    case 'text':
      return describeText(pattern);
    case 'items':
      return pattern.isOpen
        ? `a list that holds ${listOf(pattern.items)}`
        : `a list of ${listOf(pattern.items)} in any order`;
    case 'variable': {
      const { name, as } = pattern;
      return `${as ? describePattern(as) : 'any value'}, the same as every other ${name}`;
    }
    case 'list':
      return `[${pattern.items.map(describePattern).join(', ')}]`;
    case 'object': {
      const members = [...pattern.members].map(
        ([name, { pattern: inner, isOptional }]) =>
          `${name}${isOptional ? ' (optional)' : ''}: ${describePattern(inner)}`,
      );
      return `${pattern.isOpen ? 'an object with at least ' : ''}{${members.join(', ')}}`;
    }
  }
}

const TYPE_PHRASES: Readonly<Record<TypeName, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
};

function describeAny(of: readonly ValuePattern[]): string {
  if (of.length === 1) return describePattern(of[0] as ValuePattern);
  const named = of.slice(0, MAX_NAMED).map(describePattern);
  if (of.length === named.length) return `one of ${of.length}: ${listWords(named, 'or')}`;
  return `one of ${of.length}: ${named.join(', ')}, …`;
}

function describeRange({ min, max }: Extract<ValuePattern, { kind: 'range' }>): string {
  if (min === undefined) return `a number up to ${max}`;
  return max === undefined ? `a number from ${min}` : `a number from ${min} to ${max}`;
}

const PART_WORDS: Readonly<Record<string, string>> = {
  space: 'white space',
  bfcl: 'case, spaces and , . / - _ * ^',
};

function describeText({ value, ignore }: Extract<ValuePattern, { kind: 'text' }>): string {
  const words = ignore.map((part) => PART_WORDS[part] ?? part);
  return words.length === 0
    ? printValue(value)
    : `${printValue(value)} but for ${listWords(words, 'and')}`;
}

function listOf(items: readonly ValuePattern[]): string {
  if (items.length === 0) return 'nothing';
  const named = items.slice(0, MAX_NAMED).map(describePattern);
  return items.length === named.length ? listWords(named, 'and') : `${named.join(', ')}, …`;
}

function printValue(value: JsonValue): string {
  return boundText(printJson(value), LONGEST_VALUE);
}
