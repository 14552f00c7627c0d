import type { JsonValue } from '#core/base/json/json-value.ts';
import { isJsonObject } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { escapeKey } from '#core/base/json/pointer.ts';
import { describePattern } from '#core/match/patterns/describe-pattern.ts';
import {
  holdsPattern,
  readPattern,
  type ValuePattern,
} from '#core/match/patterns/value-pattern.ts';

/** A pattern as a tag and text, both shortened. */
export interface PatternTag {
  /** JSON Pointer from the arguments of the call. */
  readonly path: string;
  /** Its kind, e.g. `one of 2`; the name of a variable. */
  readonly tag: string;
  readonly isVariable?: true;
  /** The values it allows; may be empty. */
  readonly text: string;
  /** The value of a variable in this row, and whether this is its first call. */
  readonly bound?: { readonly value: string; readonly isFirst: boolean };
}

const TEXT_LIMIT = 160;
const MAX_TAGS = 50;

/** Lists the arguments of an expected call in order, patterns with tags; empty without patterns. */
export function tagsOf(input: JsonValue): PatternTag[] {
  if (!holdsPattern(input)) return [];
  const whole = tagOf(input, '');
  if (whole.tag !== '' || !isJsonObject(input)) return [whole];
  return Object.entries(input)
    .slice(0, MAX_TAGS)
    .map(([key, value]) => tagOf(value, `/${escapeKey(key)}`));
}

/**
 * Describes an expected value; the tag is empty where the pattern is further inside, or there is
 * none.
 */
export function tagOf(value: JsonValue, path: string): PatternTag {
  const reading = readMember(value);
  if (!reading) return { path, tag: '', text: previewJson(value, TEXT_LIMIT) };
  const { pattern, isOptional } = reading;
  const { tag, text, isVariable } = wordsOf(pattern, value);
  return {
    path,
    tag: isOptional ? ['optional', tag].filter((word) => word !== '').join(', ') : tag,
    ...(isVariable ? { isVariable } : {}),
    text: text.slice(0, TEXT_LIMIT),
  };
}

/** Reads a member, where patterns for absent values are allowed. */
function readMember(
  value: JsonValue,
): { readonly pattern: ValuePattern; readonly isOptional: boolean } | undefined {
  const reading = readPattern({ '': value });
  if (!reading.ok) return undefined;
  if (reading.pattern.kind !== 'object') return undefined;
  return reading.pattern.members.get('');
}

function wordsOf(pattern: ValuePattern, value: JsonValue): Omit<PatternTag, 'path'> {
  switch (pattern.kind) {
    case 'any':
      return { tag: `one of ${String(pattern.of.length)}`, text: joined(pattern.of) };
    case 'range': {
      const { min, max } = pattern;
      const ends = [min, max].map((end) => (end === undefined ? '' : String(end)));
      return { tag: 'range', text: ends.join(ends.includes('') ? '…' : ' to ') };
    }
    case 'near': {
      const { by, distance, value: wanted } = pattern;
      const most = by === 'within' ? String(distance) : `${String(distance * 100)} %`;
      return { tag: `within ${most}`, text: String(wanted) };
    }
    case 'regex':
      return { tag: 'pattern', text: pattern.source };
    case 'type':
      return { tag: 'type', text: pattern.types.join(' or ') };
    case 'nonEmpty':
      return { tag: 'not empty', text: '' };
    case 'anything':
      return { tag: 'any value', text: '' };
    case 'text':
      return { tag: 'text', text: describePattern(pattern) };
    case 'items':
      return { tag: pattern.isOpen ? 'containing' : 'any order', text: joined(pattern.items) };
    case 'variable':
      return {
        tag: pattern.name,
        isVariable: true,
        text: pattern.as ? describePattern(pattern.as) : '',
      };
    case 'value':
      return { tag: '', text: previewJson(pattern.value, TEXT_LIMIT) };
    case 'list':
    case 'object':
      return holdsPattern(value)
        ? { tag: 'pattern within', text: describePattern(pattern) }
        : { tag: '', text: previewJson(value, TEXT_LIMIT) };
  }
}

function joined(patterns: readonly ValuePattern[]): string {
  return patterns.map(describePattern).join(' · ');
}
