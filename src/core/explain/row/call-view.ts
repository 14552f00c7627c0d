import { holdsPattern } from '#core/match/patterns/value-pattern.ts';
import { tagOf, type PatternTag } from './pattern-tag.ts';
import type { ArgumentDifference } from '#core/match/diff-calls.ts';
import { jsonTypeOf, ownValue, describeType, type JsonValue } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { callStep, errorLine } from '#core/calls/transcript.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';

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
  /** Only the name is recorded. */
  readonly isNameOnly?: true;
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
    ...(call.isNameOnly ? { isNameOnly: true } : {}),
    ...(error !== undefined && { error }),
  };
}

/** Prepares a difference for the row view, its values shortened. */
export function viewDifference(
  difference: ArgumentDifference,
  hasPatterns = false,
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
