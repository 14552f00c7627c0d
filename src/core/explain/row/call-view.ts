import { holdsPattern } from '#core/match/patterns/value-pattern.ts';
import { tagOf, type PatternTag } from './pattern-tag.ts';
import type { ArgumentDifference } from '#core/match/diff-calls.ts';
import { jsonTypeOf, ownValue, describeType, type JsonValue } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { callStep, errorLine } from '#core/calls/transcript.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import type { Step } from '#core/calls/step.ts';

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
