import {
  holdsPattern,
  VALUE_KEYS,
  readPattern,
  type ValuePattern,
} from '#core/match/patterns/value-pattern.ts';
import type { ArgumentDifference } from '#core/match/diff-calls.ts';
import {
  jsonTypeOf,
  ownValue,
  describeType,
  type JsonValue,
  isJsonObject,
} from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { callStep, errorLine } from '#core/calls/transcript.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import type { Step } from '#core/calls/step.ts';
import { escapeKey } from '#core/base/json/json-path.ts';
import { percent } from '#core/base/text/sentence.ts';
import { describePattern } from '#core/match/patterns/describe-pattern.ts';

const INPUT_LIMIT = 400;
const VALUE_LIMIT = 300;

/** A call as the row view shows it, its arguments shortened. */
export interface CallView {
  /** 1-based place in its trajectory. */
  readonly place: number;
  readonly tool: string;
  readonly input: string;
  readonly isCut: boolean;
  /** Set in the data: the call may be left out. */
  readonly isOptional?: boolean;
  /** The first line of its error, or of its result where only the failure is recorded; maybe empty. */
  readonly error?: string;
  /** All arguments, with tags for patterns; absent without patterns. */
  readonly tags?: readonly PatternTag[];
}

/** A difference with both values as text; a side is null where it has no such path. */
export interface DifferenceView {
  readonly path: string;
  readonly reference: string | null;
  readonly prediction: string | null;
  readonly referenceType: string;
  readonly predictionType: string;
  /** The pattern, where one is expected. */
  readonly tag?: PatternTag;
}

/** Prepares the call at a 0-based place for the row view, its texts shortened. */
export function viewCall(calls: Trajectory, index: number): CallView {
  const call = calls[index] as ToolCall;
  const input = previewJson(call.tool_input, INPUT_LIMIT);
  const error = errorLine(callStep(call, index));
  return {
    place: index + 1,
    tool: call.tool_name.slice(0, 200),
    input,
    isCut: input.endsWith('…'),
    ...(ownValue(call.source, 'optional') === true ? { isOptional: true } : {}),
    ...(error !== undefined && { error }),
  };
}

/** Prepares a difference for the row view, its values shortened. */
export function viewDifference(
  difference: ArgumentDifference,
  hasPatterns: boolean,
): DifferenceView {
  const { path, reference, prediction, expected } = difference;
  const isPattern = hasPatterns && reference !== undefined && holdsPattern(reference);
  return {
    ...(isPattern ? { tag: tagOf(reference, path) } : {}),
    path,
    reference: expected ?? valueText(reference),
    prediction: valueText(prediction),
    referenceType: typeText(expected === undefined ? reference : prediction),
    predictionType: typeText(prediction),
  };
}

function valueText(value: JsonValue | undefined): string | null {
  return value === undefined ? null : previewJson(value, VALUE_LIMIT);
}

function typeText(value: JsonValue | undefined): string {
  return value === undefined ? 'absent' : describeType(jsonTypeOf(value));
}

/** A short description of a step. */
export interface StepName {
  /** The tool called; empty for a message. */
  readonly tool: string;
  /** The 1-based place of the call in its trajectory; 0 for a message. */
  readonly call: number;
}

/** How many steps are listed at most. */
export const STEP_LIMIT = 20_000;
const NAME_LIMIT = 200;

/** Names the first steps of a run, so that one can be chosen. */
export function stepNames(steps: readonly Step[]): readonly StepName[] {
  return steps
    .slice(0, STEP_LIMIT)
    .map((step) =>
      step.kind === 'call'
        ? { tool: step.call.tool_name.slice(0, NAME_LIMIT), call: step.place + 1 }
        : { tool: '', call: 0 },
    );
}

/** The parts of an alignment slot needed to guess the first wrong step. */
interface AlignedStep {
  readonly kind: string;
  readonly at: 'reference' | 'prediction' | 'both';
  readonly prediction: { readonly place: number } | null;
  readonly isSkipped?: boolean;
}

/**
 * Guesses the first wrong step, by its place from 0: the call that differs, or the one made in
 * place of a missing one; else the last step; −1 without steps.
 */
export function likelyWrongStep(steps: readonly StepName[], slots: readonly AlignedStep[]): number {
  const first = slots.findIndex(({ kind, isSkipped }) => kind !== 'equal' && isSkipped !== true);
  const made = first < 0 ? undefined : slots.slice(first).find(isMadeHere);
  const step = steps.findIndex(({ call }) => call > 0 && call === made?.prediction?.place);
  return step < 0 ? steps.length - 1 : step;
}

function isMadeHere({ at, prediction }: AlignedStep): boolean {
  return prediction !== null && at !== 'reference';
}

/**
 * Finds the next tool call after a place, continuing from the start; the same place without
 * another.
 */
export function nextCallStep(steps: readonly StepName[], from: number): number {
  const after = steps.findIndex(({ call }, step) => call > 0 && step > from);
  if (after >= 0) return after;
  const first = steps.findIndex(({ call }) => call > 0);
  return first < 0 ? from : first;
}

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
  const isPattern = !isJsonObject(input) || VALUE_KEYS.some((key) => Object.hasOwn(input, key));
  if (isPattern) return [tagOf(input, '')];
  return Object.entries(input)
    .slice(0, MAX_TAGS)
    .map(([key, value]) => tagOf(value, `/${escapeKey(key)}`));
}

/**
 * Describes an expected value; the tag is empty where the pattern is further inside, or there is
 * none.
 */
function tagOf(value: JsonValue, path: string): PatternTag {
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
      const most = by === 'within' ? String(distance) : percent(distance);
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
